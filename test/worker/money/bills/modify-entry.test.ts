import { beforeEach, describe, expect, it } from 'vitest'
import type { CompanyFlag } from '../../../../schema/shared/permissions.ts'
import { newId } from '../../../../worker/core/clock.ts'
import {
  addErp,
  addRuleSet,
  type BillScene,
  bookedOf,
  decide,
  enter,
  follow,
  makeBillScene,
  readBill,
} from '../../../support/worker/bills.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { always } from '../../../support/worker/spend.ts'
import type { Client } from '../../../support/worker/world.ts'

/** Booking an approved bill otherwise before it is sent: the ledger stays balanced, and amounts and dates stay. */

const FLAGS: CompanyFlag[] = ['paymentsEnabled', 'enablePaymentAccounting', 'enableCurrencies']
const MODIFY = 'mutation ($input: ModifyBillEntryInput!) { modifyBillEntry(input: $input) { id } }'

let scene: BillScene
let hardwareId: string
beforeEach(async () => {
  scene = await makeBillScene({ flags: FLAGS })
  const of = { connection_id: scene.connectionId }
  hardwareId = await addErp(scene.company.id, 'ACCOUNT', 'Hardware', { ...of, number: '6200' })
  await addRuleSet(scene.company, { levels: [always('Approver', scene.people.approver.userId)] })
})

const approved = async (more = {}): Promise<string> => {
  const id = await enter(scene, more)
  await decide(scene.approver, id)
  await follow(scene)
  return id
}
const modify = async (input: object, client: Client = scene.clerk) => (await client.graphql(MODIFY, { input })).body
const faultOf = async (input: object, client?: Client) => (await modify(input, client)).errors?.[0]?.extensions
const entryOf = async () =>
  (await scene.clerk.get('/api/payments/general-ledger-entries?filter=UNSYNCED')).body.edges[0].node
const sentOf = async (id: string) => (await scene.clerk.get(`/api/payments/general-ledger-entries/${id}`)).body
/** Sums by account and month; each currency adds up to zero. */
const booked = (): Promise<{ account: string; month: string; sum: number }[]> =>
  rows(
    `SELECT iif(p.account = 'EXPENSE', o.name, p.account) AS account, substr(p.date, 1, 7) AS month, SUM(p.amount_minor) AS sum
       FROM ledger_postings p JOIN ledger_entries e ON e.id = p.entry_id LEFT JOIN erp_objects o ON o.id = p.erp_account_id
      WHERE e.company_id = ? GROUP BY 1, 2 HAVING SUM(p.amount_minor) <> 0 ORDER BY 1, 2`,
    scene.company.id,
  )

