// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { type Renewal, renewalReport } from '../../../../schema/vendors/renewals/endpoints.ts'
import { RenewalTimeline } from '../../../../web/features/vendors/renewals/renewal-timeline.tsx'
import { beginPages, openPart, serverOf } from '../../../support/web/page.tsx'
import { all, says } from '../../../support/web/screen.ts'

beginPages()

const renewal = (name: string, more: Partial<Renewal>): { node: Renewal; cursor: string } => ({
  cursor: name,
  node: {
    periodId: name,
    service: { id: name, name },
    vendor: { id: 'v', name: 'Acme Cloud' },
    startDate: '2025-01-01',
    endDate: '2026-07-01',
    autorenews: true,
    noticeDays: 30,
    cancelBy: null,
    totalServicePeriodCost: 1_200_000,
    amortizedCost: 100_000,
    currency: 'USD',
    owners: [],
    renewalReminders: [],
    continuesOn: null,
    ...more,
  },
})
const show = (...edges: ReturnType<typeof renewal>[]) => {
  const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null }
  serverOf().on(renewalReport, () => ({ edges, pageInfo }))
  return openPart(() => <RenewalTimeline from="2026-01" to="2026-12" narrowed={{}} />)
}
const marksOf = (name: string) =>
  [...(all('row', new RegExp(`^${name}`))[0]?.querySelectorAll<HTMLElement>('[data-kind], [class*="mark"]') ?? [])].map(
    ({ style }) => Math.round(Number.parseFloat(style.left)),
  )

it('each service has a line: until when it can be canceled, when it ends, and what it costs', async () => {
  await show(
    renewal('Compute', { cancelBy: '2026-06-01' }),
    renewal('Backups', { autorenews: false, totalServicePeriodCost: 500_000 }),
    renewal('Chat', { cancelBy: '2026-06-01', continuesOn: '2026-07-02' }),
  )
  await says('Cancel by Jun 1, 2026 · Renews after Jul 1, 2026')
  await says(/BackupsAcme Cloud\$5,000\.00Ends Jul 1, 2026/)
  // What continues needs no decision, so no last day to cancel is marked.
  await says(/ChatAcme Cloud\$12,000\.00Continues after Jul 1, 2026/)
  // 151 and 181 of 365 days.
  expect(marksOf('Compute')).toEqual([41, 50])
  expect(marksOf('Chat')).toEqual([50])
  await says('$29K')
})

it('amounts of two currencies in a month are said beside each other, not added', async () => {
  await show(renewal('Compute', {}), renewal('Brand', { currency: 'EUR', totalServicePeriodCost: 250_000 }))
  await says('$12K€2.5K')
})

it('where nothing ends it says so', async () => {
  await show()
  await says('Nothing ends in these months')
})
