import { describe, expect, it } from 'vitest'
import type { SyncFacts } from '../../../../schema/money/ledger/sync-values.ts'
import { type Books, buildEntry } from '../../../../worker/features/money/ledger/sync-build.ts'

/** Between which accounts money moves in the accounting system. */

const thing = (id: string, kind: 'ACCOUNT' | 'ENTITY' | 'VENDOR') => ({
  ...{ id, kind, erpId: `there-${id}`, name: id, number: null, isUsable: 1, isNew: 0, details: '{}' },
})
const books = (accounts: { funding: string | null; clearing: string | null }): Books => ({
  things: new Map(
    [
      ...[thing('entity', 'ENTITY'), thing('vendor', 'VENDOR'), thing('payable', 'ACCOUNT')],
      ...[thing('funding', 'ACCOUNT'), thing('clearing', 'ACCOUNT')],
    ].map((each) => [each.id, each]),
  ),
  accounts: { erpEntityId: 'entity', sendsBills: 1, sendsPayments: 1, payable: 'payable', ...accounts },
  isEntityOpen: false,
  currency: 'USD',
  billErpId: 'there-bill',
  billSyncId: null,
  fieldNames: new Map(),
  createdBy: null,
})
const BOTH = { funding: 'funding', clearing: 'clearing' }

const common = {
  ...{ ownerId: 'own', erpEntityId: 'entity', date: '2026-11-03', currency: 'USD' as const, totalMinor: 5_000 },
  title: 'Moved',
  exchangeRate: null,
  rateCurrency: null,
}
const transfer = (type: 'ACH_LOAD' | 'ACH_LOAD_REVERSAL'): SyncFacts => ({ type, ...common, billId: null })
const payment: SyncFacts = {
  ...{ type: 'BILL_PAYMENT', ...common, billId: 'bill', erpVendorId: 'vendor', invoiceNumber: 'INV-7' },
  billTotalMinor: 5_000,
}

describe('an entry for the accounting system', () => {
  it('a load goes from the funding account to the clearing account, and what comes back the other way', () => {
    const of = (facts: SyncFacts) => buildEntry(facts, books(BOTH)).entry
    expect(of(transfer('ACH_LOAD'))).toMatchObject({
      ...{ kind: 'TRANSFER', fromAccountErpId: 'there-funding', toAccountErpId: 'there-clearing', amountMinor: 5_000 },
    })
    expect(of(transfer('ACH_LOAD_REVERSAL'))).toMatchObject({
      ...{ kind: 'TRANSFER', fromAccountErpId: 'there-clearing', toAccountErpId: 'there-funding', amountMinor: 5_000 },
    })
  })

  it('a payment leaves the clearing account, and the funding account only without one', () => {
    const from = (accounts: Parameters<typeof books>[0]) => buildEntry(payment, books(accounts))
    expect(from(BOTH).entry).toMatchObject({
      ...{ kind: 'BILL_PAYMENT', fromAccountErpId: 'there-clearing', payablesAccountErpId: 'there-payable' },
      bills: [{ erpId: 'there-bill', amountMinor: 5_000 }],
    })
    expect(from({ ...BOTH, clearing: null }).entry).toMatchObject({ fromAccountErpId: 'there-funding' })
    expect(from({ funding: null, clearing: null }).problems).toEqual([
      'Choose the account that payments are made from, under Settings › Payments.',
    ])
  })

  it('a load without one of its accounts says which is missing', () => {
    expect(buildEntry(transfer('ACH_LOAD'), books({ ...BOTH, funding: null })).problems).toEqual([
      'Choose the funding account, under Settings › Payments.',
    ])
    expect(buildEntry(transfer('ACH_LOAD'), books({ ...BOTH, clearing: null })).problems).toEqual([
      'Choose the clearing account, under Settings › Payments.',
    ])
  })
})
