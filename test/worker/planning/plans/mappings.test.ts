import { beforeAll, describe, expect, it } from 'vitest'
import { addErpObject } from '../../../support/worker/fixtures/mappings.ts'
import { admin, company, imported, items, link, makePlanScene } from '../../../support/worker/plans/plan-scene.ts'
import { type Client, signIn } from '../../../support/worker/world.ts'

/** What rows of plans are in the company and in the accounting system, as other programs read and change it. */

const TABLE = [
  'Department\tBusiness unit\tVendor\tCategory\t2026-01',
  'IT\tLab\tAcme\tSoftware\t10',
  'HR\tShop\tGlobex\tAdvice\t20',
].join('\n')

let planId: string
let lab: string
let acme: string
let erpAcme: string
let ofLab: Client
beforeAll(async () => {
  await makePlanScene()
  planId = await imported(TABLE, { name: 'Mapped' })
  lab = await company.add('business_units', 'Laboratory')
  acme = await company.add('vendors', 'Acme Corp')
  erpAcme = await addErpObject(company.id, 'VENDOR', { name: 'ACME LLC', vendorId: acme })
  await link(planId, 'BUSINESS_UNITS', 'Lab', lab)
  await link(planId, 'VENDORS', 'Acme', acme)
  const lead = await company.addPerson({ flags: ['hasBusinessUnitAccess'] })
  await company.addToBusinessUnit(lab, lead.userId)
  ofLab = await signIn(company, lead)
})

const ask = async (query: string, who = admin) => (await who.graphql(query)).body
const itemNamed = async (name: string, kind = 'VENDORS'): Promise<string> =>
  (await items(planId, kind)).find((each: { name: string }) => each.name === name).id

describe('mappings of plans', () => {
  it('each row says what it is, and what of the accounting system is mapped to that', async () => {
    const { data } = await ask(
      '{ planVendorMappings { name hasMore planVendors { name vendors { id name erpMappings { id name } } } } }',
    )
    expect(data.planVendorMappings).toEqual([
      {
        name: 'Mapped',
        hasMore: false,
        planVendors: [
          {
            name: 'Acme',
            vendors: [{ id: acme, name: 'Acme Corp', erpMappings: [{ id: erpAcme, name: 'ACME LLC' }] }],
          },
          { name: 'Globex', vendors: [] },
        ],
      },
    ])
  })

  it('plans with more rows than an answer has are read to the end, each row once', async () => {
    const names = Array.from({ length: 57 }, (_, at) => `Vendor ${String(at).padStart(2, '0')}`)
    const rows = names.map((name) => `IT\t${name}\t1`)
    const large = await imported(['Department\tVendor\t2027-01', ...rows].join('\n'), {
      ...{ name: 'Large', startYearMonth: '2027-01', endYearMonth: '2027-01' },
    })
    const found: string[] = []
    const all = (await ask('{ planVendorMappings(first: 30) { id hasMore planVendors { id name } } }')).data
    const [first, second] = all.planVendorMappings
    // The plan that starts last has all that fits, so that the other one has nothing yet.
    expect([first.id, first.hasMore, second.id, second.hasMore, second.planVendors]).toEqual([
      ...[large, true, planId, true, []],
    ])
    let part = first
    for (let asked = 0; asked < 5; asked += 1) {
      found.push(...part.planVendors.map(({ name }: { name: string }) => name))
      if (!part.hasMore) break
      const after = part.planVendors.at(-1).id
      const { data } = await ask(
        `{ planVendorMappings(planId: "${large}", first: 10, after: "${after}") { hasMore planVendors { id name } } }`,
      )
      part = data.planVendorMappings[0]
    }
    expect(found).toEqual(names)
  })

  it('a lead reads the rows of its lines only, and no mappings', async () => {
    const { data } = await ask(
      `{ planBusinessUnits(planId: "${planId}") { name businessUnits { id } }
         planExpenseCategories(planId: "${planId}") { name }
         planVendors(planId: "${planId}") { edges { node { name vendors { id } } } } }`,
      ofLab,
    )
    expect(data).toEqual({
      planBusinessUnits: [{ name: 'Lab', businessUnits: [{ id: lab }] }],
      planExpenseCategories: [{ name: 'Software' }],
      planVendors: { edges: [{ node: { name: 'Acme', vendors: [{ id: acme }] } }] },
    })
    const { errors } = await ask('{ planBusinessUnitMappings { id } }', ofLab)
    expect(errors[0].extensions.code).toBe('FORBIDDEN')
  })

  it('a row of another kind isn’t found by its id', async () => {
    const id = await itemNamed('Lab', 'BUSINESS_UNITS')
    const { errors } = await ask(`{ planVendorById(id: "${id}") { id } }`)
    expect(errors[0].extensions.code).toBe('NOT_FOUND')
  })
})

