import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { registerBillFollower } from '../../../../worker/features/money/bills/index.ts'
import {
  addRuleSet,
  type BillScene,
  blocksOf,
  bodyOf,
  bookedOf,
  decide,
  enter,
  follow,
  makeBillScene,
  readBill,
} from '../../../support/worker/bills.ts'
import { costOf } from '../../../support/worker/contract.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { always, fromCost } from '../../../support/worker/spend.ts'

let scene: BillScene

beforeAll(async () => {
  scene = await makeBillScene()
  const { approver, admin } = scene.people
  await addRuleSet(scene.company, {
    name: 'Every bill',
    levels: [always('Owner', approver.userId), fromCost(5_000_000, 'Finance', admin.userId)],
  })
})

const labels = async (id: string) => (await blocksOf(scene.admin, id)).map((block: { label: string }) => block.label)

describe('entering a bill', () => {
  it('plans it by the rule sets of bills, and the page says what was entered', async () => {
    const id = await enter(scene, { invoiceNumber: 'INV-0001' })
    expect(await readBill(scene.clerk, id)).toMatchObject({
      status: 'PENDING',
      invoiceNumber: 'INV-0001',
      displayName: 'Acme Cloud Inc INV-0001',
      erpVendor: { id: scene.erpVendorId, name: 'Acme Cloud Inc' },
      erpEntity: { name: 'Acme US' },
      vendor: { id: scene.vendorId, name: 'Acme Cloud' },
      totalAmount: { value: 120_000, currency: 'USD' },
      invoiceDate: '2026-11-01',
      dueDate: '2026-12-01',
      isCredit: false,
      version: 1,
      canEdit: true,
      lines: [
        {
          amount: { value: 120_000, currency: 'USD' },
          erpAccount: { name: 'Software', generalLedgerAccountNumber: '6100' },
          erpDepartmentMapping: { name: 'R&D' },
          category: { name: 'Software' },
          department: { name: 'Engineering' },
        },
      ],
      billPayment: null,
      syncEntry: null,
    })
    expect(await labels(id)).toEqual(['Owner'])
    const big = { totalAmount: 5_000_000, lines: [{ amount: 5_000_000, ...bookedOf(scene) }] }
    expect(await labels(await enter(scene, big))).toEqual(['Owner', 'Finance'])
  })

  it.each([
    ['no invoice', { invoiceId: '' }, 'invoiceId', 'Required'],
    ['no vendor', { erpVendorId: '' }, 'erpVendorId', 'Required'],
    ['no entity', { erpEntityId: '' }, 'erpEntityId', 'Required'],
    ['no number', { invoiceNumber: ' ' }, 'invoiceNumber', 'Required'],
    ['no such day', { dueDate: '2026-13-01' }, 'dueDate', 'There is no month 13. Months are 01 to 12'],
    ['a due date before', { dueDate: '2026-10-01' }, 'dueDate', 'The due date is before the invoice date'],
    ['nothing', { totalAmount: 0 }, 'totalAmount', 'Enter an amount above zero'],
    ['parts of a cent', { totalAmount: 0.5 }, 'totalAmount', 'Amounts are whole minor units'],
    [
      'lines that miss the total',
      { totalAmount: 120_001 },
      'totalAmount',
      'The lines don’t add up to the total. Change the total or the lines',
    ],
    ['no lines', { lines: [] }, 'lines', 'Add at least one line'],
    ['half an amortization', { amortizationStartDate: '2026-01-01' }, 'amortizationEndDate', 'Enter the last day too'],
    ['a line without an account', { lines: [{ amount: 120_000 }] }, 'lines.0.erpAccountId', 'Required'],
  ])('with %s it is refused beside the field', async (_, more, field, message) => {
    const answer = await scene.clerk.post('/api/payments/bills', await bodyOf(scene, more))
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toMatchObject({ [field]: message })
  })

  it('another company’s vendor, account, entity and invoice are no options', async () => {
    const other = await makeBillScene()
    const theirs = await bodyOf(other)
    const answer = await scene.clerk.post('/api/payments/bills', {
      ...theirs,
      invoiceNumber: 'foreign',
    })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields).sort()).toEqual([
      'erpEntityId',
      'erpVendorId',
      'invoiceId',
      'lines.0.erpAccountId',
      'lines.0.erpDepartmentMappingId',
    ])
  })

  it('a repeated command enters one bill', async () => {
    const body = await bodyOf(scene)
    const commandId = newId()
    const [first, second] = [
      await scene.clerk.post('/api/payments/bills', body, commandId),
      await scene.clerk.post('/api/payments/bills', body, commandId),
    ]
    expect(first.status).toBe(200)
    expect(second.body).toEqual(first.body)
  })

  it('takes at most four round trips', async () => {
    const answer = await scene.clerk.post('/api/payments/bills', await bodyOf(scene), newId())
    expect(answer.status).toBe(200)
    expect(costOf(answer).trips).toBeLessThanOrEqual(4)
  })

  it('without rule sets it is approved at once', async () => {
    const other = await makeBillScene()
    expect(await readBill(other.clerk, await enter(other))).toMatchObject({ status: 'APPROVED', progress: 100 })
  })

  it('without an accounting system it needs neither accounts nor entities, and can name a new vendor', async () => {
    const other = await makeBillScene({ connected: false })
    const body = {
      ...(await bodyOf(other, { lines: [{ amount: 120_000, memo: 'Rent' }] })),
      ...{ erpVendorId: '', erpEntityId: '', newErpVendorName: 'New Landlord', shouldCreateVendor: true },
      ownerId: other.people.admin.userId,
    }
    const answer = await other.admin.post('/api/payments/bills', body)
    expect(answer.body).toMatchObject({ version: 1 })
    const shown = await readBill(other.admin, answer.body.id)
    expect(shown).toMatchObject({ erpVendor: { name: 'New Landlord' }, vendor: { name: 'New Landlord' } })
    const vendors = (await other.admin.get('/api/erp-vendors?search=landlord')).body.edges
    expect(vendors[0].node).toMatchObject({ name: 'New Landlord', status: 'PENDING', vendorId: shown.vendor.id })
    const again = await other.admin.post('/api/payments/bills', { ...body, invoiceNumber: 'other' })
    expect(again.body.fields.newErpVendorName).toBe('A vendor with this name already exists. Choose it')
  })
})

