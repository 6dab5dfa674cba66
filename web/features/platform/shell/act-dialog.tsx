import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { CompanyUserSession } from '../../../../schema/platform/session/endpoints.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { actInstead } from '../session/index.ts'

interface ReasonFieldProps {
  value: string
  onChange: (reason: string) => void
}

export const ReasonField = ({ value, onChange }: ReasonFieldProps) => (
  <>
    <TextArea
      label="Reason"
      required
      maxLength={500}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
    <Text c="dimmed" size="sm">
      We’ll email the member your name and this reason. Everything you do is marked with your name.
    </Text>
  </>
)

/** From viewing as a member to acting on their behalf. */
export const ActDialog = ({ member, onClose }: { member: CompanyUserSession; onClose: () => void }) => {
  const [reason, setReason] = useState('')
  const start = useCommand({
    run: (why: string, { commandId }) => actInstead(member.userId, why, commandId),
    onSuccess: () => window.location.reload(),
    // They may be back as themselves by now.
    onError: () => {
      window.location.assign('/')
      return true
    },
  })
  return (
    <Dialog opened onClose={onClose} title={`Act on behalf of ${fullName(member)}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim()) start.send(reason.trim())
        }}
      >
        <Stack>
          <Text>
            You can file and edit requests, comment, and work on vendors, services and documents. You can’t approve, or
            change settings or members.
          </Text>
          <ReasonField value={reason} onChange={setReason} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!reason.trim()} loading={start.isPending || start.isSuccess}>
              Act on their behalf
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
