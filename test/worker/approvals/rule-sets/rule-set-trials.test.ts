import { beforeAll, describe, expect, it } from 'vitest'
import { spendFacts } from '../../../../schema/approvals/rule-sets/spend-facts.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { type PastSubject, registerPastSubjects } from '../../../../worker/features/approvals/rule-sets/index.ts'
import { asks, makeRuleSetScene, RULE_SETS, type RuleSetScene } from '../../../support/worker/rule-set-scene.ts'
import { storeDecision } from '../../../support/worker/stored-blocks.ts'

/** Trying rule sets with a made-up spend request, and with past ones. */

let scene: RuleSetScene
let setId: string
let setName: string

const level = (number: number, rules: object) => ({ number, ...rules })
const usd = (value: number) => ({ value, currency: 'USD' })

beforeAll(async () => {
  scene = await makeRuleSetScene()
  const { id, name } = await scene.create()
  setId = id
  setName = name
  await scene.save(id, {
    departmentIds: [scene.engineering],
    customFields: [
      { id: 'region', label: 'Region', type: 'SINGLE_CHOICE', options: [{ id: 'eu', label: 'EU' }] },
      { label: 'Note', type: 'TEXT' },
    ],
    levels: [
      level(1, {
        costRules: [asks([scene.dana.userId], { min: 0 }), asks([scene.omar.userId], { min: 1_000_000 })],
        contractLengthRules: [asks([scene.omar.userId], { min: 24, label: 'Long contract' })],
        customFieldRules: [
          asks([scene.omar.userId], { label: 'Data', customFieldId: 'region', customFieldOptionId: 'eu' }),
        ],
      }),
    ],
  })
})

const simulate = async (request: object, draft?: object) =>
  (await scene.admin.post(`${RULE_SETS}/simulate`, { request, ...(draft && { draft }) })).body
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
const asked = (body: any): string[] =>
  body.plan.levels.flatMap((each: { blocks: { label: string; approvers: { name: string }[] }[] }) =>
    each.blocks.flatMap(({ label, approvers }) => approvers.map(({ name }) => `${name}: ${label}`)),
  )
const line = (value: number, departmentId = scene.engineering) => ({ amount: usd(value), departmentId })

describe('a made-up spend request', () => {
  it('its lines are added up, and the rule with the highest minimum that is reached asks', async () => {
    expect(asked(await simulate({ lines: [line(600_000), line(300_000)] }))).toEqual([`Dana Finance: ${setName}`])
    expect(asked(await simulate({ lines: [line(600_000), line(400_000)] }))).toEqual([`Omar Legal: ${setName}`])
  })

  it('a contract of two years and a day is longer than two years, and one of two years is that long', async () => {
    const dates = { serviceStartDate: '2026-01-01' }
    const labels = async (serviceEndDate: string) =>
      asked(await simulate({ ...dates, serviceEndDate, lines: [line(1)] })).filter((text) => text.includes('Long'))
    expect(await labels('2027-12-31')).toEqual(['Omar Legal: Long contract'])
    expect(await labels('2027-11-30')).toEqual([])
    expect(await labels('2028-01-01')).toEqual(['Omar Legal: Long contract'])
  })

  it('a set that doesn’t cover it says why, and its custom fields don’t appear', async () => {
    const outside = await simulate({ lines: [line(5_000_000, scene.sales)] })
    expect(outside.plan.levels).toEqual([])
    expect(outside.customFields).toEqual([])
    expect(outside.considered).toEqual([
      { id: setId, name: setName, holds: false, reason: 'Department is Sales, not Engineering' },
    ])
    const inside = await simulate({ lines: [line(1)] })
    expect(inside.customFields.map(({ label }: { label: string }) => label)).toEqual(['Region', 'Note'])
  })

  it('a custom field counts by its option, and the reason names it', async () => {
    const body = await simulate({ lines: [line(1)], customFields: { region: 'eu' } })
    expect(asked(body)).toContain('Omar Legal: Data')
    const block = body.plan.levels[0].blocks.find(({ label }: { label: string }) => label === 'Data')
    expect(block.reason).toBe('Region is EU')
  })

  it('a requester never approves, and the admins are asked with the reason', async () => {
    const body = await simulate({ requestorUserId: scene.dana.userId, lines: [line(1)] })
    // The person who tries it files for the requester, so no admin is left.
    expect(body.plan.problem).toContain('only the requester could approve')
  })

  it('a draft is tried in place of the saved set and changes nothing', async () => {
    const draft = {
      spendRuleSetId: setId,
      levels: [level(1, { noConditionRules: [asks([scene.omar.userId], { label: 'Always Omar' })] })],
    }
    expect(asked(await simulate({ lines: [line(1)] }, draft))).toEqual(['Omar Legal: Always Omar'])
    expect((await scene.read(setId)).version).toBe(2)
    const broken = { spendRuleSetId: setId, levels: [level(1, { noConditionRules: [{ id: 'x', ...asks([]) }] })] }
    expect((await simulate({}, broken)).fields).toHaveProperty('x')
  })

  it('lines of two currencies are refused beside the second', async () => {
    const lines = [line(1), { amount: { value: 1, currency: 'EUR' } }]
    expect((await simulate({ lines })).fields).toEqual({ 'request.lines.1.amount': 'All lines have the same currency' })
  })

  it('a requester of another company isn’t found', async () => {
    const other = await makeRuleSetScene()
    expect((await simulate({ requestorUserId: other.dana.userId })).code).toBe('NOT_FOUND')
  })
})

