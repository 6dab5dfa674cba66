import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { useSetArchived } from './api.ts'

interface ArchiveDialogProps {
  id: string
  /** The current state. The dialog offers the other one. */
  archived: boolean
  onClose: () => void
}

export const ArchiveDialog = ({ id, archived, onClose }: ArchiveDialogProps) => {
  const [message, setMessage] = useState('')
  const archive = useSetArchived(id)
  const title = archived ? 'Unarchive spend request' : 'Archive spend request'
  const confirm = (): void => {
    const said = message.trim() ? { message: message.trim() } : {}
    void archive.sendAsync({ archived: !archived, ...said }).then(onClose, () => {})
  }
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Text>
        {archived
          ? 'It returns to the lists, and approvals continue where they stopped.'
          : 'Approvals stop and it leaves your lists. You can unarchive it at any time.'}
      </Text>
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
          {title}
        </Button>
      </Group>
    </Dialog>
  )
}
