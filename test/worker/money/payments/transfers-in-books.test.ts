import { beforeEach, expect, it } from 'vitest'
import { addErpObject } from '../../../support/worker/fixtures/mappings.ts'
import {
  addBank,
  createAccount,
  deliver,
  onboard,
  type PayingCompany,
  passAtStripe,
  payingCompany,
  settled,
} from '../../../support/worker/payments.ts'
import { rows, run } from '../../../support/worker/sessions.ts'

/** Transfers are to be in the accounting system as they are in the ledger. */

let scene: PayingCompany
let bank: string
beforeEach(async () => {
  scene = await payingCompany()
  await createAccount(scene)
  await onboard(scene)
  bank = await addBank(scene)
})

const load = async (amount: number): Promise<string> => {
  const { body } = await scene.payer.post('/api/payments/load-funds', { paymentMethodId: bank, amount })
  await settled()
  return body.id
}

it('what arrives, goes back and comes back is to be in the accounting system too', async () => {
  const { company } = scene
  await run(
    "UPDATE companies SET flags = json_set(flags, '$.enablePaymentAccounting', json('true')) WHERE id = ?",
    company.id,
  )
  await run(
    `INSERT INTO erp_connections (id, company_id, system, account_id, name, currency, state, step, read_from,
       is_full_wanted, connected_by_user_id, connected_at)
     VALUES (?1, ?1, 'QUICKBOOKS', ?1, 'Labs', 'USD', 'CONNECTED', 'COMPLETE', '2024-01-01', 0, 'someone', 0)`,
    company.id,
  )
  const entity = await addErpObject(company.id, 'ENTITY')
  const attach = `/api/payments/payment-methods/${bank}/attach-to-erp-entity`
  expect((await scene.admin.post(attach, { erpEntityId: entity })).status).toBe(200)
  const loadId = await load(9000)
  passAtStripe(60_000)
  await deliver(scene.stripe)
  const back = { paymentMethodId: bank, amount: 4000 }
  const { body } = await scene.payer.post('/api/payments/transfer-funds-to-bank-account', back)
  await settled()
  passAtStripe(60_000)
  await deliver(scene.stripe)
  const other = await addBank(scene, { accountNumber: '000555555559' })
  bank = other
  const returnedId = await load(7000)
  passAtStripe(60_000)
  await deliver(scene.stripe)
  passAtStripe(600_000)
  await deliver(scene.stripe)
  const entries = await rows<{ type: string; ownerId: string; amount: number; entity: string | null; title: string }>(
    `SELECT type, owner_id AS ownerId, amount_minor AS amount, facts ->> 'erpEntityId' AS entity, title
       FROM ledger_syncs WHERE company_id = ? ORDER BY amount_minor, type`,
    company.id,
  )
  expect(entries).toEqual([
    { type: 'ACH_LOAD_REVERSAL', ownerId: body.id, amount: 4000, entity, title: expect.stringContaining('$40.00') },
    { type: 'ACH_LOAD', ownerId: returnedId, amount: 7000, entity: null, title: expect.stringContaining('$70.00') },
    {
      ...{ type: 'ACH_LOAD_REVERSAL', ownerId: returnedId, amount: 7000, entity: null },
      title: expect.stringMatching(/^Returned: \$70\.00/),
    },
    { type: 'ACH_LOAD', ownerId: loadId, amount: 9000, entity, title: expect.stringContaining('$90.00') },
  ])
  const posted = await rows('SELECT type FROM ledger_entries WHERE company_id = ?', company.id)
  expect(posted).toHaveLength(entries.length)
  const listed = await scene.payer.get('/api/payments/general-ledger-entries?filter=UNSYNCED')
  expect(listed.body.edges).toHaveLength(4)
})
