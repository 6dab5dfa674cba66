import { Button, Menu } from '@mantine/core'
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { to } from '../../../lib/address.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { Section } from '../../../ui/details.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useCan } from '../session/index.ts'
import { accountingQuery, afterConnecting, disconnect } from './api.ts'
import { ConnectionFacts } from './connection-facts.tsx'
import { RunsTable } from './runs-table.tsx'
import { SentSection } from './sent-section.tsx'
import { SyncProgress } from './sync-progress.tsx'
import { useSync } from './use-sync.ts'
import { SYSTEM_NAMES } from './words.ts'

const CRUMBS = [{ label: 'Actuals', href: to('/budget-tracking/actuals') }]

/**
 * How reading the accounting system goes, and how it went before.
 * @param pushed for books that the company's own system pushes: how, and what it has pushed
 */
export const StatusPage = ({ pushed }: { pushed: ReactNode }) => {
  const accounting = useQuery(accountingQuery)
  const can = useCan()
  const { status, start, isSyncing } = useSync()
  const remove = useCommand<string>({
    run: (connectionId, { commandId }) => disconnect(connectionId, commandId),
    success: 'Accounting system disconnected',
    invalidates: afterConnecting,
  })
  const error = accounting.error ?? status.error
  const again = () => {
    void accounting.refetch()
    void status.refetch()
  }
  if (!accounting.data || status.data === undefined)
    return <PendingPage title="Sync status" error={error} onRetry={again} />
  const { connection } = accounting.data
  const manages = can('integrations.manage')
  if (!connection)
    return (
      <>
        <PageHeader title="Sync status" breadcrumbs={CRUMBS} />
        <EmptyState
          title="No accounting system is connected"
          text="Connect QuickBooks or NetSuite, or push from your own system, and actuals appear here."
          action={
            manages && (
              <Button component={AppLink} href={to('/budget-tracking/actuals/login')}>
                Connect an accounting system
              </Button>
            )
          }
        />
      </>
    )
  const name = SYSTEM_NAMES[connection.system]
  const isPushed = connection.system === 'CUSTOM'
  const askToDisconnect = async (): Promise<void> => {
    const agreed = await confirm({
      title: `Disconnect ${name}?`,
      text: isPushed
        ? 'Nothing can be pushed anymore. Transactions and mappings stay, and setting it up again continues with them.'
        : 'Outlay stops reading it and forgets its access. Transactions and mappings stay, and connecting the same account again continues with them.',
      confirmLabel: `Disconnect ${name}`,
      danger: true,
    })
    if (agreed) remove.send(connection.id)
  }
  return (
    <>
      <PageHeader
        title="Sync status"
        breadcrumbs={CRUMBS}
        action={
          manages &&
          !isPushed &&
          (connection.state === 'CONNECTED' ? (
            <Button
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={start.isPending}
              disabled={isSyncing}
              onClick={() => start.send(false)}
            >
              Sync now
            </Button>
          ) : (
            <Button component={AppLink} href={to('/budget-tracking/actuals/login')}>
              Connect again
            </Button>
          ))
        }
        menu={
          manages && (
            <>
              {connection.state === 'CONNECTED' && !isPushed && (
                <Menu.Item
                  leftSection={<IconRefresh size={16} aria-hidden />}
                  disabled={isSyncing}
                  onClick={() => start.send(true)}
                >
                  Read everything again
                </Menu.Item>
              )}
              <Menu.Item
                color="red"
                leftSection={<IconPlugConnectedX size={16} aria-hidden />}
                onClick={() => void askToDisconnect()}
              >
                Disconnect
              </Menu.Item>
            </>
          )
        }
      />
      <Section id="newest" title="Newest sync" first>
        {status.data ? (
          <SyncProgress job={status.data} />
        ) : (
          <p>{isPushed ? 'Nothing has been applied yet.' : 'Nothing has been read yet.'}</p>
        )}
      </Section>
      <Section id="connection" title="Connection">
        <ConnectionFacts connection={connection} said={status.data?.error} />
      </Section>
      {manages && (isPushed ? pushed : <SentSection system={name} canCompare={connection.state === 'CONNECTED'} />)}
      {can('mappings.manage') && (
        <Section id="past" title="Past syncs">
          <RunsTable />
        </Section>
      )}
    </>
  )
}
