import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { useSetArchived } from './actions-api.ts'

export const ArchiveDialog = ({ submissionId, onClose }: { submissionId: string; onClose: () => void }) => {
  const [message, setMessage] = useState('')
  const archive = useSetArchived(submissionId)
  const confirm = (): void => {
    const said = message.trim() ? { message: message.trim() } : {}
    void archive.sendAsync({ archived: true, ...said }).then(onClose, () => {})
  }
  return (
    <Dialog opened onClose={onClose} title="Archive request">
      <Text>Approvals stop and it leaves your lists. You can unarchive it at any time.</Text>
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
          Archive request
        </Button>
      </Group>
    </Dialog>
  )
}