describe('who sees a bill', () => {
  it('a bill is seen by people who work with payments, its approvers and its watchers, and no one else', async () => {
    const id = await enter(scene)
    for (const client of [scene.clerk, scene.colleague, scene.admin, scene.approver])
      expect((await client.get(`/api/payments/bills/${id}`)).status).toBe(200)
    expect((await scene.member.get(`/api/payments/bills/${id}`)).status).toBe(404)
    const other = await makeBillScene()
    expect((await other.admin.get(`/api/payments/bills/${id}`)).status).toBe(404)
    const names = async (client: BillScene['clerk'], query = '') =>
      (await client.get(`/api/payments/bills${query}`)).body.edges.map(({ node }: { node: { id: string } }) => node.id)
    expect(await names(scene.colleague)).toContain(id)
    expect(await names(scene.approver, '?filter=ACTION_REQUIRED')).toContain(id)
    expect(await names(scene.clerk, '?filter=ACTION_REQUIRED')).not.toContain(id)
    expect(await names(scene.member)).toEqual([])
    const waiting = (await scene.approver.get('/api/payments/bills/needs-attention')).body
    expect(waiting.find((item: { id: string }) => item.id === id)).toMatchObject({ isDelegate: false })
  })

  it('an approver can’t change or delete it', async () => {
    const id = await enter(scene)
    const body = await bodyOf(scene)
    expect((await scene.approver.call('PUT', `/api/payments/bills/${id}`, { body })).status).toBe(403)
    expect((await scene.approver.call('DELETE', `/api/payments/bills/${id}`)).status).toBe(403)
  })
})

describe('changing a bill', () => {
  it('by a colleague asks the approvers again, says what changed, and bars the colleague from approving', async () => {
    const id = await enter(scene)
    const body = await bodyOf(scene, {
      totalAmount: 130_000,
      lines: [{ amount: 130_000, memo: 'November', ...bookedOf(scene) }],
    })
    const answer = await scene.colleague.call('PUT', `/api/payments/bills/${id}`, { body: { ...body, version: 1 } })
    expect(answer.body).toEqual({ id, version: 2 })
    const { changes } = (await scene.approver.get(`/api/payments/bills/${id}/changes?since=1`)).body
    expect(changes.map(({ label }: { label: string }) => label)).toContain('Total')
    const stale = await scene.colleague.call('PUT', `/api/payments/bills/${id}`, { body: { ...body, version: 1 } })
    expect(stale.status).toBe(409)
  })

  it('an approved one is approved again, and its new amount is not approved until then', async () => {
    const id = await enter(scene)
    expect((await decide(scene.approver, id)).body.status).toBe('APPROVED')
    const body = await bodyOf(scene, { totalAmount: 9, lines: [{ amount: 9, ...bookedOf(scene) }] })
    expect((await scene.clerk.call('PUT', `/api/payments/bills/${id}`, { body })).status).toBe(200)
    expect(await readBill(scene.clerk, id)).toMatchObject({ status: 'PENDING', run: 2, totalAmount: { value: 9 } })
  })

  it('deleting it frees its number', async () => {
    const id = await enter(scene, { invoiceNumber: 'GONE-1' })
    expect((await scene.clerk.call('DELETE', `/api/payments/bills/${id}`)).status).toBe(204)
    expect((await scene.clerk.get(`/api/payments/bills/${id}`)).status).toBe(404)
    await enter(scene, { invoiceNumber: 'GONE-1' })
  })
})

