import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { openPeople } from '../../../../../schema/approvals/engine/block-people.ts'
import type { BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'
import { shortListOf } from '../../../../../schema/shared/name-lists.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { TextArea } from '../../../../ui/fields/text-area.tsx'
import { useRemind } from '../api.ts'

interface RemindDialogProps {
  submissionId: string
  block: BlockView
  onClose: () => void
}

export const RemindDialog = ({ submissionId, block, onClose }: RemindDialogProps) => {
  const [note, setNote] = useState('')
  const reminder = useRemind(submissionId)
  const send = async (): Promise<void> => {
    try {
      await reminder.sendAsync({ levelGroupStatusId: block.id, ...(note.trim() ? { note: note.trim() } : {}) })
      onClose()
    } catch {
      // The command has told the person. The note stays.
    }
  }
  return (
    <Dialog opened onClose={onClose} title="Send reminder">
      <Text>
        {shortListOf(openPeople(block), 'and')} will be reminded of “{block.label}”.
      </Text>
      <TextArea
        mt="md"
        label="Note"
        description="Optional."
        maxLength={2000}
        minRows={2}
        data-autofocus
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} disabled={reminder.isPending}>
          Cancel
        </Button>
        <Button loading={reminder.isPending} onClick={() => void send()}>
          Send reminder
        </Button>
      </Group>
    </Dialog>
  )
}
