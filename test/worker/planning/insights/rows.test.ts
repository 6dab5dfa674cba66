import { beforeAll, describe, expect, it } from 'vitest'
import { addRuleSet, file, lineOf, makeSpendScene, type SpendScene } from '../../../support/worker/spend.ts'
import { addTransactions, sumMonths } from '../../../support/worker/transactions.ts'
import { type Client, signIn } from '../../../support/worker/world.ts'

/** What stands behind the figures of a plan: its transactions, services and spend requests. */

const TABLE = [
  'Department\tVendor\tCategory\t2026-01\t2026-02\t2026-03\t2026-04\t2026-05\t2026-06',
  'Eng\tCloud\tTools\t100\t100\t100\t100\t100\t100',
  'Law\tFirm\tAdvice\t10\t10\t10\t10\t10\t10',
  'Law\tNowhere\tAdvice\t1\t1\t1\t1\t1\t1',
].join('\n')

let scene: SpendScene
let planId: string
const item: Record<string, string> = {}
const unit: Record<string, string> = {}

const itemsOf = async (kind: string): Promise<{ id: string; name: string }[]> =>
  (await scene.admin.get(`/api/plans/${planId}/items/${kind}?first=100`)).body.edges.map(
    ({ node }: { node: { id: string; name: string } }) => node,
  )
const link = async (kind: string, name: string, target: string) => {
  const id = item[name]
  const { status } = await scene.admin.post(`/api/plans/${planId}/items/${kind}`, {
    changes: [{ id, targetIds: [target] }],
  })
  expect(status).toBe(200)
}

const service = async (name: string, more: object, client = scene.admin) => {
  const { status, body } = await client.post('/api/services', { name, ...more })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id as string
}
const period = (startDate: string, endDate: string, totalServicePeriodCost: number) => ({
  servicePeriods: [{ startDate, endDate, totalServicePeriodCost, currency: 'USD' }],
})

