import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import {
  addErp,
  addRuleSet,
  type BillScene,
  blocksOf,
  bookedOf,
  decide,
  enter,
  follow,
  makeBillScene,
} from '../../../support/worker/bills.ts'
import { always, fromCost } from '../../../support/worker/spend.ts'

/** Rule sets of bills tried before they are saved: with a made-up bill, with past bills, and with those in progress. */

let scene: BillScene
let setId: string
const path = (rest = '') => `/api/bill-rule-sets/${setId}${rest}`
const levels = (...all: object[]) => all.map((rules, at) => ({ number: at + 1, ...rules }))

beforeAll(async () => {
  scene = await makeBillScene()
  setId = await addRuleSet(scene.company, {
    name: 'Engineering bills',
    departments: [scene.departmentId],
    levels: [always('Owner', scene.people.approver.userId)],
  })
})

const usd = (value: number) => ({ value, currency: 'USD' })
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
const asked = (body: any): string[] =>
  body.plan.levels.flatMap((each: { blocks: { label: string; approvers: { name: string }[] }[] }) =>
    each.blocks.flatMap(({ label, approvers }) => approvers.map(({ name }) => `${name}: ${label}`)),
  )

describe('a made-up bill', () => {
  const simulate = async (bill: object, draft?: object) =>
    (await scene.admin.post('/api/bill-rule-sets/simulate', { bill, ...(draft && { draft }) })).body

  it('a bill is planned by the sets that cover it, and others say why they don’t cover it', async () => {
    const inside = await simulate({ lines: [{ amount: usd(100), departmentId: scene.departmentId }] })
    expect(asked(inside)).toEqual(['Paul Approver: Owner'])
    const outside = await simulate({ lines: [{ amount: usd(100) }] })
    expect(asked(outside)).toEqual([])
    expect(outside.considered).toMatchObject([{ id: setId, name: 'Engineering bills', holds: false }])
  })

  it('a draft is tried in place of the saved set and changes nothing', async () => {
    const rule = { ...always('Finance', scene.people.colleague.userId).noConditionRules[0] }
    const draft = { billRuleSetId: setId, departmentIds: [], levels: levels({ noConditionRules: [rule] }) }
    expect(asked(await simulate({ lines: [{ amount: usd(1) }] }, draft))).toEqual(['Carl Colleague: Finance'])
    expect((await scene.admin.get(path())).body.version).toBe(1)
    const contract = { ...draft, levels: levels({ contractLengthRules: [{ ...rule, id: 'x', min: 12 }] }) }
    expect((await simulate({}, contract)).fields).toHaveProperty('x')
  })

  it('a rule set of spend requests isn’t one of bills', async () => {
    const text = 'mutation { createSpendRuleSet(name: "All spending") { id } }'
    const { id } = (await scene.admin.graphql(text)).body.data.createSpendRuleSet
    expect((await simulate({}, { billRuleSetId: id })).code).toBe('NOT_FOUND')
    expect((await scene.admin.get(`/api/bill-rule-sets/${id}/versions`)).status).toBe(404)
  })

  it('lines of two currencies are refused beside the second', async () => {
    const lines = [{ amount: usd(1) }, { amount: { value: 1, currency: 'EUR' } }]
    expect((await simulate({ lines })).fields).toEqual({ 'bill.lines.1.amount': 'All lines have the same currency' })
  })
})

describe('past bills', () => {
  it('a backtest says who gains and who loses an approval, by the vendor being new then', async () => {
    const other = await makeBillScene()
    const id = await addRuleSet(other.company, {
      name: 'Every bill',
      levels: [always('Owner', other.people.approver.userId)],
    })
    const backtest = async (body: object) => (await other.admin.post(`/api/bill-rule-sets/${id}/backtest`, body)).body
    expect((await backtest({})).looked).toBe(0)
    const first = await enter(other, { invoiceNumber: 'FIRST' })
    await decide(other.approver, first)
    await follow(other)
    await enter(other, { invoiceNumber: 'SECOND' })
    const rule = { id: newId(), approverType: 'CUSTOM_APPROVERS', approverUserIds: [other.people.colleague.userId] }
    const result = await backtest({ levels: levels({ newVendorRules: [{ ...rule, newVendor: true }] }) })
    expect(result.looked).toBe(2)
    expect(result.requests).toEqual([
      expect.objectContaining({
        title: 'Acme Cloud Inc SECOND',
        gains: [],
        loses: [expect.objectContaining({ name: 'Paul Approver' })],
      }),
      expect.objectContaining({
        id: first,
        title: 'Acme Cloud Inc FIRST',
        href: `/payments/bills/${first}`,
        requestorName: 'Clara Clerk',
        gains: [expect.objectContaining({ name: 'Carl Colleague' })],
        loses: [expect.objectContaining({ name: 'Paul Approver' })],
      }),
    ])
    const outside = await backtest({ levels: [], period: { until: '2020-01-01' } })
    expect(outside.looked).toBe(0)
    expect((await other.admin.post('/api/spend-rule-sets/simulate', { request: {} })).body.considered).toEqual([])
  })
})