describe('what follows from an approval', () => {
  it('each approval starts what follows once, with the bill as it was approved', async () => {
    const seen: string[] = []
    registerBillFollower({
      name: 'test',
      approved: ({ db }, bill) => {
        seen.push(`${bill.id} ${bill.run} ${bill.content.totalAmount} ${bill.vendorName}`)
        return { statements: [db.sql('SELECT 1')] }
      },
      reopened: (_, bill) => {
        seen.push(`${bill.id} reopened ${bill.run}`)
        return { statements: [] }
      },
    })
    const id = await enter(scene)
    await decide(scene.approver, id)
    await follow(scene)
    expect(seen.filter((each) => each.startsWith(id))).toEqual([`${id} 1 120000 Acme Cloud Inc`])
    const body = await bodyOf(scene)
    await scene.clerk.call('PUT', `/api/payments/bills/${id}`, { body })
    await follow(scene, 'bill.reopened')
    await decide(scene.approver, id)
    await follow(scene)
    expect(seen.filter((each) => each.startsWith(id)).slice(1)).toEqual([
      `${id} reopened 2`,
      `${id} 2 120000 Acme Cloud Inc`,
    ])
    const left = await rows(
      'SELECT 1 FROM outbox WHERE company_id = ? AND topic = ? AND done_at IS NULL',
      scene.company.id,
      'bill.settled',
    )
    expect(left).toEqual([])
  })

  it('a rejection starts nothing, and the corrected bill starts a new run', async () => {
    const id = await enter(scene)
    await decide(scene.approver, id, 'REJECTED')
    expect(await readBill(scene.clerk, id)).toMatchObject({ status: 'REJECTED', canEdit: true })
    const answer = await scene.clerk.call('PUT', `/api/payments/bills/${id}`, { body: await bodyOf(scene) })
    expect(answer.status).toBe(200)
    expect(await readBill(scene.clerk, id)).toMatchObject({ status: 'PENDING', run: 2 })
  })
})

describe('the ledger', () => {
  const entries = (id: string) =>
    rows<{ memo: string; reverses_id: string | null }>(
      'SELECT memo, reverses_id FROM ledger_entries WHERE company_id = ? AND bill_id = ? ORDER BY created_at, id',
      scene.company.id,
      id,
    )

  it('an approved bill is owed once, and no longer while its approvals run again or after it is deleted', async () => {
    const id = await enter(scene, { invoiceNumber: 'OWED-1' })
    await decide(scene.approver, id)
    expect(await entries(id)).toEqual([])
    await follow(scene)
    await follow(scene)
    expect(await entries(id)).toEqual([{ memo: 'Bill OWED-1 of Acme Cloud Inc', reverses_id: null }])
    await scene.clerk.call('PUT', `/api/payments/bills/${id}`, { body: await bodyOf(scene) })
    await follow(scene, 'bill.reopened')
    expect((await entries(id)).map((entry) => entry.reverses_id !== null)).toEqual([false, true])
    await decide(scene.approver, id)
    await follow(scene)
    await scene.clerk.call('DELETE', `/api/payments/bills/${id}`)
    await follow(scene, 'bill.reopened')
    expect((await entries(id)).filter((entry) => entry.reverses_id !== null)).toHaveLength(2)
    expect(await entries(id)).toHaveLength(4)
  })
})

describe('rule sets of bills', () => {
  it('plan bills and not spend requests, and take only what bills have', async () => {
    const other = await makeBillScene()
    const create = 'mutation { createBillRuleSet(name: "Large bills") { id } }'
    const { id } = (await other.admin.graphql(create)).body.data.createBillRuleSet
    const approverUserIds = [other.people.approver.userId]
    const rule = { min: 100_000, approverType: 'CUSTOM_APPROVERS', approverUserIds }
    const path = `/api/bill-rule-sets/${id}/levels`
    const contract = await other.admin.post(path, {
      levels: [{ number: 1, contractLengthRules: [{ ...rule, min: 12 }] }],
    })
    expect(contract.status).toBe(400)
    expect((await other.admin.post(path, { levels: [{ number: 1, costRules: [rule] }] })).status).toBe(200)
    expect((await other.admin.get('/api/spend-rule-sets')).body).toEqual([])
    expect((await other.admin.get(`/api/spend-rule-sets/${id}`)).status).toBe(404)
    expect((await blocksOf(other.admin, await enter(other))).length).toBe(1)
    const small = { totalAmount: 5, lines: [{ amount: 5, ...bookedOf(other) }] }
    expect((await readBill(other.admin, await enter(other, small))).status).toBe('APPROVED')
    const preview = await other.clerk.post('/api/payments/bills/approvers-preview', {
      totalAmount: 100_000,
      billLines: [],
    })
    expect(preview.body.levels[0].blocks[0].approvers[0].name).toBe('Paul Approver')
  })

  it('cover bills by the departments and categories that their accounts are mapped to', async () => {
    const other = await makeBillScene()
    await addRuleSet(other.company, {
      name: 'Engineering',
      departments: [other.departmentId],
      levels: [always('Owner', other.people.approver.userId)],
    })
    expect((await readBill(other.admin, await enter(other))).status).toBe('PENDING')
    const elsewhere = { lines: [{ amount: 120_000, erpAccountId: other.accountId }] }
    expect((await readBill(other.admin, await enter(other, elsewhere))).status).toBe('APPROVED')
  })
})
