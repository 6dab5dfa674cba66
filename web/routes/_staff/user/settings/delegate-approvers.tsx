import { Button } from '@mantine/core'
import { IconPlus, IconUserShare } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { z } from 'zod'
import type { Delegation } from '../../../../../schema/approvals/delegates/endpoints.ts'
import { fullName } from '../../../../../schema/shared/values.ts'
import {
  ActsFor,
  delegatesClasses as classes,
  DelegateDialog,
  delegateKeys,
  OwnDelegates,
  ownDelegator,
  removeDelegate,
  useOwnDelegates,
} from '../../../../features/approvals/delegates/index.ts'
import { useSession } from '../../../../features/platform/session/index.ts'
import { pageSearch, usePageSearch } from '../../../../lib/search-params.ts'
import { searchText } from '../../../../lib/search-text.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { confirm } from '../../../../ui/confirm.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'

const search = z.object({
  /** 'new', or the user id of the delegate being edited. */
  dialog: searchText,
  /** The user id that a new one starts with. */
  person: searchText,
})

const CAN =
  'A delegate can approve what’s waiting for you, and the decision shows both names. You can still decide yourself.'
const CANNOT = 'A delegate can’t approve their own requests, and doesn’t get what others delegated to you.'

const Page = () => {
  const session = useSession()
  const [{ dialog, person }, setSearch] = usePageSearch(search)
  const { data, error, refetch } = useOwnDelegates()
  // People viewing as someone see their delegates. The server refuses changes, because choosing them is personal.
  const delegator = useMemo(() => ownDelegator(session.userId), [session.userId])
  const mayChange = session.impersonatorId === null
  const edited = data?.delegates.find(({ user }) => user.id === dialog) ?? null
  const { send } = useCommand<Delegation>({
    run: ({ user }, { commandId }) => removeDelegate(user.id, commandId),
    success: (_, { user }) => `${fullName(user)} is no longer your delegate`,
    invalidates: [delegateKeys.own],
    onSuccess: () => document.getElementById('add-delegate')?.focus(),
  })
  const edit = useCallback((row: Delegation) => setSearch({ dialog: row.user.id }), [setSearch])
  const askToRemove = async (row: Delegation): Promise<void> => {
    const name = fullName(row.user)
    const agreed = await confirm({
      title: `Remove ${name}?`,
      text: row.isInForce
        ? `${name} can no longer decide for you. Past decisions remain.`
        : `${name} won’t be able to decide for you. Past decisions remain.`,
      confirmLabel: 'Remove delegate',
      danger: true,
    })
    if (agreed) send(row)
  }
  const add = (
    <Button
      id="add-delegate"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setSearch({ dialog: 'new' })}
    >
      Add delegate
    </Button>
  )
  const isEmpty = data?.delegates.length === 0
  return (
    <>
      <PageHeader
        title="Delegate approvers"
        subtitle="Who can approve for you, for example while you’re away."
        action={mayChange && data && !isEmpty ? add : undefined}
      />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isEmpty ? (
        <EmptyState
          icon={<IconUserShare size={20} aria-hidden />}
          title="No delegates yet"
          text={`${CAN} ${CANNOT}`}
          action={mayChange ? add : undefined}
        />
      ) : (
        <>
          <OwnDelegates
            rows={data?.delegates}
            {...(mayChange ? { onEdit: edit, onRemove: (row) => void askToRemove(row) } : {})}
          />
          <p className={classes.rules}>
            {CAN} {CANNOT}
          </p>
        </>
      )}
      {data && <ActsFor rows={data.actsFor} />}
      <DelegateDialog
        delegator={delegator}
        delegation={edited}
        {...(person && { startsWith: person })}
        opened={mayChange && (dialog === 'new' || edited !== null)}
        onClose={() => setSearch({ dialog: undefined, person: undefined })}
      />
    </>
  )
}

export const Route = createFileRoute('/_staff/user/settings/delegate-approvers')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(search),
  component: Page,
})