describe('changing a row', () => {
  const save = (id: string, name: string, vendorIds: string[]) =>
    admin.graphql(
      'mutation ($id: ID!, $name: String!, $ids: [ID!]!) { updatePlanVendor(id: $id, name: $name, vendorIds: $ids) { id } }',
      { id, name, ids: vendorIds },
    )

  it('names it and links it, as the screen does, and says beside its own arguments what is wrong', async () => {
    const [globex, mine] = [await itemNamed('Globex'), await itemNamed('Acme')]
    const taken = await save(globex, 'Globex', [acme])
    expect(taken.body.errors[0].extensions.fields).toEqual({
      vendorIds: 'Acme Corp is linked to the row “Acme” already. What it cost counts in one row',
    })
    const named = await save(globex, 'Acme', [])
    expect(named.body.errors[0].extensions.fields).toEqual({ name: 'Another vendor of the plan has this name' })
    expect((await save(mine, 'Acme', [])).body.data).toEqual({ updatePlanVendor: { id: mine } })
    expect((await save(globex, 'Globex Inc', [acme])).body.data).toEqual({ updatePlanVendor: { id: globex } })
    expect(await items(planId, 'VENDORS')).toMatchObject([
      { name: 'Acme', linked: [] },
      { name: 'Globex Inc', linked: [{ id: acme }] },
    ])
    await save(globex, 'Globex', [])
    await save(mine, 'Acme', [acme])
  })
})

describe('choosing a plan', () => {
  it('a vendor’s plans are those with a row of it that the person sees', async () => {
    const other = await imported('Vendor\t2025-01\nInitech\t5', {
      ...{ name: 'Without it', startYearMonth: '2025-01', endYearMonth: '2025-01' },
    })
    const of = async (who: Client, vendorId?: string) =>
      (
        await ask(`{ financialPlans${vendorId ? `(vendorId: "${vendorId}")` : ''} { id } }`, who)
      ).data.financialPlans.map(({ id }: { id: string }) => id)
    expect(await of(admin)).toEqual(expect.arrayContaining([planId, other]))
    expect(await of(admin, acme)).toEqual([planId])
    expect(await of(ofLab, acme)).toEqual([planId])
    const lone = await company.add('vendors', 'Globex Corp')
    await link(planId, 'VENDORS', 'Globex', lone)
    expect(await of(admin, lone)).toEqual([planId])
    // The lead of the laboratory sees no line of it.
    expect(await of(ofLab, lone)).toEqual([])
  })

  it('importing says what the company can still import, and from which plans links can be copied', async () => {
    const { data } = await ask('{ planImportData { currency plansLeft columns plans { id } } }')
    const { currency, plansLeft, columns, plans } = data.planImportData
    expect([currency, columns]).toEqual([
      'USD',
      ['Department', 'Business unit', 'Category', 'Location', 'Vendor', 'Type'],
    ])
    // A company has at most two hundred.
    expect(plansLeft).toBe(200 - plans.length)
  })
})
