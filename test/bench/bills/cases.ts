import type { Person } from '../data/company.ts'
import type { Case } from '../transactions/cases.ts'
import { admin, approver, clerk, INVOICE_ID } from './database.ts'

/** What people ask for in a company with very many bills. */

const MOST_ROWS = 300
/** Four of the Worker, and the one in which the bill's object writes it. */
const MOST_TRIPS_ENTERING = 5
const LARGE = 'bench-v-4'
const SMALL = 'bench-v-4321'

const edgesOf = (json: unknown): number => (json as { edges: unknown[] }).edges.length
const full = (json: unknown): string | null => (edgesOf(json) === 20 ? null : `${edgesOf(json)} rows on the page`)
/** A page of a search, or of a filter that few rows match, may be short. */
const some = (json: unknown): string | null => (Array.isArray((json as { edges: unknown }).edges) ? null : 'no page')

const BILLS: { what: string; query: string; isShort?: boolean; page?: number }[] = [
  { what: 'bills, all', query: 'filter=ALL' },
  { what: 'bills, all, page 50', query: 'filter=ALL', page: 50 },
  { what: 'bills, active', query: 'filter=ACTIVE' },
  { what: 'bills, archived', query: 'filter=ARCHIVED', isShort: true },
  ...['PENDING', 'APPROVED', 'REJECTED', 'PAID'].map((status) => ({
    ...{ what: `bills, ${status.toLowerCase()}`, query: `filter=ALL&status=${status}` },
  })),
  { what: 'bills, by due date', query: 'filter=ALL&orderBy[by][]=dueDate&orderBy[dir][]=ASC' },
  { what: 'bills, by amount', query: 'filter=ALL&orderBy[by][]=totalAmount&orderBy[dir][]=DESC' },
  { what: 'bills, by invoice date', query: 'filter=ALL&orderBy[by][]=invoiceDate&orderBy[dir][]=DESC' },
  { what: 'bills, pending by due date', query: 'filter=ALL&status=PENDING&orderBy[by][]=dueDate&orderBy[dir][]=ASC' },
  { what: 'bills of a large vendor', query: `filter=ALL&erpVendorId=${LARGE}` },
  { what: 'bills of a small vendor', query: `filter=ALL&erpVendorId=${SMALL}`, isShort: true },
  {
    what: 'bills of a large vendor, rejected',
    query: `filter=ALL&erpVendorId=${LARGE}&status=REJECTED`,
    isShort: true,
  },
  {
    what: 'bills of a large vendor by amount',
    query: `filter=ALL&erpVendorId=${LARGE}&orderBy[by][]=totalAmount&orderBy[dir][]=DESC`,
    isShort: true,
  },
  { what: 'bills of a large vendor, pending', query: `filter=ALL&erpVendorId=${LARGE}&status=PENDING`, isShort: true },
  { what: 'bills entered by someone', query: `filter=ALL&createdById=${clerk.id}`, isShort: true },
  { what: 'bills of a month', query: 'filter=ALL&invoicedFrom=2026-01-01&invoicedTo=2026-01-31', isShort: true },
  { what: 'bills due in a month', query: 'filter=ALL&dueFrom=2026-01-01&dueTo=2026-01-31', isShort: true },
  { what: 'bills, credits', query: 'filter=ALL&isCredit=true', isShort: true },
  { what: 'bills, search that many match', query: 'filter=ALL&search=delivery', isShort: true },
  { what: 'bills, search for a number', query: 'filter=ALL&search=INV-123456', isShort: true },
  { what: 'bills, search that nothing matches', query: 'filter=ALL&search=nowhere', isShort: true },
]

const listOf = (
  path: string,
  as: string,
  who: Person,
  { what, query, isShort, page }: (typeof BILLS)[number],
): Case => ({
  ...{ what, as, page, mostRows: MOST_ROWS, call: { path: `${path}?first=20&${query}`, who } },
  fault: isShort ? some : full,
})

