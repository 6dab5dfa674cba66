import { beforeEach, describe, expect, it } from 'vitest'
import {
  admin,
  as,
  company,
  figures,
  graph,
  HALF_YEAR,
  imported,
  items,
  link,
  makePlanScene,
  TABLE,
} from '../../../support/worker/plans/plan-scene.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { addTransactions } from '../../../support/worker/transactions.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

beforeEach(makePlanScene)

describe('budget against actuals', () => {
  it('what items are linked to counts by month, and payroll only for those who may see it', async () => {
    const department = await company.add('departments', 'Engineering')
    const [acme, acmeEurope] = [await company.add('vendors', 'Acme'), await company.add('vendors', 'Acme Europe')]
    const planId = await imported()
    await link(planId, 'DEPARTMENTS', 'Engineering', department)
    const acmeItem = await link(planId, 'VENDORS', 'Acme', acme, acmeEurope)
    await addTransactions(company.id, [
      { departmentId: department, vendorId: acme, date: '2026-01-31', amountMinor: 900 },
      { departmentId: department, vendorId: acmeEurope, date: '2026-02-01', amountMinor: 50 },
      { departmentId: department, date: '2026-02-28', amountMinor: 77_000, isPayroll: true },
      // Outside the plan's months.
      { departmentId: department, vendorId: acme, date: '2025-12-31', amountMinor: 1 },
      { departmentId: department, vendorId: acme, date: '2026-07-01', amountMinor: 1 },
    ])
    const byDepartment = await figures(planId, 'by=department')
    expect(byDepartment.rows[0]).toMatchObject({
      ...{ item: { name: 'Engineering' }, linked: [{ id: department, name: 'Engineering' }] },
      ...{ actual: [900, 77_050, 0, 0, 0, 0], actualTotal: 77_950 },
    })
    expect(byDepartment.rows[1]).toMatchObject({ item: { name: 'Legal' }, linked: [], actualTotal: 0 })
    expect(byDepartment.all.actualTotal).toBe(77_950)
    const analyst = await as(['hasFinancialAnalysisAccess'])
    expect((await figures(planId, 'by=department', analyst)).rows[0]?.actual).toEqual([900, 50, 0, 0, 0, 0])
    // One filter among others.
    expect(
      (await figures(planId, `by=department&inVendorIds[]=${acmeItem}`)).rows.map((row) => row.actualTotal),
    ).toEqual([950, 0])
    expect((await figures(planId, `by=vendor&inVendorIds[]=${acmeItem}`, analyst)).all).toMatchObject({
      ...{ total: 303_000, actualTotal: 950 },
    })
  })

  it('a vendor that was merged away takes its link along, once', async () => {
    const [gone, stays] = [await company.add('vendors', 'Acme Ltd'), await company.add('vendors', 'Acme')]
    const planId = await imported()
    await link(planId, 'VENDORS', 'Acme', gone, stays)
    const merged = await admin.post(`/api/vendors/${stays}/merge`, {
      ...{ fromVendorId: gone, version: 1, fromVersion: 1 },
    })
    expect(merged.status, JSON.stringify(merged.body)).toBeLessThan(300)
    const acme = (await items(planId, 'VENDORS')).find(({ name }: { name: string }) => name === 'Acme')
    expect(acme.linked).toEqual([{ id: stays, name: 'Acme' }])
  })

  it('a department that is linked can’t be deleted, and merging it moves the link', async () => {
    const [from, into] = [await company.add('departments', 'Eng'), await company.add('departments', 'Engineering')]
    const planId = await imported()
    await link(planId, 'DEPARTMENTS', 'Engineering', from, into)
    const refused = await graph(admin, 'mutation { deleteDepartment(name: "Eng") { id } }', {})
    expect(JSON.stringify(refused)).toContain('Engineering of the plan Budget 2026 is linked to it')
    const merged = await admin.post(`/api/departments/${from}/merge`, { intoId: into })
    expect(merged.status, JSON.stringify(merged.body)).toBeLessThan(300)
    expect((await figures(planId, 'by=department')).rows[0]?.linked).toEqual([{ id: into, name: 'Engineering' }])
  })
})

