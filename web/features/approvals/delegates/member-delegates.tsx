import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { Delegation } from '../../../../schema/approvals/delegates/endpoints.ts'
import type { Member } from '../../../../schema/platform/members/member-endpoints.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { Section } from '../../../ui/details.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { memberKeys } from '../../platform/members/index.ts'
import { useSession } from '../../platform/session/index.ts'
import { delegateKeys, memberDelegator, removeMemberDelegate, useMemberDelegates } from './api.ts'
import { DelegateDialog } from './delegate-dialog.tsx'
import { OwnDelegates } from './delegation-table.tsx'

/** Who approves in the member's place, as set by an admin. */
export const MemberDelegates = ({ member }: { member: Member }) => {
  const { impersonatorId } = useSession()
  const name = fullName(member)
  const delegator = useMemo(() => memberDelegator(member.id, name), [member.id, name])
  const [edited, setEdited] = useState<Delegation | null>(null)
  const [opened, setOpened] = useState(false)
  const { data, error, refetch } = useMemberDelegates(member.id)
  const remove = useCommand<Delegation>({
    run: ({ user }, { commandId }) => removeMemberDelegate(member.id, user.id, commandId),
    success: (_, { user }) => `${fullName(user)} is no longer a delegate of ${name}`,
    invalidates: [delegateKeys.ofMember(member.id), memberKeys.one(member.id)],
  })
  const open = (delegation: Delegation | null) => {
    setEdited(delegation)
    setOpened(true)
  }
  const askToRemove = async (delegation: Delegation): Promise<void> => {
    const agreed = await confirm({
      title: `Remove ${fullName(delegation.user)}?`,
      text: `They can’t decide for ${name} anymore. Past decisions remain.`,
      confirmLabel: 'Remove delegate',
      danger: true,
    })
    if (agreed) remove.send(delegation)
  }
  // People choose their own approvers, so no one can do it in someone else's name.
  const mayChange = member.enabled && impersonatorId === null
  return (
    <Section
      id="delegates"
      title="Delegate approvers"
      aside={
        mayChange && (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => open(null)}
          >
            Add delegate
          </Button>
        )
      }
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} compact />
      ) : (
        <OwnDelegates
          label={`Delegates of ${name}`}
          whatFor={`While ${name} is away, a delegate can decide what’s waiting for them.`}
          rows={data?.delegates}
          {...(mayChange ? { onEdit: open, onRemove: (row: Delegation) => void askToRemove(row) } : {})}
        />
      )}
      <DelegateDialog delegator={delegator} delegation={edited} opened={opened} onClose={() => setOpened(false)} />
    </Section>
  )
}
