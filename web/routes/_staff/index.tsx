import { createFileRoute } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { z } from 'zod'
import { loadWaitingComments } from '../../features/documents/threads/index.ts'
import { loadBillAttention } from '../../features/money/bills/index.ts'
import { loadPaymentAttention } from '../../features/money/payments/index.ts'
import { loadPictures } from '../../features/planning/pictures/index.ts'
import { loadFirstSteps } from '../../features/platform/first-steps/index.ts'
import { useCan, useCompany, useSession } from '../../features/platform/session/index.ts'
import { Attention, loadMyRequests, Shortcuts } from '../../features/requests/lists/index.ts'
import { loadSpendAttention } from '../../features/spend/spend-requests/index.ts'
import { loadUpcomingRenewals } from '../../features/vendors/renewals/index.ts'
import { greeting } from '../../lib/greeting.ts'
import { pageSearch, usePageSearch } from '../../lib/search-params.ts'
import { searchText } from '../../lib/search-text.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { InOrder } from '../../ui/settling/in-order.tsx'
import { NotYet } from '../../ui/settling/not-yet.ts'
import { EmptyState } from '../../ui/states.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import classes from './home.module.css'

/** Requested separately, because most people have none. */
const WaitingComments = lazy(() =>
  loadWaitingComments().then((module) => ({
    default: module.WaitingComments,
  })),
)

/** Of new companies, for people who set them up. */
const FirstSteps = lazy(() => loadFirstSteps().then((module) => ({ default: module.FirstSteps })))

/** Below what is waiting, because it arrives a moment later. */
const MyRequests = lazy(() => loadMyRequests().then((module) => ({ default: module.MyRequests })))

const UpcomingRenewals = lazy(() => loadUpcomingRenewals().then((module) => ({ default: module.UpcomingRenewals })))

/** Charts, of those who may see them, last because they say what is far away. */
const Pictures = lazy(() => loadPictures().then((module) => ({ default: module.Pictures })))

const search = z.object({
  tab: z.enum(['approver', 'watcher', 'recently-completed']).default('approver').catch('approver'),
  /** The department or business unit of the charts. */
  unit: searchText,
})

const SpendAttention = lazy(() => loadSpendAttention().then((module) => ({ default: module.SpendAttention })))

const BillAttention = lazy(() => loadBillAttention().then((module) => ({ default: module.BillAttention })))

const PaymentAttention = lazy(() => loadPaymentAttention().then((module) => ({ default: module.PaymentAttention })))

/** Its code arrives a moment later. */
const Late = ({ children }: { children: ReactNode }) => <Suspense fallback={<NotYet />}>{children}</Suspense>

const Page = () => {
  const can = useCan()
  const spends = can('spend-requests.read')
  const bills = can('bills.read')
  const payments = can('payments.use')
  const session = useSession()
  const timeZone = useTimeZone()
  const [{ tab, unit }, setSearch] = usePageSearch(search)
  const title = greeting(session.firstName, timeZone)
  const firstSteps = useCompany().firstSteps === 'OPEN' && <FirstSteps />
  const pictures = <Pictures unitId={unit} onUnit={(next) => setSearch({ unit: next })} />
  if (!can('requests.use')) {
    return (
      <>
        <PageHeader title={title} tabTitle="Home" />
        {!spends && <EmptyState title="You’re all caught up" text="Requests that need you appear here." />}
        <InOrder>
          {firstSteps && <Late>{firstSteps}</Late>}
          {spends && (
            <Late>
              <SpendAttention filter="approver" />
            </Late>
          )}
          {bills && (
            <Late>
              <BillAttention />
            </Late>
          )}
          {payments && (
            <Late>
              <PaymentAttention />
            </Late>
          )}
          <Late>
            <UpcomingRenewals />
          </Late>
          <Late>{pictures}</Late>
        </InOrder>
      </>
    )
  }
  return (
    <>
      <PageHeader title={title} tabTitle="Home" />
      <div className={classes.sections}>
        <InOrder>
          {firstSteps && <Late>{firstSteps}</Late>}
          <Shortcuts />
          <Late>
            <WaitingComments />
          </Late>
          <Attention filter={tab} onFilter={(next) => setSearch({ tab: next }, { replace: false })} />
          {spends && (
            <Late>
              <SpendAttention filter={tab} />
            </Late>
          )}
          {bills && tab === 'approver' && (
            <Late>
              <BillAttention />
            </Late>
          )}
          {payments && tab === 'approver' && (
            <Late>
              <PaymentAttention />
            </Late>
          )}
          <Late>
            <MyRequests />
          </Late>
          <Late>
            <UpcomingRenewals />
          </Late>
          <Late>{pictures}</Late>
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