describe('linking', () => {
  it('a row proposes what has its name, and is shown as open until it is linked', async () => {
    const acme = await company.add('vendors', 'ACME')
    const planId = await imported()
    const open = async () => (await admin.get(`/api/plans/${planId}/items/VENDORS?show=UNMAPPED`)).body.edges
    expect((await open()).map(({ node }: { node: object }) => node)).toMatchObject([
      { name: 'Acme', proposal: { id: acme, name: 'ACME' }, linked: [] },
      { name: 'Globex', proposal: null },
    ])
    await link(planId, 'VENDORS', 'Acme', acme)
    expect((await open()).map(({ node }: { node: { name: string } }) => node.name)).toEqual(['Globex'])
  })

  it('renaming a row keeps its links, and the history names both', async () => {
    const acme = await company.add('vendors', 'Acme Corp')
    const planId = await imported()
    const id = await link(planId, 'VENDORS', 'Acme', acme)
    await admin.post(`/api/plans/${planId}/items/VENDORS`, { changes: [{ id, name: 'Acme (all)' }] })
    expect((await items(planId, 'VENDORS'))[0]).toMatchObject({ name: 'Acme (all)', linked: [{ id: acme }] })
    const { body } = await admin.get(`/api/audit-logs?targetType=PLAN&targetId=${planId}`)
    expect(JSON.stringify(body)).toContain('{"before":{"Acme":["Acme Corp"]},"after":{"Acme (all)":["Acme Corp"]}}')
  })

  it('another company’s vendor, another plan’s row, a taken name and an old version are refused', async () => {
    const planId = await imported()
    const [acme, globex] = await items(planId, 'VENDORS')
    const save = (changes: object[], id = planId) => admin.post(`/api/plans/${id}/items/VENDORS`, { changes })
    const foreign = await (await makeCompany()).add('vendors')
    expect((await save([{ id: acme.id, targetIds: [foreign] }])).body.fields).toEqual({
      'changes.0.targetIds': 'Choose a vendor of your company',
    })
    expect((await save([{ id: acme.id }], await imported(TABLE, { name: 'Another' }))).status).toBe(404)
    expect((await save([{ id: globex.id, name: 'acme' }])).body.message).toBe(
      'Another vendor of the plan has this name',
    )
    expect((await save([{ id: acme.id, name: 'Acme Inc', version: 1 }])).status).toBe(200)
    expect((await save([{ id: acme.id, name: 'Acme LLC', version: 1 }])).status).toBe(409)
  })
})

describe('copying links from another plan', () => {
  it('links what is linked to nothing as the same name is there, and counts what is left', async () => {
    const [acme, other] = [await company.add('vendors', 'Acme Corp'), await company.add('vendors', 'Globex Corp')]
    const before = await imported()
    await link(before, 'VENDORS', 'Acme', acme)
    await link(before, 'VENDORS', 'Globex', other)
    const planId = await imported(`${TABLE}\nSales\tNewcomer\tFairs\t1`, { name: 'Next year' })
    await link(planId, 'VENDORS', 'Globex', other)
    const copy = (kind: string, fromPlanId: string) =>
      admin.post(`/api/plans/${planId}/items/${kind}/copy`, { fromPlanId })
    expect((await copy('VENDORS', before)).body).toEqual({ id: planId, linked: 1 })
    const { body } = await admin.get(`/api/plans/${planId}/items/VENDORS`)
    expect(body).toMatchObject({ total: 3, unlinked: 1 })
    expect(
      body.edges.map(({ node }: { node: { name: string; linked: object[] } }) => [node.name, node.linked]),
    ).toEqual([
      ['Acme', [{ id: acme, name: 'Acme Corp' }]],
      ['Globex', [{ id: other, name: 'Globex Corp' }]],
      ['Newcomer', []],
    ])
    expect((await admin.get(`/api/plans/${planId}`)).body.unlinked).toEqual({
      ...{ DEPARTMENTS: 3, EXPENSE_CATEGORIES: 3, VENDORS: 1 },
    })
    expect((await copy('VENDORS', before)).body.linked).toBe(0)
    expect((await copy('DEPARTMENTS', before)).body.linked).toBe(0)
    expect((await copy('VENDORS', planId)).body.fields).toEqual({ fromPlanId: 'Choose another plan' })
    expect((await copy('VENDORS', 'nowhere')).status).toBe(404)
  })
})

