import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useCommand } from '../../lib/use-command.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { AsyncOptionSelect } from '../lookups/async-option-select.tsx'
import { viewAs } from '../session/identity.ts'

export const ViewAsDialog = ({ onClose }: { onClose: () => void }) => {
  const [userId, setUserId] = useState<string | null>(null)
  const start = useCommand({
    run: (id: string, { commandId }) => viewAs(id, commandId),
    onSuccess: () => window.location.assign('/'),
  })
  return (
    <Dialog opened onClose={onClose} title="View as other member">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (userId) start.send(userId)
        }}
      >
        <Stack>
          <Text c="dimmed">
            You see Outlay as this member sees it. What you do is recorded under your name and theirs.
          </Text>
          <AsyncOptionSelect
            kind="member"
            label="Member"
            placeholder="Search by name"
            required
            value={userId}
            onChange={setUserId}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!userId} loading={start.isPending || start.isSuccess}>
              View as member
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
