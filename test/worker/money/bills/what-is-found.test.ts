import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { AppError } from '../../../../worker/core/errors.ts'
import { createLogger } from '../../../../worker/core/log.ts'
import { orRelease } from '../../../../worker/features/money/bills/release.ts'
import { writtenBetween } from '../../../support/worker/between.ts'
import { addOrder } from '../../../support/worker/billed-orders.ts'
import {
  addErp,
  type BillScene,
  bodyOf,
  bookedOf,
  enter,
  follow,
  makeBillScene,
  readBill,
} from '../../../support/worker/bills.ts'
import { rows, run } from '../../../support/worker/sessions.ts'

/** Which bills a filter finds and adds up, and which of a line's facts and of its bill's are used. */

let scene: BillScene
beforeEach(async () => {
  scene = await makeBillScene({ flags: ['paymentsEnabled', 'enablePaymentAccounting'] })
})

const of = (amount: number) => ({ totalAmount: amount, lines: [{ amount, ...bookedOf(scene) }] })
const get = async (path: string) => {
  const { status, body } = await scene.clerk.get(`/api/payments/bills${path}`)
  expect([path, status]).toEqual([path, 200])
  return body
}

describe('filters and totals of bills', () => {
  it('the first and the last day of a filter are within it, in bills and in their lines', async () => {
    for (const [invoiceNumber, invoiceDate, dueDate] of [
      ['A-1', '2026-10-31', '2026-11-30'],
      ['A-2', '2026-11-01', '2026-12-01'],
      ['A-3', '2026-11-02', '2026-12-02'],
    ] as const)
      await enter(scene, { invoiceNumber, invoiceDate, dueDate, ...of(100) })
    const found = async (query: string) =>
      (await get(query)).edges
        .map(({ node }: { node: { invoiceNumber?: string; bill?: { invoiceNumber: string } } }) => {
          return node.invoiceNumber ?? node.bill?.invoiceNumber
        })
        .toSorted()
    expect(await found('?invoicedFrom=2026-11-01&invoicedTo=2026-11-01')).toEqual(['A-2'])
    expect(await found('?dueFrom=2026-12-01&dueTo=2026-12-01')).toEqual(['A-2'])
    expect(await found('?invoicedFrom=2026-11-01')).toEqual(['A-2', 'A-3'])
    expect(await found('?dueTo=2026-12-01')).toEqual(['A-1', 'A-2'])
    expect(await found('/line-items?invoicedFrom=2026-11-01&invoicedTo=2026-11-01')).toEqual(['A-2'])
  })

  it('a text is found in a bill’s number, description and vendor', async () => {
    await enter(scene, { invoiceNumber: 'ZEBRA-1', description: 'Paper', ...of(100) })
    await enter(scene, { invoiceNumber: 'B-1', description: 'A giraffe', ...of(200) })
    const other = await addErp(scene.company.id, 'VENDOR', 'Lion Ltd', { connection_id: scene.connectionId })
    await enter(scene, { invoiceNumber: 'B-2', erpVendorId: other, ...of(300) })
    const found = async (text: string) =>
      (await get(`?search=${text}`)).edges.map(({ node }: { node: { invoiceNumber: string } }) => node.invoiceNumber)
    expect(await found('zebra')).toEqual(['ZEBRA-1'])
    expect(await found('giraffe')).toEqual(['B-1'])
    expect(await found('lion')).toEqual(['B-2'])
  })

  it('the latest bill of a vendor is neither a deleted one nor another vendor’s', async () => {
    const other = await addErp(scene.company.id, 'VENDOR', 'Other', { connection_id: scene.connectionId })
    const first = await enter(scene, of(100))
    const deleted = await enter(scene, of(200))
    await enter(scene, { erpVendorId: other, ...of(300) })
    expect((await scene.clerk.call('DELETE', `/api/payments/bills/${deleted}`)).status).toBe(204)
    expect(await get(`/latest-by-erp-vendor/${scene.erpVendorId}`)).toMatchObject({ id: first })
  })

  it('an order in another currency is not what a typed bill is compared with', async () => {
    const order = await addOrder(scene, { currency: 'EUR' })
    const typed = (currency: string) =>
      scene.clerk.post('/api/payments/bills/approvers-preview', {
        ...{ totalAmount: 130_000, currency, erpVendorId: scene.erpVendorId, purchaseOrderId: order.id },
        billLines: [{ amount: 130_000, erpAccountId: scene.accountId, purchaseOrderLineId: order.lineIds[0] }],
      })
    const answer = await typed('USD')
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer.body)).not.toContain('over what')
  })

  it('a credit takes its amount off the total', async () => {
    await enter(scene, of(10_000))
    await enter(scene, { ...of(3_000), isCredit: true })
    expect(await get('/totals')).toMatchObject({ count: 2, amounts: [{ value: 7_000, currency: 'USD', count: 2 }] })
    expect(await get('/totals?isCredit=true')).toMatchObject({
      amounts: [{ value: -3_000, currency: 'USD', count: 1 }],
    })
  })
})

