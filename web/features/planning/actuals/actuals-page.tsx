import { Alert, Anchor, Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ActualsStep } from '../../../../schema/platform/accounting/values.ts'
import { to } from '../../../lib/address.ts'
import { formatNumber } from '../../../lib/format.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Fact, Facts, Section } from '../../../ui/details.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { InOrder } from '../../../ui/settling/in-order.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { accountingQuery, StepBar, SYSTEM_NAMES, SyncProgress, useSync } from '../../platform/accounting/index.ts'
import { useCan } from '../../platform/session/index.ts'
import { ActualTotals } from '../transactions/index.ts'
import { useUnmappedCounts } from './mapping-api.ts'
import { useMappingKinds } from './use-mapping-kinds.ts'

const isMappingStep = (step: ActualsStep): boolean => step.endsWith('_MAPPING')

/** How many objects of each kind people should still map. */
const OpenMappings = () => {
  const { data: counts } = useUnmappedCounts()
  const kinds = useMappingKinds()
  return (
    <Section id="mappings" title="Mappings">
      <Facts>
        {kinds.map(({ kind, title, href, count }) => (
          <Fact key={kind} label={title}>
            <Anchor component={AppLink} href={href}>
              {!counts ? '…' : counts[count] === 0 ? 'All mapped' : `${formatNumber(counts[count])} unmapped`}
            </Anchor>
          </Fact>
        ))}
      </Facts>
    </Section>
  )
}

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
          text="Connect QuickBooks or NetSuite, or push from your own system, and what the company has spent and earned appears here by vendor, category and department."
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
  const isSettingUp = connection.state === 'CONNECTED' && isMappingStep(step) && can('actuals.map')
  return (
    <>
      <PageHeader
        title="Actuals"
        subtitle={
          connection.system === 'CUSTOM'
            ? `From ${connection.name}`
            : `From ${connection.name} in ${SYSTEM_NAMES[connection.system]}`
        }
        action={
          connection.state !== 'CONNECTED'
            ? can('integrations.manage') && (
                <Button component={AppLink} href={to('/budget-tracking/actuals/login')}>
                  Connect again
                </Button>
              )
            : (isSettingUp && (
                <Button component={AppLink} href={to('/budget-tracking/actuals/mappings')}>
                  Continue setup
                </Button>
              )) || (
                <Button component={AppLink} href={to('/budget-tracking/actuals/status')} variant="default">
                  Sync status
                </Button>
              )
        }
        menu={
          isSettingUp && (
            <Menu.Item component={AppLink} href={to('/budget-tracking/actuals/status')}>
              Sync status
            </Menu.Item>
          )
        }
      />
      {connection.error && connection.error !== status.data?.error && (
        <Alert color="red" mb="md" role="alert">
          {connection.error}
        </Alert>
      )}
      {step !== 'COMPLETE' && <StepBar step={step} />}
      <Section id="newest-sync" title="Newest sync" first>
        {status.data ? <SyncProgress job={status.data} /> : <p>Nothing has been read yet.</p>}
      </Section>
      <InOrder>
        {(step === 'COMPLETE' || status.data?.status === 'COMPLETE') && <ActualTotals />}
        {can('actuals.map') && <OpenMappings />}
      </InOrder>
    </>
  )
}
