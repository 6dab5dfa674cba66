// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { billList } from '../../../../schema/money/bills/list.ts'
import { billPaymentList } from '../../../../schema/money/payments/bill-payment-endpoints.ts'
import { listErpVendors } from '../../../../schema/planning/actuals/erp-lookup-endpoints.ts'
import { planList } from '../../../../schema/planning/plans/endpoints.ts'
import { transactionList } from '../../../../schema/planning/transactions/endpoints.ts'
import { globalSearch } from '../../../../schema/platform/search/endpoints.ts'
import { useCommands as useMoney } from '../../../../web/features/money/ledger/commands.ts'
import { useCommands as usePlanning } from '../../../../web/features/planning/plans/commands.ts'
import { SearchDialog } from '../../../../web/features/platform/search/search-dialog.tsx'
import { useCommands as usePages } from '../../../../web/features/platform/shell/commands.ts'
import { beginPages, openPart, serverOf } from '../../../support/web/page.tsx'
import { all, find, says, until } from '../../../support/web/screen.ts'

/** The search box with the pages of the menu, and the lists that it asks. */

beginPages()

const SOURCES = [usePages, useMoney, usePlanning]
const nothing = { edges: [], pageInfo: { hasNextPage: false, startCursor: null, endCursor: null } }
const one = <T,>(node: T) => ({ ...nothing, edges: [{ cursor: '1', node }] })

const open = async (): Promise<void> => {
  serverOf().on(globalSearch, () => [])
  serverOf().on(billList.list, () => nothing)
  serverOf().on(billPaymentList.list, () => nothing)
  serverOf().on(planList.list, () => nothing)
  serverOf().on(transactionList.list, () => nothing)
  serverOf().on(listErpVendors, () => nothing)
  await openPart(() => <SearchDialog onClose={() => undefined} takeTyped={() => ''} sources={SOURCES} />)
}

const type = async (text: string): Promise<void> => {
  const box = await find<HTMLInputElement>('combobox', 'Search')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text)
    box.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const listed = (): string[] => all('option').map((option) => option.textContent ?? '')

it.each([
  ['trial balance', 'Trial balance'],
  ['payables', 'Payables'],
  ['accounts payable', 'Bills & Payments'],
  ['invite', 'Members'],
  ['budgets', 'Plans'],
  ['suppliers', 'Vendors'],
  ['PO', 'Purchase orders'],
  ['fx', 'Exchange rates'],
])('“%s” finds %s', async (text, page) => {
  await open()
  await type(text)
  await until(page, () => listed().some((each) => each.endsWith(page)))
})

it('bills, plans and accounting vendors are found by their names, after pages', async () => {
  await open()
  serverOf().on(planList.list, ({ query }) => {
    expect(query.get('search')).toBe('budget 2027')
    return one({
      ...{ id: 'p1', name: 'Budget 2027', description: '', startYearMonth: '2027-01', endYearMonth: '2027-12' },
      ...{ currency: 'USD' as const, hasExpensePlan: true, hasRevenuePlan: false, fields: [], unlinked: {} },
      ...{ createdAt: '2026-11-20T09:00:00.000Z', version: 1 },
    })
  })
  serverOf().on(listErpVendors, () => one({ id: 'e1', name: 'Budget Rent', status: 'ACTIVE' as const, vendorId: null }))
  await type('budget 2027')
  await until('the plan', () => listed().includes('PlanBudget 2027'))
  expect(listed()).toContain('Accounting vendorBudget RentTransactions')
})

it('what is listed is never called no results', async () => {
  await open()
  await type('trial balance')
  await until('the answer', () => document.querySelector('[role="status"]')?.textContent === '1 result')
  expect(document.body.textContent).not.toContain('No results found.')
  await type('zzqq')
  await says('No results found.')
  expect(listed()).toEqual([])
})