describe('past spend requests', () => {
  const past: PastSubject[] = []
  const subject = (title: string, value: number): PastSubject => ({
    ...{ id: newId(), title, href: `/spend-requests/${title}`, submittedAt: Date.now() - value },
    ...{ requestorUserId: scene.adminPerson.userId, requestorName: 'Maya Admin' },
    known: spendFacts({
      ...{ total: { value, currency: 'USD' }, isNewVendor: false, startDate: null, endDate: null },
      ...{ categories: [], departments: [scene.engineering], businessUnits: [], entities: [] },
      ...{ customFields: [], nameOf: () => undefined },
    }),
  })
  const backtest = async (body: object) => (await scene.admin.post(`${RULE_SETS}/${setId}/backtest`, body)).body
  const draft = () => ({
    levels: [
      level(1, { costRules: [asks([scene.dana.userId], { min: 0 })] }),
      level(2, { costRules: [asks([scene.omar.userId], { min: 500_000 })] }),
    ],
  })

  it('without any, nothing is replayed', async () => {
    const other = await makeRuleSetScene()
    const { id } = await other.create()
    expect((await other.admin.post(`${RULE_SETS}/${id}/backtest`, {})).body).toEqual({
      ...{ looked: 0, hoursAdded: null, people: [], requests: [] },
    })
  })

  it('the replay says who gains and who loses an approval, and how much longer it takes', async () => {
    registerPastSubjects({
      kind: 'A_TEST',
      rules: 'SPEND_REQUEST',
      newest: async ({ actor }) => (actor.companyId === scene.company.id ? past : []),
    })
    past.push(subject('small', 100_000), subject('middle', 600_000), subject('large', 2_000_000))
    const before = await backtest(draft())
    expect(before).toMatchObject({ looked: 3, hoursAdded: null })
    // Dana took two hours and Omar five, each from when they could decide.
    for (const [userId, hours] of [
      [scene.dana.userId, 2],
      [scene.omar.userId, 5],
    ] as const) {
      const of = { targetType: 'SPEND_REQUEST', targetId: past[0]?.id ?? '', run: hours }
      await storeDecision(scene.company.id, of, userId, hours)
    }
    const after = await backtest(draft())
    expect(
      after.requests.map(({ title, hoursAdded }: PastSubject & { hoursAdded: number }) => [title, hoursAdded]),
    ).toEqual([
      // Omar also decides after Dana.
      ['middle', 5],
      // Dana also decides before Omar.
      ['large', 2],
    ])
    expect(after.hoursAdded).toBe(7)
    expect(after.people).toEqual([
      { userId: scene.dana.userId, name: 'Dana Finance', gains: 1, loses: 0 },
      { userId: scene.omar.userId, name: 'Omar Legal', gains: 1, loses: 0 },
    ])
  })

  it('a draft that couldn’t be saved isn’t replayed', async () => {
    const body = await backtest({ levels: [level(1, { noConditionRules: [{ id: 'x', ...asks([]) }] })] })
    expect(body.fields).toHaveProperty('x')
  })
})
