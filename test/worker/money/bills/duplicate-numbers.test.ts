import { beforeAll, expect, it } from 'vitest'
import {
  addErp,
  addRuleSet,
  type BillScene,
  blocksOf,
  bodyOf,
  bookedOf,
  decide,
  enter,
  makeBillScene,
  readBill,
} from '../../../support/worker/bills.ts'
import { run } from '../../../support/worker/sessions.ts'
import { always } from '../../../support/worker/spend.ts'

/** Two bills with one invoice number. */

let scene: BillScene
beforeAll(async () => {
  scene = await makeBillScene()
  await addRuleSet(scene.company, { name: 'Every bill', levels: [always('Owner', scene.people.approver.userId)] })
})

it('the second is refused and names the first, unless an admin says why', async () => {
  const id = await enter(scene, { invoiceNumber: 'INV-0042' })
  const body = await bodyOf(scene, { invoiceNumber: 'inv 42' })
  const refused = await scene.clerk.post('/api/payments/bills', body)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ reason: 'DUPLICATE_BILL', details: { bill: { id, reason: 'NUMBER' } } })
  expect(refused.body.fields.invoiceNumber).toContain('with this invoice number already')
  const reason = { ...body, duplicateReason: 'The vendor reused the number' }
  const byClerk = await scene.clerk.post('/api/payments/bills', reason)
  expect(byClerk.body.fields.duplicateReason).toContain('Only an admin')
  const byAdmin = await scene.admin.post('/api/payments/bills', reason)
  expect(byAdmin.status).toBe(200)
  const shown = await readBill(scene.admin, byAdmin.body.id)
  expect(shown.duplicateAllowed).toMatchObject({ billId: id, reason: 'The vendor reused the number' })
  expect((await decide(scene.approver, id)).status).toBe(200)
  expect((await decide(scene.approver, byAdmin.body.id)).status).toBe(200)
})

it('no one approves one that has become a duplicate, by decision or by bypass, until an admin lets it through', async () => {
  const [id, other] = [await enter(scene, { invoiceNumber: 'LATE-1' }), await enter(scene)]
  const [block] = await blocksOf(scene.admin, id)
  const bypass = () => scene.admin.post(`/api/bill-level-group-statuses/${block.id}/bypass`, { approverNote: 'Urgent' })
  // As if both had been entered for vendors that are one by now.
  await run(
    'UPDATE bills SET (invoice_key, invoice_number) = (SELECT invoice_key, invoice_number FROM bills WHERE id = ?2) WHERE id = ?1',
    other,
    id,
  )
  const refused = { status: 409, body: { reason: 'DUPLICATE_BILL', details: { bill: { id: other } } } }
  expect(await decide(scene.approver, id)).toMatchObject(refused)
  expect(await bypass()).toMatchObject(refused)
  expect(await readBill(scene.clerk, id)).toMatchObject({ status: 'PENDING' })
  await run('UPDATE bills SET invoice_key = id, invoice_number = id WHERE id = ?', other)
  expect((await bypass()).status).toBe(200)
  expect(await readBill(scene.clerk, id)).toMatchObject({ status: 'APPROVED' })
})

it('at the same moment only one is entered', async () => {
  const bodies = await Promise.all(
    ['SAME-7', 'same 7', 'SAME 007'].map((invoiceNumber) => bodyOf(scene, { invoiceNumber })),
  )
  const answers = await Promise.all(bodies.map((body) => scene.clerk.post('/api/payments/bills', body)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

it('another vendor may use the number', async () => {
  const id = await enter(scene, { invoiceNumber: 'INV-0099' })
  const refused = await scene.clerk.post('/api/payments/bills', await bodyOf(scene, { invoiceNumber: 'INV-0099' }))
  expect(refused).toMatchObject({ status: 409, body: { details: { bill: { id } } } })
  const erpVendorId = await addErp(scene.company.id, 'VENDOR', 'Globex', { connection_id: scene.connectionId })
  const theirs = await enter(scene, { invoiceNumber: 'INV-0099', erpVendorId })
  expect(await readBill(scene.clerk, theirs)).toMatchObject({
    invoiceNumber: 'INV-0099',
    erpVendor: { name: 'Globex' },
  })
})

it('the same amount within days only warns', async () => {
  const [first, second] = [
    await enter(scene, { totalAmount: 77_700, lines: [{ amount: 77_700, ...bookedOf(scene) }] }),
    await enter(scene, {
      ...{ invoiceDate: '2026-11-15', totalAmount: 77_700, lines: [{ amount: 77_700, ...bookedOf(scene) }] },
    }),
  ]
  expect((await readBill(scene.clerk, second)).similarBills).toMatchObject([{ id: first, reason: 'AMOUNT' }])
  const later = await enter(scene, {
    ...{
      invoiceDate: '2026-11-30',
      dueDate: '',
      totalAmount: 77_700,
      lines: [{ amount: 77_700, ...bookedOf(scene) }],
    },
  })
  expect((await readBill(scene.clerk, later)).similarBills).toEqual([])
})

it('groups of digits tell numbers apart, also from bills whose key was made when they didn’t', async () => {
  const id = await enter(scene, { invoiceNumber: '2026-1-12' })
  const enters = async (invoiceNumber: string) =>
    (await scene.clerk.post('/api/payments/bills', await bodyOf(scene, { invoiceNumber }))).status
  expect(await enters('2026-01-12')).toBe(409)
  expect(await enters('2026-11-2')).toBe(200)
  await run("UPDATE bills SET invoice_key = '2026112' WHERE id = ?", id)
  await run("UPDATE bill_numbers SET invoice_key = '2026112' WHERE bill_id = ?", id)
  expect(await enters('2026/1/12')).toBe(409)
  expect(await enters('20-26-112')).toBe(200)
})
