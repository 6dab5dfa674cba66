import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../../../ui/dialog.tsx'
import { TextArea } from '../../../../ui/fields/text-area.tsx'
import { useSetArchived } from './actions-api.ts'

interface ArchiveDialogProps {
  submissionId: string
  /** The current state. The dialog offers the other one. */
  archived: boolean
  onClose: () => void
}

const WORDS = {
  archive: {
    title: 'Archive request',
    text: 'Approvals stop and it leaves your lists. You can unarchive it at any time.',
  },
  unarchive: {
    title: 'Unarchive request',
    text: 'It returns to the lists, and approvals continue where they stopped.',
  },
}

export const ArchiveDialog = ({ submissionId, archived, onClose }: ArchiveDialogProps) => {
  const words = WORDS[archived ? 'unarchive' : 'archive']
  const [message, setMessage] = useState('')
  const archive = useSetArchived(submissionId)
  const confirm = (): void => {
    const said = message.trim() ? { message: message.trim() } : {}
    void archive.sendAsync({ archived: !archived, ...said }).then(onClose, () => {})
  }
  return (
    <Dialog opened onClose={onClose} title={words.title}>
      <Text>{words.text}</Text>
      <TextArea
        mt="md"
        label="Message"
        description="Optional. It appears in the history."
        maxLength={5000}
        minRows={2}
        data-autofocus
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} disabled={archive.isPending}>
          Cancel
        </Button>
        <Button loading={archive.isPending} onClick={confirm}>
          {words.title}
        </Button>
      </Group>
    </Dialog>
  )
}