describe('a line and its bill', () => {
  it('the tax code of a line comes before that of its bill', async () => {
    const [own, whole] = [
      await addErp(scene.company.id, 'TAX_CODE', 'Reduced', { connection_id: scene.connectionId }),
      await addErp(scene.company.id, 'TAX_CODE', 'Standard', { connection_id: scene.connectionId }),
    ]
    const lines = [
      { amount: 100, memo: 'Own', ...bookedOf(scene), erpTaxCodeId: own },
      { amount: 200, memo: 'None', ...bookedOf(scene) },
    ]
    const id = await enter(scene, { totalAmount: 300, lines, erpTaxCodeId: whole })
    await follow(scene)
    const [sync] = await rows<{ facts: string }>('SELECT facts FROM ledger_syncs WHERE owner_id = ?', id)
    const sent = JSON.parse(sync?.facts ?? '{}').lines as { memo: string; erpTaxCodeId: string }[]
    expect(Object.fromEntries(sent.map(({ memo, erpTaxCodeId }) => [memo, erpTaxCodeId]))).toEqual({
      ...{ Own: own, None: whole },
    })
  })
})

describe('a bill that is refused', () => {
  const refused = async (more: (outsider: string) => object, field: string) => {
    const gone = await scene.company.addPerson({ name: 'Gina Gone', disabled: true })
    const body = await bodyOf(scene, { invoiceNumber: 'TAKEN-1', ...of(500) })
    const { status, body: answer } = await scene.admin.post('/api/payments/bills', { ...body, ...more(gone.userId) })
    expect([status, Object.keys(answer.fields)]).toEqual([400, [field]])
    expect(await rows('SELECT 1 FROM bill_numbers WHERE company_id = ?', scene.company.id)).toEqual([])
    // Someone else's bill with the number can be entered at once.
    const entered = await scene.colleague.post('/api/payments/bills', body)
    expect([entered.status, entered.body.message]).toEqual([200, undefined])
  }

  it('one in the name of someone who left keeps nothing, and its number stays free', () =>
    refused((userId) => ({ createdById: userId }), 'createdById'))

  it('one with a watcher who left keeps nothing, and its number stays free', () =>
    refused((userId) => ({ watcherIds: [userId] }), 'watcherIds'))

  it.each([
    ['gives its number back if the approvals refuse it', new AppError('RULE_BROKEN', 'No one could approve it.'), 0],
    ['keeps its number while no one knows whether they took it', new Error('Broken off'), 1],
  ])('one that is entered %s', async (_, error, left) => {
    const { company } = scene
    const id = newId()
    await run(
      `INSERT INTO bill_numbers (company_id, erp_vendor_id, invoice_key, bill_id, reserved_at) VALUES (?, ?, '7', ?, ?)`,
      ...[company.id, scene.erpVendorId, id, Date.now()],
    )
    const context = {
      ...{ db: new Database(env.DB, 'first-primary'), actor: { companyId: company.id } },
      log: createLogger({}, 'error'),
    } as Parameters<typeof orRelease>[0]
    await expect(orRelease(context, id, Promise.reject(error))).rejects.toBe(error)
    expect(await rows('SELECT 1 FROM bill_numbers WHERE bill_id = ?', id)).toHaveLength(left)
  })
})

describe('where a bill is booked', () => {
  it('changed weeks later, every month has what it would have had from the start', async () => {
    const id = await enter(scene, { ...of(1_000), invoiceDate: '2026-03-10', dueDate: '2026-04-10' })
    await follow(scene)
    const other = await addErp(scene.company.id, 'ACCOUNT', 'Hardware', { connection_id: scene.connectionId })
    const { body } = await scene.clerk.graphql(
      'mutation ($input: ModifyBillEntryInput!) { modifyBillEntry(input: $input) { id } }',
      { input: { id, lines: [{ amount: 1_000, memo: '', ...bookedOf(scene), erpAccountId: other }] } },
    )
    expect(body.errors).toBeUndefined()
    const booked = await rows(
      `SELECT p.erp_account_id AS account, substr(p.date, 1, 7) AS month, SUM(p.amount_minor) AS sum
         FROM ledger_postings p WHERE p.company_id = ? AND p.account = 'EXPENSE' GROUP BY 1, 2 HAVING sum <> 0`,
      scene.company.id,
    )
    expect(booked).toEqual([{ account: other, month: '2026-03', sum: 1_000 }])
  })
})

describe('two people who book one bill otherwise', () => {
  it('the later of both is refused, and nothing of theirs is written', async () => {
    const id = await enter(scene, of(1_000))
    await follow(scene)
    const [line] = (await readBill(scene.clerk, id)).lines
    const other = await addErp(scene.company.id, 'ACCOUNT', 'Hardware', { connection_id: scene.connectionId })
    const modify = () =>
      scene.clerk.graphql('mutation ($input: ModifyBillEntryInput!) { modifyBillEntry(input: $input) { id } }', {
        input: {
          id,
          version: 0,
          lines: [{ id: line.id, amount: 1_000, memo: 'Mine', ...bookedOf(scene), erpAccountId: other }],
        },
      })
    const { answer, seen } = await writtenBetween(scene.company.id, modify, [
      ['UPDATE bills SET entry_revision = entry_revision + 1 WHERE id = ?', id],
    ])
    expect(answer.body.errors?.[0]?.extensions?.code, JSON.stringify(answer.body)).toBe('CONFLICT')
    expect(seen.bills).toEqual(
      (await rows('SELECT * FROM bills WHERE company_id = ?', scene.company.id)).map((row) => JSON.stringify(row)),
    )
  })
})
