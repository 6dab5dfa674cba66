import { Button, Group, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useCommand } from '../../../lib/use-command.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { AsyncOptionSelect } from '../lookups/index.ts'
import { viewAs } from '../session/index.ts'
import { ReasonField } from './act-dialog.tsx'

type Mode = 'VIEW' | 'ACT'

export const ViewAsDialog = ({ onClose }: { onClose: () => void }) => {
  const [userId, setUserId] = useState<string | null>(null)
  const [mode, setMode] = useState<Mode>('VIEW')
  const [reason, setReason] = useState('')
  const acts = mode === 'ACT'
  const start = useCommand({
    run: (id: string, { commandId }) => viewAs(id, acts ? reason.trim() : null, commandId),
    onSuccess: () => window.location.assign('/'),
  })
  const isReady = userId !== null && (!acts || reason.trim() !== '')
  return (
    <Dialog opened onClose={onClose} title="View as another member">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) start.send(userId)
        }}
      >
        <Stack>
          <AsyncOptionSelect
            kind="member"
            label="Member"
            placeholder="Search by name"
            required
            value={userId}
            onChange={setUserId}
          />
          <Radio.Group value={mode} onChange={(value) => setMode(value as Mode)} label="Access">
            <Stack gap="xs" mt="xs">
              <Radio
                value="VIEW"
                label="View only"
                description="See Outlay as this member does. You can’t change anything."
              />
              <Radio
                value="ACT"
                label="Act on their behalf"
                description="You can file and edit requests, comment, and work on vendors, services and documents. You can’t approve, or change settings or members."
              />
            </Stack>
          </Radio.Group>
          {acts && <ReasonField value={reason} onChange={setReason} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!isReady} loading={start.isPending || start.isSuccess}>
              {acts ? 'Act on their behalf' : 'View as member'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
