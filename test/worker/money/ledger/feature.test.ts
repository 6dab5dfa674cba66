import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../../../worker/core/operation.ts'
import { type BillScene, enter, follow, makeBillScene } from '../../../support/worker/bills.ts'
import { addSync, postBill, type SyncType } from '../../../support/worker/posted-bills.ts'
import { rows, run } from '../../../support/worker/sessions.ts'

/** The books and what is sent of them belong to a part of the product that a company may be without. */

/** By their ids, so that one that loses its rule is missed here. */
const OF_THE_PART = [
  'mutation.syncAchLoadToErp',
  'mutation.syncBillPaymentToErp',
  'mutation.syncBillToErp',
  'payments.delete-gl-ach-load-entry',
  'payments.delete-gl-bill-entry',
  'payments.delete-gl-bill-payment-entry',
  'payments.gl-entry',
  'payments.list-gl-entries',
  'payments.open-bills',
  'payments.payables',
  'payments.payables-csv',
  'payments.payables-summary',
  'payments.send-gl-entry',
  'payments.trial-balance',
  'payments.trial-balance-csv',
]

let scene: BillScene
const entries = {} as Record<SyncType, string>
beforeAll(async () => {
  scene = await makeBillScene({ flags: ['paymentsEnabled', 'enablePaymentAccounting'] })
  await postBill(scene.company.id, { erpVendorId: scene.erpVendorId })
  for (const type of ['BILL', 'BILL_PAYMENT', 'ACH_LOAD'] as const)
    entries[type] = await addSync(scene.company.id, type, `The ${type}`)
})

const turn = (on: boolean) =>
  run(
    `UPDATE companies SET flags = json_set(flags, '$.enablePaymentAccounting', json(?)) WHERE id = ?`,
    ...[String(on), scene.company.id],
  )
const reads = () => [
  'ledger/trial-balance',
  'ledger/trial-balance?month=2026-11',
  'ledger/trial-balance.csv',
  'ledger/payables/summary',
  'ledger/payables',
  'ledger/payables.csv',
  `ledger/payables/${scene.erpVendorId}/bills`,
  'general-ledger-entries?filter=UNSYNCED',
  ...Object.values(entries).map((id) => `general-ledger-entries/${id}`),
]
const statuses = async (who = scene.clerk) => {
  const found: Record<string, number> = {}
  for (const path of reads()) found[path] = (await who.get(`/api/payments/${path}`)).status
  return new Set(Object.values(found))
}
const writes = async () => {
  const found: unknown[] = []
  for (const [mutation, type] of [
    ['syncBillToErp', 'BILL'],
    ['syncBillPaymentToErp', 'BILL_PAYMENT'],
    ['syncAchLoadToErp', 'ACH_LOAD'],
  ] as const) {
    const { body } = await scene.clerk.graphql(`mutation ($id: ID!) { ${mutation}(id: $id) { id } }`, {
      id: entries[type],
    })
    found.push(body.errors?.[0]?.extensions?.code)
  }
  for (const [kind, type] of [
    ['bill', 'BILL'],
    ['bill-payment', 'BILL_PAYMENT'],
    ['ach-load', 'ACH_LOAD'],
  ] as const)
    found.push(
      (await scene.clerk.call('DELETE', `/api/payments/general-ledger-entries/${kind}/${entries[type]}`)).status,
    )
  return found
}

describe('a company without payment accounting', () => {
  it('no one reads its books, and nothing of them is sent or deleted, admins included', async () => {
    expect(await statuses()).toEqual(new Set([200]))
    await turn(false)
    expect(await statuses()).toEqual(new Set([403]))
    expect(await statuses(scene.admin)).toEqual(new Set([403]))
    expect(await writes()).toEqual([...Array(3).fill('FORBIDDEN'), ...Array(3).fill(403)])
    await turn(true)
    expect(await statuses()).toEqual(new Set([200]))
  })

  it('a person without access to payments is refused with the part on', async () => {
    expect(await statuses(scene.member)).toEqual(new Set([403]))
  })

  it('exactly these operations belong to the part', () => {
    const found = operations().filter(({ access }) => access === 'payments.accounting')
    expect(found.map(({ id }) => id).toSorted()).toEqual(OF_THE_PART.toSorted())
  })

  it('its bills are posted, and make no entries to be sent, until it has the part', async () => {
    const own = await makeBillScene({ flags: ['paymentsEnabled'] })
    const billId = await enter(own)
    await follow(own)
    expect(await rows('SELECT type FROM ledger_entries WHERE bill_id = ?', billId)).toEqual([{ type: 'BILL' }])
    expect(await rows('SELECT 1 FROM ledger_syncs WHERE company_id = ?', own.company.id)).toEqual([])
  })
})
