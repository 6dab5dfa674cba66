import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Section } from '../../../ui/details.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { accountingQuery, StepBar, SYSTEM_NAMES, SyncProgress, useSync } from '../../platform/accounting/index.ts'
import { useCan } from '../../platform/session/index.ts'

/** What the company has spent and earned according to its books, and where setting that up stands. */
export const ActualsPage = () => {
  const accounting = useQuery(accountingQuery)
  const { status } = useSync()
  const can = useCan()
  if (!accounting.data)
    return <PendingPage title="Actuals" error={accounting.error} onRetry={() => void accounting.refetch()} />
  const { connection, step } = accounting.data
  if (!connection)
    return (
      <>
        <PageHeader title="Actuals" />
        <EmptyState
          title="No accounting system is connected"
          text="Connect QuickBooks or NetSuite, and what the company has spent and earned appears here by vendor, category and department."
          action={
            can('integrations.manage') && (
              <Button component={AppLink} href={to('/budget-tracking/actuals/login')}>
                Connect an accounting system
              </Button>
            )
          }
        />
      </>
    )
  return (
    <>
      <PageHeader
        title="Actuals"
        subtitle={`From ${connection.name} in ${SYSTEM_NAMES[connection.system]}`}
        action={
          connection.state === 'CONNECTED' ? (
            <Button component={AppLink} href={to('/budget-tracking/actuals/status')} variant="default">
              Sync status
            </Button>
          ) : (
            can('integrations.manage') && (
              <Button component={AppLink} href={to('/budget-tracking/actuals/login')}>
                Connect again
              </Button>
            )
          )
        }
      />
      {step !== 'COMPLETE' && <StepBar step={step} />}
      <Section id="newest-sync" title="Newest sync" first>
        {status.data ? <SyncProgress job={status.data} /> : <p>Nothing has been read yet.</p>}
      </Section>
    </>
  )
}