describe('changing where a bill is booked', () => {
  it('other accounts are in the ledger, in what will be sent and on the bill, without new approvals', async () => {
    const id = await approved()
    const entry = await entryOf()
    const [line] = (await readBill(scene.clerk, id)).lines
    const lines = [
      { id: line.id, amount: 100_000, memo: 'Servers', erpAccountId: hardwareId },
      { amount: 20_000, memo: 'Support', ...bookedOf(scene) },
    ]
    expect((await modify({ id: entry.id, lines })).data).toEqual({ modifyBillEntry: { id } })
    expect(await booked()).toEqual([
      { account: 'Hardware', month: '2026-11', sum: 100_000 },
      { account: 'PAYABLE', month: '2026-11', sum: -120_000 },
      { account: 'Software', month: '2026-11', sum: 20_000 },
    ])
    const bill = await readBill(scene.clerk, id)
    expect(bill).toMatchObject({ status: 'APPROVED', version: 1, entryRevision: 1, totalAmount: { value: 120_000 } })
    expect(bill.lines[0].id).toBe(line.id)
    const sent = await sentOf(entry.id)
    expect(sent).toMatchObject({ state: 'UNSYNCED', problems: [], amount: { value: 120_000 } })
    expect(sent.bill.lines).toMatchObject([
      { memo: 'Servers', erpAccount: { name: 'Hardware' }, erpDepartment: null, amount: { value: 100_000 } },
      { memo: 'Support', erpAccount: { name: 'Software' }, erpDepartment: { name: 'R&D' } },
    ])
    const report = (await scene.clerk.get('/api/payments/bills/line-items?search=servers')).body
    expect(report.edges).toMatchObject([{ node: { erpAccount: { name: 'Hardware' }, amount: { value: 100_000 } } }])
    const history = (await scene.clerk.get(`/api/audit-logs?targetType=BILL&targetId=${id}`)).body
    expect(JSON.stringify(history)).toContain('Changed where the bill is booked')
  })

  it('changed again and again, the ledger has only what holds now', async () => {
    const id = await approved()
    for (const erpAccountId of [hardwareId, scene.accountId, hardwareId])
      expect((await modify({ id, lines: [{ amount: 120_000, erpAccountId }] })).errors).toBeUndefined()
    await follow(scene)
    expect(await booked()).toEqual([
      { account: 'Hardware', month: '2026-11', sum: 120_000 },
      { account: 'PAYABLE', month: '2026-11', sum: -120_000 },
    ])
    expect((await readBill(scene.clerk, id)).entryRevision).toBe(3)
  })

  it('an expense spread over months is moved in each of its months', async () => {
    const id = await approved({ amortizationStartDate: '2026-11-01', amortizationEndDate: '2026-12-31' })
    await modify({ id, lines: [{ amount: 120_000, erpAccountId: hardwareId }] })
    expect((await booked()).filter(({ account }) => account === 'Hardware' || account === 'Software')).toEqual([
      { account: 'Hardware', month: '2026-11', sum: 60_000 },
      { account: 'Hardware', month: '2026-12', sum: 60_000 },
    ])
  })

  it('lines that don’t add up to the bill are refused, and nothing changes', async () => {
    const id = await approved()
    const before = await booked()
    const fault = await faultOf({ id, lines: [{ amount: 119_999, erpAccountId: hardwareId }] })
    expect(fault.fields).toEqual({
      lines: 'The lines add up to $1,199.99, but the bill is $1,200.00. Change the amounts of the lines',
    })
    expect(await booked()).toEqual(before)
  })

  it.each([
    ['no account', { lines: [{ amount: 120_000 }] }, 'lines.0.erpAccountId', 'Required'],
    ['no lines', { lines: [] }, 'lines', 'Add at least one line'],
    [
      'half an amortization',
      { lines: [{ amount: 120_000, erpAccountId: 'x', amortizationStartDate: '2026-01-01' }] },
      'lines.0.amortizationEndDate',
      'Enter the last day too',
    ],
    [
      'another total',
      { totalAmount: 1, lines: [{ amount: 120_000, erpAccountId: 'x' }] },
      'totalAmount',
      'This changes only with new approvals. Edit the bill instead',
    ],
    [
      'another number',
      { invoiceNumber: 'OTHER', lines: [{ amount: 120_000, erpAccountId: 'x' }] },
      'invoiceNumber',
      'This changes only with new approvals. Edit the bill instead',
    ],
  ])('with %s it is refused beside the field', async (_, more, field, message) => {
    const id = await approved()
    expect((await faultOf({ id, ...more })).fields).toMatchObject({ [field]: message })
  })

  it('a program that repeats what the bill says is understood', async () => {
    const id = await approved({ invoiceNumber: 'SAME' })
    const bill = await readBill(scene.clerk, id)
    const head = {
      ...{ invoiceNumber: 'SAME', invoiceId: bill.invoice.id, invoiceDate: bill.invoiceDate },
      ...{ totalAmount: 120_000, erpEntityId: bill.erpEntityId },
    }
    expect((await modify({ id, ...head, lines: [{ amount: 120_000, erpAccountId: hardwareId }] })).errors).toBe(
      undefined,
    )
  })

  it('a bill that isn’t approved, or whose approval can still be undone, has no entry to change', async () => {
    const pending = await enter(scene)
    const lines = [{ amount: 120_000, erpAccountId: hardwareId }]
    expect(await faultOf({ id: pending, lines })).toMatchObject({ reason: 'NOT_APPROVED' })
    await decide(scene.approver, pending)
    expect(await faultOf({ id: pending, lines })).toMatchObject({ reason: 'NOT_BOOKED' })
    await follow(scene)
    expect((await modify({ id: pending, lines })).errors).toBeUndefined()
  })

  it('while it is on its way to the accounting system it can’t be changed', async () => {
    const id = await approved()
    const entry = await entryOf()
    await run(
      `INSERT INTO erp_entries (id, company_id, connection_id, owner_kind, owner_id, kind, state, send_key, updated_at, created_at, entry)
       VALUES (?1, ?2, 'c', 'LEDGER_SYNC', ?3, 'BILL', 'SENDING', 'k', 1, 1, '{}')`,
      ...[newId(), scene.company.id, entry.id],
    )
    expect(await faultOf({ id, lines: [{ amount: 120_000, erpAccountId: hardwareId }] })).toMatchObject({
      reason: 'SENDING',
    })
  })

  it('two people change it at once, and the second learns that it has changed', async () => {
    const id = await approved()
    const input = (erpAccountId: string) => ({ id, version: 0, lines: [{ amount: 120_000, erpAccountId }] })
    expect((await modify(input(hardwareId))).errors).toBeUndefined()
    expect(await faultOf(input(scene.accountId))).toMatchObject({ reason: 'STALE_VERSION' })
  })

  it('approvers, members without payments and other companies don’t change it', async () => {
    const id = await approved()
    const input = { id, lines: [{ amount: 120_000, erpAccountId: hardwareId }] }
    expect(await faultOf(input, scene.approver)).toMatchObject({ code: 'FORBIDDEN' })
    const other = await makeBillScene({ flags: FLAGS })
    expect(await faultOf(input, other.clerk)).toMatchObject({ code: 'NOT_FOUND' })
    const theirs = { id, lines: [{ amount: 120_000, erpAccountId: other.accountId }] }
    expect((await faultOf(theirs)).fields).toEqual({ 'lines.0.erpAccountId': 'This isn’t a valid option' })
  })
})

