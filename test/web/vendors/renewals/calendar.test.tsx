// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { type Renewal, renewalReport } from '../../../../schema/vendors/renewals/endpoints.ts'
import { RenewalCalendar } from '../../../../web/features/vendors/renewals/renewal-calendar.tsx'
import { beginPages, openPart, serverOf } from '../../../support/web/page.tsx'
import { click, says } from '../../../support/web/screen.ts'

beginPages()

const CHAT: Renewal = {
  ...{ periodId: 'p', service: { id: 's', name: 'Team chat' }, vendor: { id: 'v', name: 'Driftline' } },
  ...{ startDate: '2026-07-01', endDate: '2027-06-30', autorenews: true, noticeDays: 30, cancelBy: null },
  ...{ totalServicePeriodCost: 594_000, amortizedCost: 49_500, currency: 'USD', owners: [] },
  ...{ renewalReminders: [], continuesOn: null },
}
/** Answers a single month with nothing, and what comes later with this. */
const serveLater = (later: Renewal[]): void => {
  const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null }
  serverOf().on(renewalReport, ({ query }) => {
    const [from, until] = String(query.get('dateRange')).split(',')
    return { edges: from === until ? [] : later.map((node) => ({ node, cursor: 'c' })), pageInfo }
  })
}

it('a month without renewals says which is next, and leads there', async () => {
  const goTo = vi.fn()
  serveLater([CHAT])
  await openPart(() => <RenewalCalendar month="2026-12" narrowed={{}} onMonth={goTo} />)
  await says('Nothing ends in December 2026')
  await says('Next: Team chat on Jun 30, 2027.')
  await click('button', 'Show June 2027')
  expect(goTo).toHaveBeenCalledExactlyOnceWith('2027-06')
})

it('without any later, it says so', async () => {
  serveLater([])
  await openPart(() => <RenewalCalendar month="2026-12" narrowed={{}} onMonth={() => {}} />)
  await says('Nothing ends after that.')
})
