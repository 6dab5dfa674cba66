import { beforeAll, expect, it } from 'vitest'
import { readBill } from '../../../support/worker/bills.ts'
import { type ForeignScene, makeForeignScene } from '../../../support/worker/foreign-bills.ts'
import { rows, run } from '../../../support/worker/sessions.ts'

/** What was stored is shown and sent: the rate, and not one that rounded amounts come to. */

let scene: ForeignScene
let billId: string
beforeAll(async () => {
  scene = await makeForeignScene()
  await scene.setRate('JPY', '0.006607')
  billId = await scene.approve({ currency: 'JPY', amounts: [7] })
})

const listed = async (path: string) => (await scene.clerk.get(`/api/payments/${path}`)).body.edges[0]?.node

it('a bill, its lines and the lists say the rate that was recorded', async () => {
  expect((await readBill(scene.clerk, billId)).currency).toMatchObject({ symbol: 'JPY', exchangeRate: 0.006607 })
  expect((await listed('bills')).currency).toMatchObject({ symbol: 'JPY', exchangeRate: 0.006607 })
  expect((await listed('bills/line-items')).bill.currency).toMatchObject({ exchangeRate: 0.006607 })
})

it('the accounting system gets the rate that was posted, unless its books are in another currency', async () => {
  const [entry] = await rows<{ id: string; rate: string }>(
    "SELECT id, facts ->> 'exchangeRate' AS rate FROM ledger_syncs WHERE owner_id = ?",
    billId,
  )
  expect(entry?.rate).toBe('0.006607')
  const shown = (await scene.clerk.get(`/api/payments/general-ledger-entries/${entry?.id}`)).body
  expect(shown.bill).toMatchObject({ exchangeRate: '0.006607' })
  const { status } = await scene.clerk.graphql('mutation ($id: ID!) { syncBillToErp(id: $id) { id } }', {
    id: entry?.id,
  })
  expect(status).toBe(200)
  const sent = async () =>
    (
      await rows<{ rate: string | null }>(
        "SELECT entry ->> 'exchangeRate' AS rate FROM erp_entries WHERE company_id = ? AND owner_id = ?",
        ...[scene.company.id, entry?.id],
      )
    )[0]
  expect(await sent()).toEqual({ rate: '0.006607' })
  await run("UPDATE erp_connections SET currency = 'EUR' WHERE company_id = ?", scene.company.id)
  await scene.clerk.graphql('mutation ($id: ID!) { syncBillToErp(id: $id) { id } }', { id: entry?.id })
  expect(await sent()).toEqual({ rate: null })
})