beforeAll(async () => {
  scene = await makeSpendScene(['enableSpendRequests', 'enableBusinessUnits', 'isErpLinked'])
  const { company, admin, people } = scene
  Object.assign(unit, { Eng: scene.departmentId, Cloud: scene.vendorId, Tools: scene.categoryId })
  unit.Law = await company.add('departments', 'Legal')
  unit.Firm = await company.add('vendors', 'Firm LLP')
  unit.Advice = await company.add('spend_categories', 'Advice')
  const made = await admin.post('/api/plans/import', {
    ...{ name: 'Plan', description: '', startYearMonth: '2026-01', endYearMonth: '2026-06', table: TABLE },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  planId = made.body.id
  for (const [kind, names] of [
    ['DEPARTMENTS', ['Eng', 'Law']],
    ['VENDORS', ['Cloud', 'Firm']],
    ['EXPENSE_CATEGORIES', ['Tools', 'Advice']],
  ] as const) {
    for (const { id, name } of await itemsOf(kind)) item[name] = id
    for (const name of names) await link(kind, name, unit[name] ?? '')
  }
  await addTransactions(company.id, [
    { memo: 'Servers', date: '2026-02-03', departmentId: unit.Eng, vendorId: unit.Cloud, categoryId: unit.Tools },
    { memo: 'Advice', date: '2026-02-04', departmentId: unit.Law, vendorId: unit.Firm, categoryId: unit.Advice },
    { memo: 'Later', date: '2026-05-04', departmentId: unit.Eng, vendorId: unit.Cloud, categoryId: unit.Tools },
    { memo: 'Of no one', date: '2026-02-05' },
  ])
  await sumMonths(company.id)
  // From mid January on: $1,200.00 in four months, of which January has 17 of 31 days.
  await service('Hosting', {
    ...{ vendorId: unit.Cloud, spendCategoryId: unit.Tools, departmentIds: [unit.Eng] },
    ...period('2026-02-01', '2026-05-31', 120_000),
  })
  await service('Counsel', {
    ...{ vendorId: unit.Firm, spendCategoryId: unit.Advice, departmentIds: [unit.Law, unit.Eng] },
    ...period('2026-01-01', '2026-02-28', 50_000),
  })
  await service('Over', { vendorId: unit.Cloud, ...period('2025-01-01', '2025-12-31', 50_000) })
  const archived = await service('Archived', { vendorId: unit.Cloud, ...period('2026-01-01', '2026-12-31', 50_000) })
  expect((await admin.post('/api/services/archive', { serviceIds: [archived], archived: true })).status).toBe(200)
  await addRuleSet(company, { levels: [] })
  await file(scene, {
    ...{ description: 'Licences', serviceStartDate: '2026-02-10', serviceEndDate: '2026-05-09' },
    lines: [lineOf(scene, 90_001), lineOf(scene, 30_000, { departmentId: unit.Law, categoryId: unit.Advice })],
  })
  await file(scene, { description: 'Once', serviceStartDate: '2026-03-02', serviceEndDate: null, vendorId: unit.Firm })
  await file(scene, { description: 'Next year' })
  unit.lead = people.approver.userId
})

const FIELDS = {
  groupedTransactions: 'edges { node { memo } }',
  groupedServices:
    'serviceName startDate endDate currency totalServicePeriodCost amortizedCost departmentName owners { id } cursor',
  groupedSpendRequests: 'displayName status amortizedCost { value currency } cursor',
}
const ask = async (field: keyof typeof FIELDS, more = '', who: Client = scene.admin) => {
  const months = /startYearMonth/.test(more) ? '' : 'startYearMonth: "2026-02", endYearMonth: "2026-04"'
  const type = /type:/.test(more) ? '' : 'type: expense'
  const { body } = await who.graphql(`{ ${field}(planId: "${planId}" ${type} ${months} ${more}) { ${FIELDS[field]} } }`)
  expect(body.errors, JSON.stringify(body.errors)).toBeUndefined()
  return body.data[field]
}
const memos = async (more: string, who?: Client): Promise<string[]> =>
  (await ask('groupedTransactions', more, who)).edges.map(({ node }: { node: { memo: string } }) => node.memo)
const names = async (more: string, who?: Client): Promise<string[]> =>
  (await ask('groupedServices', more, who)).map(({ serviceName }: { serviceName: string }) => serviceName)
const requests = async (more: string, who?: Client): Promise<[string, number][]> =>
  (await ask('groupedSpendRequests', more, who)).map(
    ({ displayName, amortizedCost }: { displayName: string; amortizedCost: { value: number } }) => [
      displayName,
      amortizedCost.value,
    ],
  )

describe('the transactions behind a figure of a plan', () => {
  it('they are of the months, and of what the items are linked to', async () => {
    expect((await memos('')).sort()).toEqual(['Advice', 'Of no one', 'Servers'])
    expect(await memos(`inDepartmentIds: ["${item.Eng}"]`)).toEqual(['Servers'])
    expect(await memos(`inVendorIds: ["${item.Cloud}", "${item.Firm}"] notInCategoryIds: ["${item.Advice}"]`)).toEqual([
      'Servers',
    ])
    expect(await memos('inDepartmentIds: ["none"]')).toEqual(['Of no one'])
    expect((await memos('notInDepartmentIds: ["none"]')).sort()).toEqual(['Advice', 'Servers'])
  })

  it('an item that is linked to nothing has none', async () => {
    expect(await memos(`inVendorIds: ["${item.Nowhere}"]`)).toEqual([])
    expect(await names(`inVendorIds: ["${item.Nowhere}"]`)).toEqual([])
    expect(await requests(`inVendorIds: ["${item.Nowhere}"]`)).toEqual([])
    // To leave out nothing leaves out nothing.
    expect((await memos(`notInVendorIds: ["${item.Nowhere}"]`)).length).toBe(3)
  })
})

describe('the services behind a figure of a plan', () => {
  it('they run in the months, and say what these cost', async () => {
    expect(await ask('groupedServices', `inVendorIds: ["${item.Cloud}"]`)).toEqual([
      {
        ...{ serviceName: 'Hosting', startDate: '2026-02-01', endDate: '2026-05-31', currency: 'USD' },
        // Three of four whole months.
        ...{ totalServicePeriodCost: 120_000, amortizedCost: 90_000, departmentName: 'Engineering', owners: [] },
        cursor: expect.any(String),
      },
    ])
    const [counsel] = await ask('groupedServices', `inCategoryIds: ["${item.Advice}"]`)
    expect(counsel).toMatchObject({ serviceName: 'Counsel', amortizedCost: 25_000 })
    expect(await names(`inCategoryIds: ["${item.Advice}"] startYearMonth: "2026-03", endYearMonth: "2026-06"`)).toEqual(
      [],
    )
  })

  it('departments of several are found, or left out, by each of them', async () => {
    expect((await names(`inDepartmentIds: ["${item.Eng}"]`)).sort()).toEqual(['Counsel', 'Hosting'])
    expect(await names(`inDepartmentIds: ["${item.Law}"]`)).toEqual(['Counsel'])
    expect(await names(`notInDepartmentIds: ["${item.Law}"]`)).toEqual(['Hosting'])
    expect(await names('inLocationIds: ["none"] notInDepartmentIds: ["none"]')).toEqual(['Hosting', 'Counsel'])
    expect(await names('inDepartmentIds: ["none"]')).toEqual([])
  })

  it('revenue has none', async () => {
    expect(await names('type: revenue')).toEqual([])
    expect(await requests('type: revenue')).toEqual([])
  })

  it('a list continues after any of its rows', async () => {
    const [first, second] = await ask('groupedServices', '')
    const after = await ask('groupedServices', `first: 1, after: ${JSON.stringify(first.cursor)}`)
    expect(after).toEqual([second])
    expect(await ask('groupedServices', `after: ${JSON.stringify(second.cursor)}`)).toEqual([])
  })
})

describe('the spend requests behind a figure of a plan', () => {
  it('they say what the months cost, of the lines that are asked for', async () => {
    // $900.01 and $300.00 in three months from February on, and $12,000.00 at once in March.
    expect(await requests('')).toEqual([
      ['Firm LLP: Once', 1_200_000],
      ['Acme Cloud: Licences', 120_001],
    ])
    expect(await requests('startYearMonth: "2026-02", endYearMonth: "2026-03"')).toEqual([
      ['Firm LLP: Once', 1_200_000],
      ['Acme Cloud: Licences', 80_000],
    ])
    expect(await requests(`inDepartmentIds: ["${item.Law}"]`)).toEqual([['Acme Cloud: Licences', 30_000]])
    expect(await requests(`notInVendorIds: ["${item.Cloud}"]`)).toEqual([['Firm LLP: Once', 1_200_000]])
    expect(await requests('inBusinessUnitIds: ["none"]')).toHaveLength(2)
    expect(await requests('inLocationIds: ["none"]')).toHaveLength(2)
    expect(await requests('notInLocationIds: ["none"]')).toEqual([])
  })

  it('they can be of one status', async () => {
    const of = async (status: string) => (await requests(`status: ${status}`)).length
    expect([await of('APPROVED'), await of('PENDING'), await of('REJECTED')]).toEqual([2, 0, 0])
  })

  it('a lead sees those that involve them', async () => {
    const { company } = scene
    const lead = await company.addPerson({ flags: ['hasDepartmentAccess'] })
    await company.addToDepartment(unit.Eng ?? '', lead.userId)
    const ofEng = await signIn(company, lead)
    expect(await requests('', ofEng)).toEqual([])
    // Their own department's transactions only, and the services that everyone sees.
    expect(await memos('', ofEng)).toEqual(['Servers'])
    expect(await names('', ofEng)).toHaveLength(2)
  })
})

it('months in the wrong order are refused beside the last one', async () => {
  const { body } = await scene.admin.graphql(
    `{ groupedServices(planId: "${planId}" type: expense startYearMonth: "2026-04" endYearMonth: "2026-02") { serviceId } }`,
  )
  expect(body.errors[0].extensions.fields).toEqual({
    endYearMonth: 'The last month must not be before the first one.',
  })
})