const PAYMENTS = [
  { what: 'payments, all', query: '' },
  { what: 'payments, page 50', query: '', page: 50 },
  ...['PENDING', 'APPROVED', 'PAID'].map((status) => ({
    ...{ what: `payments, ${status.toLowerCase()}`, query: `status=${status}` },
  })),
  { what: 'payments, by due date', query: 'orderBy[by][]=dueDate&orderBy[dir][]=ASC' },
  { what: 'payments of a vendor', query: `erpVendorId=${SMALL}`, isShort: true },
  { what: 'payments, failed', query: 'status=FAILED', isShort: true },
  { what: 'payments, search', query: 'search=INV-12', isShort: true },
]

const LINES = [
  { what: 'lines of bills', query: '' },
  { what: 'lines of bills, by invoice date', query: 'orderBy[by][]=invoiceDate&orderBy[dir][]=DESC' },
]

let entered = 0
const BILL = () => {
  entered += 1
  return {
    ...{ invoiceId: INVOICE_ID, erpVendorId: LARGE, erpEntityId: 'bench-e-1' },
    ...{ invoiceNumber: `NEW-${Date.now()}-${entered}`, invoiceDate: '2026-03-01', dueDate: '2026-04-01' },
    ...{ totalAmount: 5_000, description: 'Delivery', lines: [{ amount: 5_000, erpAccountId: 'bench-a-1' }] },
  }
}

export const billCases = (): Case[] => [
  ...BILLS.map((each) => listOf('/api/payments/bills', 'admin', admin, each)),
  ...BILLS.slice(0, 3).map((each) => listOf('/api/payments/bills', 'approver', approver, each)),
  listOf('/api/payments/bills', 'approver', approver, {
    ...{ what: 'bills, action required', query: 'filter=ACTION_REQUIRED' },
  }),
  {
    ...{ what: 'inbox', as: 'approver', mostRows: MOST_ROWS },
    call: { path: '/api/payments/bills/needs-attention?first=20', who: approver },
    fault: (json) => ((json as unknown[]).length === 20 ? null : 'no full page'),
  },
  ...PAYMENTS.map((each) => listOf('/api/payments/bill-payments', 'admin', admin, each)),
  ...LINES.map((each) => listOf('/api/payments/bills/line-items', 'admin', admin, each)),
  {
    ...{ what: 'latest bill of a vendor', as: 'clerk', mostRows: MOST_ROWS },
    call: { path: `/api/payments/bills/latest-by-erp-vendor/${LARGE}`, who: clerk },
    fault: (json) => (json ? null : 'no bill'),
  },
  {
    ...{ what: 'payables by age, and cash by week', as: 'admin', mostRows: null },
    call: { path: '/api/payments/ledger/payables/summary', who: admin },
    fault: (json) => ((json as { bills: number }).bills > 0 ? null : 'nothing is owed'),
  },
  {
    // Sums of what is owed by day: as many rows as the vendors of the page have due dates.
    ...listOf('/api/payments/ledger/payables', 'admin', admin, { what: 'payables by vendor', query: '' }),
    mostRows: null,
  },
  listOf(`/api/payments/ledger/payables/${LARGE}/bills`, 'admin', admin, { what: 'open bills of a vendor', query: '' }),
  {
    ...{ what: 'trial balance', as: 'admin', mostRows: null },
    call: { path: '/api/payments/ledger/trial-balance?first=20', who: admin },
    fault: (json) => ((json as { accounts: unknown[] }).accounts.length > 0 ? null : 'no accounts'),
  },
  {
    ...{ what: 'what needs someone in payments', as: 'admin', mostRows: MOST_ROWS },
    call: { path: '/api/payments/attention', who: admin },
    fault: () => null,
  },
  {
    ...{ what: 'entering a bill', as: 'clerk', mostRows: MOST_ROWS, mostTrips: MOST_TRIPS_ENTERING },
    call: { path: '/api/payments/bills', body: BILL, who: clerk },
    fault: (json) => ((json as { id?: string }).id ? null : 'not entered'),
  },
]
