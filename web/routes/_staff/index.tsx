import { createFileRoute } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { z } from 'zod'
import { INBOX_IN_QUEUE } from '../../features/approvals/inbox/index.ts'
import { Queue } from '../../features/approvals/queue/index.ts'
import { COMMENTS_IN_QUEUE } from '../../features/documents/threads/index.ts'
import { paymentsInQueue } from '../../features/money/payments/index.ts'
import { loadPictures } from '../../features/planning/pictures/index.ts'
import { loadFirstSteps } from '../../features/platform/first-steps/index.ts'
import { GUARDED_IN_QUEUE } from '../../features/platform/guarded/index.ts'
import { VALUES_IN_QUEUE } from '../../features/platform/provisioning/index.ts'
import { useCan, useCompany, useSession } from '../../features/platform/session/index.ts'
import { loadFollowing, Shortcuts } from '../../features/requests/lists/index.ts'
import { loadSpendAttention } from '../../features/spend/spend-requests/index.ts'
import { loadUpcomingRenewals } from '../../features/vendors/renewals/index.ts'
import { greeting } from '../../lib/greeting.ts'
import { pageSearch, usePageSearch } from '../../lib/search-params.ts'
import { searchText } from '../../lib/search-text.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import type { QueueSource } from '../../ui/queue/queue-item.ts'
import { InOrder } from '../../ui/settling/in-order.tsx'
import { NotYet } from '../../ui/settling/not-yet.ts'
import { Quietly } from '../../ui/settling/quietly.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import classes from './home.module.css'

/** Of new companies, for people who set them up. */
const FirstSteps = lazy(() => loadFirstSteps().then((module) => ({ default: module.FirstSteps })))

/** Below what is waiting, because it arrives a moment later. */
const Following = lazy(() => loadFollowing().then((module) => ({ default: module.Following })))

const SpendAttention = lazy(() => loadSpendAttention().then((module) => ({ default: module.SpendAttention })))

const UpcomingRenewals = lazy(() => loadUpcomingRenewals().then((module) => ({ default: module.UpcomingRenewals })))

/** Charts, of those who may see them, last because they say what is far away. */
const Pictures = lazy(() => loadPictures().then((module) => ({ default: module.Pictures })))

const search = z.object({
  /** What of all that the person follows is open. */
  tab: z.enum(['mine', 'watcher', 'recently-completed']).default('mine').catch('mine'),
  /** The department or business unit of the charts. */
  unit: searchText,
})

/** Its code arrives a moment later. */
const Late = ({ children }: { children: ReactNode }) => <Suspense fallback={<NotYet />}>{children}</Suspense>

/** Whatever waits for people appears on Home once it stands here. */
const useSources = (): QueueSource[] => {
  const can = useCan()
  const [payments, configures] = [can('payments.use'), can('payments.configure')]
  const [guards, maps] = [can('payments.guard'), can('mappings.manage')]
  return useMemo(
    () => [
      INBOX_IN_QUEUE,
      COMMENTS_IN_QUEUE,
      ...(payments ? [paymentsInQueue(configures)] : []),
      ...(guards ? [GUARDED_IN_QUEUE] : []),
      ...(maps ? [VALUES_IN_QUEUE] : []),
    ],
    [payments, configures, guards, maps],
  )
}

const Page = () => {
  const can = useCan()
  const session = useSession()
  const timeZone = useTimeZone()
  const sources = useSources()
  const [{ tab, unit }, setSearch] = usePageSearch(search)
  const requests = can('requests.use')
  const spends = can('spend-requests.read')
  return (
    <>
      <PageHeader title={greeting(session.firstName, timeZone)} tabTitle="Home" />
      <div className={classes.sections}>
        <InOrder>
          {useCompany().firstSteps === 'OPEN' && (
            <Late>
              <FirstSteps />
            </Late>
          )}
          {requests && <Shortcuts />}
          <Queue sources={sources} />
          {requests && (
            <Late>
              <Following
                tab={tab}
                onTab={(next) => setSearch({ tab: next }, { replace: false })}
                more={
                  spends &&
                  tab !== 'mine' && (
                    <Late>
                      <SpendAttention filter={tab} />
                    </Late>
                  )
                }
              />
            </Late>
          )}
          <Late>
            <UpcomingRenewals />
          </Late>
          <Quietly>
            <Late>
              <Pictures unitId={unit} onUnit={(next) => setSearch({ unit: next })} />
            </Late>
          </Quietly>
        </InOrder>
      </div>
    </>
  )
}

export const Route = createFileRoute('/_staff/')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(search),
  component: Page,
})