describe('options of the accounting system', () => {
  const OPTIONS = `query ($e: ID, $s: String) { erpOptions(erpEntityId: $e, search: $s) {
    accounts { id name number } departments { name } entities { name } currencies { name } } }`
  const read = async (client: Client, v: Record<string, unknown> = {}) => (await client.graphql(OPTIONS, v)).body

  it('options are the company’s own active ones, found by name or number', async () => {
    await addErp(scene.company.id, 'ACCOUNT', 'Closed', { is_active: 0 })
    const { data } = await read(scene.clerk)
    expect(data.erpOptions).toMatchObject({
      accounts: [
        { name: 'Hardware', number: '6200' },
        { name: 'Software', number: '6100' },
      ],
      ...{ departments: [{ name: 'R&D' }], entities: [{ name: 'Acme US' }], currencies: [] },
    })
    expect((await read(scene.clerk, { s: '6200' })).data.erpOptions.accounts).toMatchObject([{ name: 'Hardware' }])
    expect((await read(scene.member)).errors[0].extensions.code).toBe('FORBIDDEN')
  })

  it('an entity has only the options that it uses', async () => {
    const of = { connection_id: scene.connectionId }
    const only = (entityErpIds: string[]) => ({ ...of, details: JSON.stringify({ entityErpIds }) })
    await addErp(scene.company.id, 'ACCOUNT', 'Of another', only(['elsewhere']))
    await addErp(scene.company.id, 'ACCOUNT', 'Of its own', only([scene.erpEntityId]))
    const { data } = await read(scene.clerk, { e: scene.erpEntityId })
    const names = data.erpOptions.accounts.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['Hardware', 'Of its own', 'Software'])
    expect((await read(scene.clerk, { e: 'nothing' })).errors[0].extensions.code).toBe('NOT_FOUND')
  })
})
