import { beforeAll, describe, expect, it } from 'vitest'
import {
  admin,
  company,
  figures,
  imported,
  items,
  link,
  makePlanScene,
} from '../../../support/worker/plans/plan-scene.ts'
import { type Client, signIn } from '../../../support/worker/world.ts'

/** What people who lead a unit see of a plan: the lines of that unit, with every filter and in every lookup. */

const TABLE = [
  'Department\tBusiness unit\tVendor\tCategory\t2026-01\t2026-02',
  'IT\tLab\tAcme\tSoftware\t10\t1',
  'HR\tLab\tGlobex\tAdvice\t20\t2',
  'HR\tShop\tInitech\tAdvice\t40\t4',
].join('\n')

let planId: string
let ofLab: Client
let ofHr: Client
const vendors: Record<string, string> = {}
beforeAll(async () => {
  await makePlanScene()
  planId = await imported(TABLE)
  const [lab, hr] = [await company.add('business_units', 'Lab'), await company.add('departments', 'HR')]
  await link(planId, 'BUSINESS_UNITS', 'Lab', lab)
  await link(planId, 'DEPARTMENTS', 'HR', hr)
  for (const { id, name } of await items(planId, 'VENDORS')) vendors[name] = id
  const leadOfLab = await company.addPerson({ flags: ['hasBusinessUnitAccess'] })
  await company.addToBusinessUnit(lab, leadOfLab.userId)
  ofLab = await signIn(company, leadOfLab)
  const leadOfHr = await company.addPerson({ flags: ['hasDepartmentAccess'] })
  await company.addToDepartment(hr, leadOfHr.userId)
  ofHr = await signIn(company, leadOfHr)
})

const idsOf = (names: readonly string[]) => names.map((name) => `inVendorIds[]=${vendors[name]}`).join('&')
const ALL = ['Acme', 'Globex', 'Initech']

describe('a lead’s plan', () => {
  it.each([
    ['of a business unit', () => ofLab, { Acme: 1_100, Globex: 2_200 }, 3_300],
    ['of a department', () => ofHr, { Globex: 2_200, Initech: 4_400 }, 6_600],
    ['of everything', () => admin, { Acme: 1_100, Globex: 2_200, Initech: 4_400 }, 7_700],
  ] as const)('a lead %s sees the amounts of its lines, with and without a filter', async (_, who, expected, total) => {
    for (const query of ['by=vendor', `by=vendor&${idsOf(ALL)}`]) {
      const { rows, all } = await figures(planId, query, who())
      const seen = Object.fromEntries(rows.map(({ item, total: of }) => [item?.name ?? '', of]))
      expect({ query, seen, total: all.total }).toEqual({ query, seen: expected, total })
    }
    for (const [name, of] of Object.entries(expected)) {
      const { all } = await figures(planId, `by=category&${idsOf([name])}`, who())
      expect([name, all.total]).toEqual([name, of])
    }
  })

  it.each([
    ['of a business unit', () => ofLab, ['Acme', 'Globex']],
    ['of a department', () => ofHr, ['Globex', 'Initech']],
    ['of everything', () => admin, ALL],
  ] as const)('a lead %s finds its vendors only, in the list, by text and by id', async (_, who, expected) => {
    const names = async (query: string) =>
      (await who().get(`/api/plan-vendors?${query}`)).body.edges.map(
        ({ node }: { node: { name: string } }) => node.name,
      )
    expect(await names('')).toEqual(expected)
    expect(await names(`planId=${planId}`)).toEqual(expected)
    const ids = Object.values(vendors)
      .map((id) => `ids[]=${id}`)
      .join('&')
    const options = (await who().get(`/api/plan-vendor-select-options?planId=${planId}&${ids}`)).body
    expect(options.edges.map(({ node }: { node: { label: string } }) => node.label)).toEqual(expected)
    for (const name of ALL)
      expect(await names(`search=${name}`)).toEqual((expected as readonly string[]).includes(name) ? [name] : [])
  })
})