describe('versions', () => {
  it('each version says what it changed, in words, and can be read', async () => {
    const rule = { id: newId(), approverType: 'CUSTOM_APPROVERS', approverUserIds: [scene.people.admin.userId] }
    const content = { departmentIds: [], levels: levels({ costRules: [{ ...rule, min: 1_000_000 }] }) }
    const text = 'mutation { createBillRuleSet(name: "Large bills") { id } }'
    const { id } = (await scene.admin.graphql(text)).body.data.createBillRuleSet
    const saved = await scene.admin.call('PUT', `/api/bill-rule-sets/${id}`, { body: { ...content, version: 1 } })
    expect(saved.body).toEqual({ id, version: 2 })
    const stale = await scene.admin.call('PUT', `/api/bill-rule-sets/${id}`, {
      body: { departmentIds: [scene.departmentId], version: 1 },
    })
    expect(stale.status).toBe(409)
    const { versions } = (await scene.admin.get(`/api/bill-rule-sets/${id}/versions`)).body
    expect(versions.map(({ version, changes }: { version: number; changes: string[] }) => [version, changes])).toEqual([
      [2, ['Added “Amount is $10,000 or more” to level 1']],
      [1, ['Created the rule set']],
    ])
    expect((await scene.admin.get(`/api/bill-rule-sets/${id}/versions/1`)).body).toMatchObject({
      levels: [],
      version: 1,
    })
    expect((await scene.admin.get(`/api/bill-rule-sets/${id}/versions/3`)).status).toBe(404)
    expect((await scene.clerk.get(`/api/bill-rule-sets/${id}/versions`)).status).toBe(403)
  })
})

describe('bills in progress', () => {
  const find = async (of: BillScene, id: string) =>
    (await of.admin.post('/api/approvals/running', { changed: { kind: 'RULE_SET', id } })).body

  it('bills move to the saved version when an admin picks them, and keep theirs until then', async () => {
    const other = await makeBillScene()
    const { approver, colleague } = other.people
    const id = await addRuleSet(other.company, { name: 'Every bill', levels: [always('Owner', approver.userId)] })
    const waiting = await enter(other, { invoiceNumber: 'WAITS' })
    const approved = await enter(other)
    await decide(other.approver, approved)
    await other.admin.call('PUT', `/api/bill-rule-sets/${id}`, {
      body: { levels: levels(always('Owner', approver.userId), fromCost(100_000, 'Finance', colleague.userId)) },
    })
    expect((await blocksOf(other.admin, waiting)).length).toBe(1)
    const { requests } = await find(other, id)
    expect(requests).toMatchObject([
      { id: waiting, targetType: 'BILL', title: 'Acme Cloud Inc WAITS', href: `/payments/bills/${waiting}` },
    ])
    const move = { changed: { kind: 'RULE_SET', id }, requests: [{ targetType: 'BILL', id: waiting }] }
    expect((await other.admin.post('/api/approvals/running/move', move)).body.results).toMatchObject([{ ok: true }])
    expect((await blocksOf(other.admin, waiting)).map(({ label }: { label: string }) => label)).toEqual([
      'Owner',
      'Finance',
    ])
    expect((await find(other, id)).requests).toEqual([])
  })

  it('bills aren’t looked at when a rule set of spend requests changes', async () => {
    await enter(scene)
    const text = 'mutation { createSpendRuleSet(name: "Others") { id } }'
    const { id } = (await scene.admin.graphql(text)).body.data.createSpendRuleSet
    expect(await find(scene, id)).toMatchObject({ looked: 0, requests: [] })
  })
})

it('a vendor that isn’t mapped is known by its bills alone', async () => {
  const other = await makeBillScene()
  const plain = await addErp(other.company.id, 'VENDOR', 'Corner Shop', { connection_id: other.connectionId })
  const id = await addRuleSet(other.company, { name: 'None', levels: [] })
  const small = { erpVendorId: plain, totalAmount: 500, lines: [{ amount: 500, ...bookedOf(other) }] }
  await enter(other, small)
  await follow(other)
  await enter(other, small)
  const rule = { id: newId(), approverType: 'CUSTOM_APPROVERS', approverUserIds: [other.people.approver.userId] }
  const body = { levels: levels({ newVendorRules: [{ ...rule, newVendor: true }] }) }
  const result = (await other.admin.post(`/api/bill-rule-sets/${id}/backtest`, body)).body
  expect(result).toMatchObject({ looked: 2, requests: [{ gains: [{ name: 'Paul Approver' }] }] })
})
