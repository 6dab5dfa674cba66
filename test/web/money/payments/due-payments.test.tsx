// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { listPaymentMethods } from '../../../../schema/money/payments/account-endpoints.ts'
import { type BillPaymentRow, billPaymentList } from '../../../../schema/money/payments/bill-payment-endpoints.ts'
import * as runs from '../../../../schema/money/payments/run-endpoints.ts'
import { readDue } from '../../../../web/features/money/payments/of/due-payments.ts'
import { ToPay } from '../../../../web/features/money/payments/of/worklist.tsx'
import { todayIn } from '../../../../web/lib/format.ts'
import { beginPages, openPart, serverOf } from '../../../support/web/page.tsx'
import { click, find, says, until } from '../../../support/web/screen.ts'

/** Everything that is due is paid, also more than one page or one run of payments. */

beginPages()

const usd = (value: number) => ({ value, currency: 'USD' as const })
const payment = (at: number, dueDate: string | null, more: Partial<BillPaymentRow> = {}): BillPaymentRow => ({
  ...{ id: `p${at}`, billId: `b${at}`, status: 'APPROVED', amount: usd(100), erpVendor: { id: 'e', name: 'Acme' } },
  ...{ vendorId: 'v', invoiceNumber: `A-${at}`, dueDate, createdAt: '2026-11-01T00:00:00.000Z' },
  ...{ updatedAt: '2026-11-01T00:00:00.000Z', accountHolderName: null, accountHolderType: null, accountNumber: null },
  ...{ routingNumber: null, remittanceEmail: null, email: null, address1: null, address2: null, city: null },
  ...{ state: null, postalCode: null, country: null, paymentMethodId: null, payOn: null },
  ...{ outboundPaymentFailReason: null, expectedArrivalDate: null, completedAt: null, paidAt: null },
  ...more,
})
const pageOf = (rows: BillPaymentRow[], from: number, first: number) => {
  const nodes = rows.slice(from, from + first)
  const hasNextPage = from + first < rows.length
  return {
    edges: nodes.map((node, at) => ({ cursor: String(from + at + 1), node })),
    pageInfo: { hasNextPage, startCursor: null, endCursor: nodes.length > 0 ? String(from + nodes.length) : null },
  }
}

it('all pages are read until something isn’t due, without what is scheduled or nothing', async () => {
  const rows = [
    ...Array.from({ length: 230 }, (_, at) => payment(at, '2026-11-20')),
    payment(230, '2026-11-21', { payOn: '2026-12-01' }),
    payment(231, '2026-11-21', { amount: usd(0) }),
    payment(232, '2026-11-30'),
    payment(233, '2026-12-01'),
    ...Array.from({ length: 300 }, (_, at) => payment(300 + at, null)),
  ]
  const asked: (string | undefined)[] = []
  const due = await readDue('2026-11-30', async (cursor) => {
    asked.push(cursor)
    return pageOf(rows, Number(cursor ?? 0), 100)
  })
  expect(due.length).toBe(231)
  expect(due.at(-1)?.id).toBe('p232')
  expect(asked).toEqual([undefined, '100', '200'])
})

it('more than one run takes is offered run after run', async () => {
  const rows = Array.from({ length: 620 }, (_, at) => payment(at, todayIn('UTC')))
  serverOf()
    .on(billPaymentList.list, ({ query }) =>
      pageOf(rows, Number(query.get('cursor') ?? 0), Number(query.get('first') ?? 50)),
    )
    .on(listPaymentMethods, () => [
      {
        ...{ id: 'bank', bankName: 'First Bank', lastFourAccountNumber: '6789', isDefault: true, error: null },
        ...{ accountHolderName: 'Acme', status: 'VERIFIED' as const, accountHolderType: 'COMPANY' as const },
        bankAccountType: 'CHECKING' as const,
        ...{ microdepositVerificationLink: null, microdepositType: null, microdepositsArriveAt: null },
        ...{ erpEntities: [], createdAt: '2026-11-01T00:00:00.000Z' },
      },
    ])
    .on(runs.previewRun, ({ body }) => {
      const count = (body as { billPaymentIds: string[] }).billPaymentIds.length
      const totals = [{ dueDate: null, leavesOn: null, amount: usd(count * 100), count }]
      return { totals, amount: usd(count * 100), count, needsSecondPerson: false, faults: [] }
    })
    .on(runs.createRun, () => ({ id: 'run', status: 'STARTED' as const }))
  await openPart(() => <ToPay />)
  await click('button', /^Pay what is due/)
  await says('The other 120 follow after these.', await find('dialog'))
  await click('button', 'Pay $500.00')
  await click('button', 'Pay $120.00')
  const started = () => serverOf().changes.filter(({ id }) => id === runs.createRun.id)
  await until('both runs', () => started().length === 2)
  const paid = started().map(({ body }) => (body as { billPaymentIds: string[] }).billPaymentIds)
  expect(paid.map((ids) => [ids.length, ids[0]])).toEqual([
    [500, 'p0'],
    [120, 'p500'],
  ])
})
