import { beforeEach, expect, it } from 'vitest'
import { rowsOfCompany, writtenBetween } from '../../../support/worker/between.ts'
import {
  admin,
  company,
  figures,
  imported,
  items,
  link,
  makePlanScene,
} from '../../../support/worker/plans/plan-scene.ts'
import { addTransactions } from '../../../support/worker/transactions.ts'

/** Things in two rows of one plan aren't merged: what they cost would be counted in both. */

beforeEach(makePlanScene)

const TABLE = [
  'Department\tBusiness unit\tLocation\tVendor\tCategory\tJan 2026\tTotal',
  'North\tNorth\tNorth\tNorth\tNorth\t10\t10',
  'South\tSouth\tSouth\tSouth\tSouth\t20\t20',
].join('\n')

const KINDS = [
  ['DEPARTMENTS', 'departments', 'departments'],
  ['BUSINESS_UNITS', 'business_units', 'business-units'],
  ['LOCATIONS', 'locations', 'locations'],
  ['EXPENSE_CATEGORIES', 'spend_categories', 'spend-categories'],
  ['VENDORS', 'vendors', 'vendors'],
] as const

const merge = async (path: string, from: string, into: string) =>
  path === 'vendors'
    ? admin.post(`/api/vendors/${into}/merge`, { fromVendorId: from, choices: {}, version: 1, fromVersion: 1 })
    : admin.post(`/api/${path}/${from}/merge`, { intoId: into })

const linkedTo = async (planId: string, kind: string): Promise<Record<string, string[]>> =>
  Object.fromEntries(
    (await items(planId, kind)).map(({ name, linked }: { name: string; linked: { name: string }[] }) => [
      name,
      linked.map((each) => each.name).toSorted(),
    ]),
  )

it.each(KINDS)('%s in two rows of a plan are merged once both are in one row', async (kind, table, path) => {
  const [a, b] = [await company.add(table, 'Unit A'), await company.add(table, 'Unit B')]
  const planId = await imported(TABLE, { name: 'Regions', startYearMonth: '2026-01', endYearMonth: '2026-01' })
  await link(planId, kind, 'North', a)
  await link(planId, kind, 'South', b)
  const refused = await merge(path, a, b)
  expect([refused.status, refused.body.reason, refused.body.message]).toEqual([
    422,
    'SETTLE_FIRST',
    'Unit A can’t be merged into Unit B yet. The plan Regions has them in the rows “North” and “South”: link both to one row first.',
  ])
  expect(refused.body.details).toMatchObject([{ href: `/budget-tracking/budgets/${planId}` }])
  expect(await linkedTo(planId, kind)).toEqual({ North: ['Unit A'], South: ['Unit B'] })
  await link(planId, kind, 'North')
  await link(planId, kind, 'South', a, b)
  const merged = await merge(path, a, b)
  expect(merged.status, JSON.stringify(merged.body)).toBe(200)
  expect(await linkedTo(planId, kind)).toEqual({ North: [], South: ['Unit B'] })
})

it('vendors in rows of different plans are merged, each row counts what both cost, and undoing gives each its own', async () => {
  const [a, b] = [await company.add('vendors', 'Vendor A'), await company.add('vendors', 'Vendor B')]
  const [first, second] = [await imported(), await imported(undefined, { name: 'Next' })]
  await link(first, 'VENDORS', 'Acme', a)
  await link(second, 'VENDORS', 'Globex', b)
  await addTransactions(company.id, [
    { vendorId: a, date: '2026-01-31', amountMinor: 900 },
    { vendorId: b, date: '2026-01-31', amountMinor: 50 },
  ])
  const merged = await merge('vendors', a, b)
  expect(merged.status, JSON.stringify(merged.body)).toBe(200)
  const actual = async (planId: string) =>
    (await figures(planId, 'by=vendor')).rows.map((row) => row.actualTotal ?? 0).reduce((sum, each) => sum + each, 0)
  expect([await actual(first), await actual(second)]).toEqual([950, 950])
  const [{ id: mergeId }] = (await admin.get(`/api/vendors/${b}/merges`)).body
  expect((await admin.post(`/api/vendor-merges/${mergeId}/undo`, {})).status).toBe(200)
  expect([await linkedTo(first, 'VENDORS'), await linkedTo(second, 'VENDORS')]).toEqual([
    { Acme: ['Vendor A'], Globex: [] },
    { Acme: [], Globex: ['Vendor B'] },
  ])
})

it.each(KINDS)(
  '%s that someone links to another row just before they are merged stay apart',
  async (kind, table, path) => {
    const [a, b] = [await company.add(table, 'Unit A'), await company.add(table, 'Unit B')]
    const planId = await imported(TABLE, { name: 'Regions', startYearMonth: '2026-01', endYearMonth: '2026-01' })
    await link(planId, kind, 'North', a)
    const south = (await items(planId, kind)).find(({ name }: { name: string }) => name === 'South')
    const linked = path === 'vendors' ? 'plan_vendor_links' : 'plan_unit_links'
    const column = path === 'vendors' ? 'vendor_id' : 'unit_id'
    const { answer, seen } = await writtenBetween(company.id, () => merge(path, a, b), [
      [`INSERT INTO ${linked} (company_id, item_id, ${column}) VALUES (?, ?, ?)`, company.id, south.id, b],
    ])
    expect([answer.status, answer.body.code]).toEqual([409, 'CONFLICT'])
    expect(await rowsOfCompany(company.id)).toEqual(seen)
    expect((await merge(path, a, b)).body.reason).toBe('SETTLE_FIRST')
  },
)

it('a merge of vendors says in its preview what has to be settled first', async () => {
  const [a, b] = [await company.add('vendors', 'Vendor A'), await company.add('vendors', 'Vendor B')]
  const planId = await imported()
  const preview = async () => (await admin.get(`/api/vendors/${b}/merge-preview?fromVendorId=${a}`)).body.settleFirst
  await link(planId, 'VENDORS', 'Acme', a)
  expect(await preview()).toEqual([])
  await link(planId, 'VENDORS', 'Globex', b)
  expect(await preview()).toEqual([
    {
      kind: 'MAPPING',
      text: 'The plan Budget 2026 has them in the rows “Acme” and “Globex”: link both to one row first',
      href: `/budget-tracking/budgets/${planId}`,
    },
  ])
})
