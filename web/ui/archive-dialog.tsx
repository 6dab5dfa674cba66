import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from './dialog.tsx'
import { TextArea } from './fields/text-area.tsx'

interface ArchiveDialogProps {
  /** "bill" */
  noun: string
  /** The current state. The dialog offers the other one. */
  archived: boolean
  isPending: boolean
  /** @param said the message, if there is one */
  onConfirm: (said: { message?: string }) => void
  onClose: () => void
}

/** Archives something that is approved, or brings it back, with a message for its history. */
export const ArchiveDialog = ({ noun, archived, isPending, onConfirm, onClose }: ArchiveDialogProps) => {
  const [message, setMessage] = useState('')
  const title = `${archived ? 'Unarchive' : 'Archive'} ${noun}`
  const text = message.trim()
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
        <Button variant="default" onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button loading={isPending} onClick={() => onConfirm(text ? { message: text } : {})}>
          {title}
        </Button>
      </Group>
    </Dialog>
  )
}