describe('two people at once', () => {
  it('make one plan of a name, whichever way they make it', async () => {
    const [name, table] = ['Budget 2026', 'Vendor,2026-01\nAcme,10']
    const importing = () => admin.post('/api/plans/import', { name, ...HALF_YEAR, table })
    const answers = await Promise.all([importing(), importing(), importing()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.message).toMatch(/changed by someone else/)
    const again = await admin.post('/api/plans/import', { name: 'budget 2026', ...HALF_YEAR, table })
    expect([again.status, again.body.fields]).toEqual([400, { name: 'Another plan has this name' }])
    expect(await rows('SELECT name FROM plans WHERE company_id = ?', company.id)).toEqual([{ name }])
  })

  it('entries that both add are all there', async () => {
    const planId = await imported()
    const add = () =>
      graph(
        admin,
        `mutation ($planId: ID!) { addPlanExpenseEntries(planId: $planId, entries: [{ yearMonth: "2026-06", amount: 100, vendor: "Acme" }]) { id } }`,
        { planId },
      )
    const answers = await Promise.all([add(), add(), add()])
    expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([])
    expect((await figures(planId, 'by=vendor')).all.planned[5]).toBe(300)
  })
})

describe('who sees what', () => {
  it('a lead sees the lines of what is linked to their departments, also in sums, options and lookups', async () => {
    const department = await company.add('departments', 'Legal')
    const planId = await imported()
    await link(planId, 'DEPARTMENTS', 'Legal', department)
    await addTransactions(company.id, [
      { departmentId: department, date: '2026-01-10', amountMinor: 400 },
      { date: '2026-01-10', amountMinor: 9_999 },
    ])
    const lead = await as(['hasDepartmentAccess'], [department])
    const { rows: found, all } = await figures(planId, 'by=department', lead)
    expect(found.map(({ item, total, actualTotal }) => [item?.name, total, actualTotal])).toEqual([
      ['Legal', 3_000, 400],
    ])
    expect(all).toMatchObject({ total: 3_000, actualTotal: 400 })
    expect((await figures(planId, 'by=vendor', lead)).rows.map(({ item }) => item?.name)).toEqual(['Acme'])
    const names = async (path: string) =>
      (await lead.get(path)).body.edges.map(
        ({ node }: { node: { name?: string; label?: string } }) => node.name ?? node.label,
      )
    expect(await names('/api/plan-vendors')).toEqual(['Acme'])
    expect(await names('/api/plan-vendor-select-options')).toEqual(['Acme (Budget 2026)'])
    const { data } = await graph(
      lead,
      `query ($planId: ID!) { fiFilterPlanOptions(planId: $planId) { departments { name } categories { name } vendors { name } } }`,
      { planId },
    )
    expect(data.fiFilterPlanOptions).toEqual({
      ...{ departments: [{ name: 'Legal' }], categories: [{ name: 'Advice' }], vendors: [{ name: 'Acme' }] },
    })
    const other = await as(['hasDepartmentAccess'], [await company.add('departments')])
    expect((await figures(planId, 'by=department', other)).all.total).toBe(0)
    expect((await other.get('/api/plan-vendors')).body.edges).toEqual([])
  })

  it('members see no plans, analysts read them, super viewers manage them', async () => {
    const planId = await imported()
    const statuses = async (who: Client) => [
      (await who.get('/api/plans')).status,
      (await who.get('/api/plan-vendors')).status,
      (await who.call('PUT', `/api/plans/${planId}`, { body: { name: 'New', description: 'Text' } })).status,
    ]
    expect(await statuses(await as([]))).toEqual([403, 403, 403])
    expect(await statuses(await as(['hasFinancialAnalysisAccess']))).toEqual([200, 200, 403])
    expect(await statuses(await as(['hasSuperViewerAccess']))).toEqual([200, 200, 200])
  })

  it('another company’s plan and a deleted one are not found, and nothing of it is left', async () => {
    const planId = await imported()
    const stranger = await makeCompany(['enableIntakeRequests'])
    const foreign = await signIn(stranger, await stranger.addPerson({ flags: ['hasAdminAccess'] }))
    const all = async (who: Client) => [
      (await who.get(`/api/plans/${planId}`)).status,
      (await who.get(`/api/plans/${planId}/figures?type=expense&by=vendor`)).status,
      (await who.get(`/api/plans/${planId}/items/VENDORS`)).status,
      (await who.call('PUT', `/api/plans/${planId}`, { body: { name: 'New', description: 'Text' } })).status,
      (await who.call('DELETE', `/api/plans/${planId}`)).status,
    ]
    expect(await all(foreign)).toEqual([404, 404, 404, 404, 404])
    const vendor = await company.add('vendors', 'Acme')
    await link(planId, 'VENDORS', 'Acme', vendor)
    expect((await admin.call('DELETE', `/api/plans/${planId}`)).status).toBe(200)
    expect(await all(admin)).toEqual([404, 404, 404, 404, 404])
    for (const table of [
      'plans',
      'plan_item_counts',
      'plan_items',
      'plan_lines',
      'plan_sums',
      'plan_vendor_links',
      'plan_unit_links',
    ])
      expect(await rows(`SELECT * FROM ${table} WHERE company_id = ?`, company.id), table).toEqual([])
    expect((await admin.get('/api/plan-vendors')).body.edges).toEqual([])
  })
})

describe('changing a plan', () => {
  it('needs a name and a description, and an old version is refused without losing anything', async () => {
    const planId = await imported()
    const put = (body: object) => admin.call('PUT', `/api/plans/${planId}`, { body })
    expect((await put({ name: ' ', description: '' })).body.fields).toEqual({
      name: 'Required',
      description: 'Required',
    })
    expect((await put({ name: 'A', description: 'First', version: 1 })).status).toBe(200)
    expect((await put({ name: 'B', description: 'Second', version: 1 })).status).toBe(409)
    expect((await admin.get(`/api/plans/${planId}`)).body).toMatchObject({
      name: 'A',
      description: 'First',
      version: 2,
    })
  })
})
