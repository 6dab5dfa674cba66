import { beforeEach, describe, expect, it } from 'vitest'
import type { MappingRow } from '../../../../schema/planning/actuals/mapping-values.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import {
  books,
  connect,
  document,
  line,
  object,
  sync,
  transactionsOf,
  workOn,
} from '../../../support/worker/made-books.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Answer, type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

const MINUTE_MS = 60_000

let company = {} as TestCompany
let admin = {} as Client
let member = {} as Client

beforeEach(async () => {
  await run("DELETE FROM outbox WHERE topic = 'sync.run'")
  company = await makeCompany(['enableIntakeRequests', 'enableBusinessUnits', 'enableEntities'])
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  member = await signIn(company, await company.addPerson())
  await connect(company.id)
  books.objects = [
    object('ENTITY', 'main', { name: 'Main Ltd' }),
    object('ACCOUNT', 'travel', { name: 'Travel', number: '6100', classification: 'Expense' }),
    object('ACCOUNT', 'hosting', { name: 'Hosting', accountType: 'COGS', classification: 'Cost of Goods Sold' }),
    object('ACCOUNT', 'sales', { name: 'Sales', accountType: 'REVENUE' }),
    object('ACCOUNT', 'bank', { name: 'Bank', accountType: 'OTHER' }),
    object('DEPARTMENT', 'it', { name: ' it ' }),
    object('DEPARTMENT', 'hr', { name: 'Human Resources' }),
    object('LOCATION', 'berlin', { name: 'Berlin' }),
    object('CLASSIFICATION', 'retail', { name: 'Retail' }),
    object('VENDOR', 'acme', { name: 'Acme' }),
    object('VENDOR', 'globex', { name: 'Globex' }),
    object('VENDOR', 'initech', { name: 'Initech' }),
  ]
  books.documents = [
    document(
      'BILL',
      'b1',
      [
        line('travel', 12_000, { vendorErpId: 'acme', departmentErpId: 'it', locationErpId: 'berlin' }),
        line('hosting', 3_000, { vendorErpId: 'acme', classificationErpId: 'retail' }),
        line('bank', -15_000),
      ],
      { entityErpId: 'main' },
    ),
    document('BILL', 'b2', [line('travel', 500, { vendorErpId: 'globex', departmentErpId: 'hr' })], {
      date: '2026-06-30',
    }),
    document('INVOICE', 'i1', [line('sales', -90_000)], { date: '2026-07-31' }),
  ]
  await sync()
})

const list = async (kind: string, query = '', client = admin): Promise<MappingRow[]> => {
  const answer = await client.get(`/api/erp-mappings/${kind}?first=100${query}`)
  expect(answer.status).toBe(200)
  return answer.body.edges.map(({ node }: { node: MappingRow }) => node)
}
const rowOf = async (kind: string, name: string): Promise<MappingRow> => {
  const row = (await list(kind)).find((each) => each.name.trim() === name)
  if (!row) throw new Error(`There is no ${name}`)
  return row
}
const save = (kind: string, changes: object[], client = admin): Promise<Answer> =>
  client.post(`/api/erp-mappings/${kind}`, { changes })
/** A save that has to work, and everything that follows it. */
const saved = async (
  kind: string,
  changes: object[],
): Promise<{ saveId: string; changedIds: string[]; created: number }> => {
  const { status, body } = await save(kind, changes)
  expect([status, body]).toMatchObject([200, {}])
  await follow()
  return body
}
/** The runs that a save started have the time of the Worker's clock. */
const follow = async (): Promise<void> => {
  books.now = Math.max(books.now, Date.now()) + MINUTE_MS
  await workOn()
}
const graphql = async (text: string, variables: object = {}, client = admin) => {
  const { body } = await client.post('/graphql', { query: text, variables })
  return body
}
const wholeRead = async () => {
  await run('UPDATE erp_connections SET is_full_wanted = 1 WHERE id = ?', books.connectionId)
  books.now += MINUTE_MS
  await sync()
}
const linesOf = () =>
  rows(
    `SELECT erp_id, line_erp_id, account_type, vendor_id, category_id, department_id, business_unit_id, location_id,
            entity_id, is_payroll, is_tracked FROM transactions WHERE company_id = ? ORDER BY erp_id, line_erp_id`,
    company.id,
  )

describe('the rows of a page', () => {
  it('those with the largest amounts come first, each with what ticking it would map it to', async () => {
    const acme = await company.add('vendors', 'ACME')
    const vendors = await list('VENDOR')
    expect(vendors.map(({ name, last12, isUnmapped }) => [name, last12.value, isUnmapped])).toEqual([
      ['Acme', 15_000, true],
      ['Globex', 500, true],
      ['Initech', 0, true],
    ])
    expect(vendors.map(({ proposal }) => proposal)).toEqual([
      { id: acme, name: 'ACME' },
      { id: null, name: 'Globex' },
      { id: null, name: 'Initech' },
    ])
  })

  it('names match in lower case and without space around them, then one in the other', async () => {
    const it = await company.add('departments', 'IT')
    const people = await company.add('departments', 'Resources')
    expect(await rowOf('DEPARTMENT', 'it')).toMatchObject({ proposal: { id: it } })
    expect(await rowOf('DEPARTMENT', 'Human Resources')).toMatchObject({ proposal: { id: people } })
  })

  it('a vendor is found by the beginning of its name, and without suffixes such as Inc', async () => {
    const short = await company.add('vendors', 'Glo')
    const long = await company.add('vendors', 'Acme Analytics')
    const same = newId()
    await run(
      "INSERT INTO vendors (id, company_id, name, match_key, created_at) VALUES (?, ?, 'Initech, Inc.', 'initech', 0)",
      ...[same, company.id],
    )
    expect(await rowOf('VENDOR', 'Acme')).toMatchObject({ proposal: { id: long } })
    expect(await rowOf('VENDOR', 'Initech')).toMatchObject({ proposal: { id: same } })
    // Whole words only: "Globex" isn't "Glo".
    expect(await rowOf('VENDOR', 'Globex')).toMatchObject({ proposal: { id: null } })
    expect(short).toBeTruthy()
  })

  it('a search reads names and account numbers, and open rows can be shown alone', async () => {
    expect((await list('VENDOR', '&search=GLOB')).map(({ name }) => name)).toEqual(['Globex'])
    expect((await list('EXPENSE_ACCOUNT', '&search=6100')).map(({ name }) => name)).toEqual(['Travel'])
    const { id } = await rowOf('VENDOR', 'Acme')
    await saved('VENDOR', [{ id, isDismissed: true }])
    expect((await list('VENDOR', '&show=UNMAPPED')).map(({ name }) => name)).toEqual(['Globex', 'Initech'])
    expect((await list('VENDOR', '&show=DISMISSED')).map(({ name }) => name)).toEqual(['Acme'])
  })

  it('pages continue where they end, with the totals of all', async () => {
    const { body } = await admin.get('/api/erp-mappings/VENDOR?first=2')
    expect(body).toMatchObject({ total: 3, unmapped: 3, pageInfo: { hasNextPage: true } })
    const next = await admin.get(`/api/erp-mappings/VENDOR?first=2&cursor=${body.pageInfo.endCursor}`)
    expect(next.body.edges.map(({ node }: { node: MappingRow }) => node.name)).toEqual(['Initech'])
    expect(next.body.pageInfo.hasNextPage).toBe(false)
  })

  it('what the system deleted is not offered', async () => {
    await run("UPDATE erp_objects SET deleted_at = 1 WHERE company_id = ? AND erp_id = 'globex'", company.id)
    expect((await list('VENDOR')).map(({ name }) => name)).toEqual(['Acme', 'Initech'])
  })
})

describe('saving', () => {
  it('mapped rows are counted as mapped, and are open again when unmapped', async () => {
    const vendorId = await company.add('vendors', 'Acme Corp')
    const { id } = await rowOf('VENDOR', 'Acme')
    const counts = async () => (await admin.get('/api/unmapped-erp-object-counts')).body
    expect(await counts()).toEqual({
      ...{ expenseAccounts: 2, revenueAccounts: 1, locations: 1, departments: 2, vendors: 3 },
      ...{ classifications: 1, entities: 1 },
    })
    await saved('VENDOR', [{ id, vendorId }])
    expect(await rowOf('VENDOR', 'Acme')).toMatchObject({ target: { id: vendorId, name: 'Acme Corp' }, proposal: null })
    expect(await counts()).toMatchObject({ vendors: 2 })
    await saved('VENDOR', [{ id, vendorId: null }])
    expect(await rowOf('VENDOR', 'Acme')).toMatchObject({ target: null })
    expect(await counts()).toMatchObject({ vendors: 3 })
  })

  it('a dismissed vendor isn’t mapped and isn’t counted, until it comes back or is mapped', async () => {
    const vendorId = await company.add('vendors')
    const { id } = await rowOf('VENDOR', 'Acme')
    await saved('VENDOR', [{ id, vendorId }])
    await saved('VENDOR', [{ id, isDismissed: true }])
    expect(await rowOf('VENDOR', 'Acme')).toMatchObject({ target: null, isDismissed: true, isUnmapped: false })
    await saved('VENDOR', [{ id, vendorId }])
    expect(await rowOf('VENDOR', 'Acme')).toMatchObject({ target: { id: vendorId }, isDismissed: false })
    const dismissed = await admin.post('/api/dismiss-vendor-mapping', [{ id, isDismissed: true }])
    expect([dismissed.status, dismissed.body]).toEqual([200, [{ id }]])
    await admin.post('/api/dismiss-vendor-mapping', [{ id, isDismissed: false }])
    expect(await rowOf('VENDOR', 'Acme')).toMatchObject({ isDismissed: false, isUnmapped: true })
  })

  it('several vendors of the system belong to one vendor, made once with the name that both say', async () => {
    const [acme, globex] = [await rowOf('VENDOR', 'Acme'), await rowOf('VENDOR', 'Globex')]
    const { created } = await saved('VENDOR', [
      { id: acme.id, newVendorName: 'Acme Group' },
      { id: globex.id, newVendorName: 'ACME group' },
    ])
    expect(created).toBe(1)
    const made = await rows('SELECT id, name FROM vendors WHERE company_id = ?', company.id)
    expect(made).toMatchObject([{ name: 'Acme Group' }])
    const vendor = (await admin.get(`/api/vendors/${made[0]?.id}`)).body
    expect(vendor).toMatchObject({ name: 'Acme Group', owners: [{ firstName: 'Test' }] })
    expect((await list('VENDOR')).map(({ target }) => target?.id ?? null)).toEqual([made[0]?.id, made[0]?.id, null])
  })

  it('a name that a unit already has means that unit', async () => {
    const departmentId = await company.add('departments', 'People')
    const { id } = await rowOf('DEPARTMENT', 'Human Resources')
    expect(await saved('DEPARTMENT', [{ id, newDepartmentName: 'people' }])).toMatchObject({ created: 0 })
    expect(await rowOf('DEPARTMENT', 'Human Resources')).toMatchObject({ target: { id: departmentId } })
  })

  it('a unit of another company is refused beside its field, and nothing of the save is kept', async () => {
    const elsewhere = await (await makeCompany()).add('vendors')
    const [acme, globex] = [await rowOf('VENDOR', 'Acme'), await rowOf('VENDOR', 'Globex')]
    const refused = await save('VENDOR', [
      { id: acme.id, newVendorName: 'Acme' },
      { id: globex.id, vendorId: elsewhere },
    ])
    expect(refused.status).toBe(400)
    expect(fieldsOf(refused)).toEqual({ 'changes.1.vendorId': 'Choose a vendor of your company' })
    expect(await rows('SELECT id FROM vendors WHERE company_id = ?', company.id)).toEqual([])
  })

  it('rows of another company, or of another kind, aren’t found', async () => {
    const { id } = await rowOf('VENDOR', 'Acme')
    expect((await save('DEPARTMENT', [{ id, isTracked: false }])).status).toBe(404)
    const other = await makeCompany()
    const stranger = await signIn(other, await other.addPerson({ flags: ['hasAdminAccess'] }))
    expect((await save('VENDOR', [{ id, isDismissed: true }], stranger)).status).toBe(404)
  })

  it('fields that rows of the kind don’t have are refused, and so are types of other accounts', async () => {
    const { id } = await rowOf('VENDOR', 'Acme')
    expect(fieldsOf(await save('VENDOR', [{ id, isPayroll: true }]))).toEqual({
      'changes.0.isPayroll': 'These rows don’t have this',
    })
    const travel = await rowOf('EXPENSE_ACCOUNT', 'Travel')
    expect(fieldsOf(await save('EXPENSE_ACCOUNT', [{ id: travel.id, type: 'REVENUE' }]))).toEqual({
      'changes.0.type': 'Choose a type of these accounts',
    })
    expect(
      (
        await save('VENDOR', [
          { id, isDismissed: true },
          { id, isDismissed: false },
        ])
      ).status,
    ).toBe(400)
  })

  it('a row that was changed since it was read is a conflict that names it, and without a version the last save wins', async () => {
    const { id, version } = await rowOf('VENDOR', 'Acme')
    await saved('VENDOR', [{ id, isDismissed: true }])
    const late = await save('VENDOR', [{ id, version, newVendorName: 'Late' }])
    expect(late.status).toBe(409)
    expect(late.body.message).toContain('The mapping of Acme')
    expect(await rows('SELECT id FROM vendors WHERE company_id = ?', company.id)).toEqual([])
    expect((await save('VENDOR', [{ id, newVendorName: 'Last' }])).status).toBe(200)
  })

  it('only admins read and change mappings', async () => {
    const { id } = await rowOf('VENDOR', 'Acme')
    const viewer = await signIn(company, await company.addPerson({ flags: ['hasSuperViewerAccess'] }))
    for (const client of [member, viewer]) {
      expect((await client.get('/api/erp-mappings/VENDOR')).status).toBe(403)
      expect((await save('VENDOR', [{ id, isDismissed: true }], client)).status).toBe(403)
    }
  })

  it('a save is one entry of the history, with what it was before', async () => {
    const { id } = await rowOf('LOCATION', 'Berlin')
    const locationId = await company.add('locations', 'Germany')
    await saved('LOCATION', [{ id, locationId }])
    const [entry] = await rows<{ message: string; data: string }>(
      "SELECT message, change_data AS data FROM audit_log WHERE company_id = ? AND action = 'erp-mapping.saved'",
      company.id,
    )
    expect(entry?.message).toBe('Changed the mapping of the location Berlin from the accounting system')
    expect(JSON.parse(entry?.data ?? '')).toMatchObject({
      before: { Berlin: { location: null } },
      after: { Berlin: { location: 'Germany' } },
    })
  })
})

describe('undoing a save', () => {
  it('every row has what it had before', async () => {
    const [acme, globex] = [await rowOf('VENDOR', 'Acme'), await rowOf('VENDOR', 'Globex')]
    const vendorId = await company.add('vendors')
    await saved('VENDOR', [{ id: acme.id, vendorId }])
    const { saveId } = await saved('VENDOR', [
      { id: acme.id, isDismissed: true },
      { id: globex.id, vendorId },
    ])
    const undone = await admin.post(`/api/erp-mapping-saves/${saveId}/undo`, {})
    expect([undone.status, undone.body]).toEqual([200, { restored: 2, kept: [] }])
    expect((await list('VENDOR')).map(({ target }) => target?.id ?? null)).toEqual([vendorId, null, null])
    await follow()
    expect((await transactionsOf(company.id)).map((each) => each.vendorId)).toEqual([vendorId, vendorId, null, null])
    expect((await admin.post(`/api/erp-mapping-saves/${saveId}/undo`, {})).status).toBe(422)
  })

  it('a row that was changed since is left alone and named', async () => {
    const [acme, globex] = [await rowOf('VENDOR', 'Acme'), await rowOf('VENDOR', 'Globex')]
    const [first, second] = [await company.add('vendors'), await company.add('vendors')]
    const { saveId } = await saved(
      'VENDOR',
      [acme, globex].map(({ id }) => ({ id, vendorId: first })),
    )
    await saved('VENDOR', [{ id: globex.id, vendorId: second }])
    const { body } = await admin.post(`/api/erp-mapping-saves/${saveId}/undo`, {})
    expect(body).toEqual({ restored: 1, kept: [{ id: globex.id, name: 'Globex' }] })
    expect((await list('VENDOR')).map(({ target }) => target?.id ?? null)).toEqual([null, second, null])
  })

  it('a save of another company isn’t found', async () => {
    const { id } = await rowOf('VENDOR', 'Acme')
    const { saveId } = await saved('VENDOR', [{ id, isDismissed: true }])
    const other = await makeCompany()
    const stranger = await signIn(other, await other.addPerson({ flags: ['hasAdminAccess'] }))
    expect((await stranger.post(`/api/erp-mapping-saves/${saveId}/undo`, {})).status).toBe(404)
  })
})

describe('transactions', () => {
  it('transactions have after a save what a whole read gives them', async () => {
    const ids = {
      vendorId: await company.add('vendors'),
      spend: await company.add('spend_categories'),
      revenue: await company.add('revenue_categories'),
      it: await company.add('departments'),
      all: await company.add('departments'),
      businessUnitId: await company.add('business_units'),
      locationId: await company.add('locations'),
      entityId: await company.add('entities'),
    }
    const change = async (kind: string, name: string, more: object) =>
      saved(kind, [{ id: (await rowOf(kind, name)).id, ...more }])
    await change('VENDOR', 'Acme', { vendorId: ids.vendorId })
    await change('DEPARTMENT', 'it', { departmentId: ids.it })
    await change('DEPARTMENT', 'Human Resources', { isTracked: false })
    await change('LOCATION', 'Berlin', { locationId: ids.locationId })
    await change('CLASSIFICATION', 'Retail', { businessUnitId: ids.businessUnitId })
    await change('ENTITY', 'Main Ltd', { entityId: ids.entityId })
    await change('EXPENSE_ACCOUNT', 'Travel', { categoryId: ids.spend, departmentId: ids.all, isPayroll: true })
    await change('EXPENSE_ACCOUNT', 'Hosting', { type: 'OPEX', trackingLevel: 'TRANSACTIONS_WITH_DEPARTMENT' })
    await change('REVENUE_ACCOUNT', 'Sales', { categoryId: ids.revenue })
    const mapped = await linesOf()
    expect(mapped).toMatchObject([
      {
        ...{ erp_id: 'b1', vendor_id: ids.vendorId, category_id: ids.spend, department_id: ids.it, is_payroll: 1 },
        ...{ location_id: ids.locationId, entity_id: ids.entityId, is_tracked: 1 },
      },
      { account_type: 'OPEX', business_unit_id: ids.businessUnitId, is_tracked: 0 },
      { erp_id: 'b2', department_id: ids.all, is_tracked: 0 },
      { erp_id: 'i1', category_id: ids.revenue },
    ])
    await wholeRead()
    expect(await linesOf()).toEqual(mapped)
  })

  it('the months that changed are summed again, for the units that lists show', async () => {
    const it = await company.add('departments')
    const sums = () =>
      rows(
        `SELECT month, amount_minor AS amount FROM unit_spend_months
          WHERE company_id = ? AND unit_kind = 'DEPARTMENT' AND unit_id = ?`,
        ...[company.id, it],
      )
    const { id } = await rowOf('DEPARTMENT', 'it')
    await saved('DEPARTMENT', [{ id, departmentId: it }])
    expect(await sums()).toEqual([{ month: '2026-05', amount: 12_000 }])
    await saved('DEPARTMENT', [{ id, departmentId: null }])
    expect(await sums()).toEqual([])
  })

  it('what a person set on a line stays', async () => {
    const [mine, theirs] = [await company.add('vendors'), await company.add('vendors')]
    await run(
      "UPDATE transactions SET vendor_id = ?, is_vendor_set = 1 WHERE company_id = ? AND erp_id = 'b2'",
      ...[mine, company.id],
    )
    await saved('VENDOR', [{ id: (await rowOf('VENDOR', 'Globex')).id, vendorId: theirs }])
    expect((await transactionsOf(company.id)).find(({ erpId }) => erpId === 'b2')).toMatchObject({ vendorId: mine })
  })

  it('lines without a rate follow too', async () => {
    books.documents.push(
      document('BILL', 'b9', [line('travel', 700, { vendorErpId: 'initech' })], {
        currency: 'GBP',
        date: '2026-03-01',
      }),
    )
    await wholeRead()
    const vendorId = await company.add('vendors')
    await saved('VENDOR', [{ id: (await rowOf('VENDOR', 'Initech')).id, vendorId }])
    expect((await transactionsOf(company.id)).find(({ erpId }) => erpId === 'b9')).toMatchObject({
      vendorId,
      company: null,
    })
  })

  it('two saves at once end as the later one says', async () => {
    const [first, second] = [await company.add('vendors'), await company.add('vendors')]
    const { id } = await rowOf('VENDOR', 'Acme')
    await save('VENDOR', [{ id, vendorId: first }])
    await save('VENDOR', [{ id, vendorId: second }])
    await follow()
    expect((await transactionsOf(company.id)).map((each) => each.vendorId)).toEqual([second, second, null, null])
    expect(await rows('SELECT month FROM erp_remaps WHERE company_id = ?', company.id)).toEqual([])
  })
})

describe('the units and vendors that are mapped', () => {
  it('lists show a unit’s counterparts', async () => {
    const it = await company.add('departments', 'IT')
    const { id } = await rowOf('DEPARTMENT', 'it')
    await saved('DEPARTMENT', [{ id, departmentId: it }])
    const { body } = await admin.get('/api/departments')
    expect(body.find((unit: { id: string }) => unit.id === it)).toMatchObject({
      erpDepartmentMappings: [{ id, name: ' it ' }],
    })
    const category = await company.add('spend_categories', 'Trips')
    const travel = await rowOf('EXPENSE_ACCOUNT', 'Travel')
    await saved('EXPENSE_ACCOUNT', [{ id: travel.id, categoryId: category }])
    const categories = (await admin.get('/api/spend-categories')).body
    expect(categories).toMatchObject([{ id: category, erpExpenseAccountMappings: [{ id: travel.id, name: 'Travel' }] }])
  })

  it('a unit that something is mapped to can’t be deleted, and takes it along when it is merged', async () => {
    const [from, into] = [await company.add('departments'), await company.add('departments')]
    const { id } = await rowOf('DEPARTMENT', 'Human Resources')
    await saved('DEPARTMENT', [{ id, departmentId: from }])
    const refused = await admin.call('DELETE', `/api/departments/${from}`)
    expect([refused.status, refused.body.reason]).toEqual([422, 'IN_USE'])
    expect(JSON.stringify(refused.body)).toContain('Human Resources of the accounting system is mapped to it')
    const merged = await admin.post(`/api/departments/${from}/merge`, { intoId: into })
    expect([merged.status, merged.body]).toMatchObject([200, {}])
    await follow()
    expect(await rowOf('DEPARTMENT', 'Human Resources')).toMatchObject({ target: { id: into } })
    expect((await transactionsOf(company.id)).find(({ erpId }) => erpId === 'b2')).toMatchObject({ departmentId: into })
  })

  it('a vendor that something is mapped to can’t be deleted', async () => {
    const vendorId = await company.add('vendors')
    await saved('VENDOR', [{ id: (await rowOf('VENDOR', 'Acme')).id, vendorId }])
    const refused = await graphql('mutation ($id: ID!) { deleteVendor(id: $id) { id } }', { id: vendorId })
    expect(JSON.stringify(refused.errors)).toContain('Acme of the accounting system is mapped to it')
  })
})

describe('the calls of the specification', () => {
  it('departments are mapped and read through GraphQL', async () => {
    const departmentId = await company.add('departments')
    const { id } = await rowOf('DEPARTMENT', 'it')
    const done = await graphql(
      'mutation ($input: UpdateErpDepartmentMappingsInput!) { updateErpDepartmentMappings(input: $input) { id } }',
      { input: { mappings: [{ id, departmentId, isEnabledForTracking: false }] } },
    )
    expect(done.data).toEqual({ updateErpDepartmentMappings: [{ id }] })
    const { data } = await graphql('{ erpDepartmentMappings { id name departmentId isEnabledForTracking } }')
    expect(data.erpDepartmentMappings).toContainEqual({ id, name: ' it ', departmentId, isEnabledForTracking: false })
    const read = await graphql('{ erpDepartments { id departmentId } }', {}, member)
    expect(read.data.erpDepartments).toContainEqual({ id, departmentId })
    expect((await graphql('{ erpDepartmentMappings { id } }', {}, member)).errors).toHaveLength(1)
  })

  it('expense accounts have their category, department, business unit, tracking, payroll mark and type', async () => {
    const ids = {
      departmentId: await company.add('departments'),
      businessUnitId: await company.add('business_units'),
      spendCategoryId: await company.add('spend_categories'),
    }
    const { id } = await rowOf('EXPENSE_ACCOUNT', 'Travel')
    const more = { enabledForTrackingLevel: 'NONE', isPayroll: true, type: 'OTHER' }
    const done = await graphql(
      'mutation ($input: UpdateErpExpenseAccountMappingsInput!) { updateErpExpenseAccountMappings(input: $input) { id } }',
      { input: { mappings: [{ id, ...ids, ...more }] } },
    )
    expect(done.data).toEqual({ updateErpExpenseAccountMappings: [{ id }] })
    const { data } = await graphql(
      `{ expenseAccountMappings { id name generalLedgerAccountNumber departmentId businessUnitId spendCategoryId
          enabledForTrackingLevel isPayroll type last12Spend { value } erpAccount { status } } }`,
    )
    expect(data.expenseAccountMappings).toContainEqual({
      ...{ id, name: 'Travel', generalLedgerAccountNumber: '6100', ...ids, ...more },
      ...{ last12Spend: { value: 12_500 }, erpAccount: { status: 'ACTIVE' } },
    })
  })

  it('revenue accounts without a department are the whole company’s', async () => {
    const { id } = await rowOf('REVENUE_ACCOUNT', 'Sales')
    const read = async () => (await graphql('{ revenueAccountMappings { id department { id isTotalCompany } } }')).data
    expect(await read()).toEqual({ revenueAccountMappings: [{ id, department: { id: null, isTotalCompany: true } }] })
    const departmentId = await company.add('departments')
    await graphql(
      'mutation ($input: SaveRevenueAccountMappingsInput!) { saveRevenueAccountMappings(input: $input) { id } }',
      { input: { mappings: [{ id, departmentId }] } },
    )
    expect(await read()).toEqual({
      revenueAccountMappings: [{ id, department: { id: departmentId, isTotalCompany: false } }],
    })
  })

  it('open accounts of a group are mapped to the categories with their names', async () => {
    const known = await company.add('spend_categories', 'travel')
    const send = (accountClassifications: string[], companyId = company.id) =>
      graphql(
        `mutation ($names: [String!]!, $companyId: ID!) {
          createExpenseAccountMappingsForAccountClassifications(accountClassifications: $names, companyId: $companyId) { id } }`,
        { names: accountClassifications, companyId },
      )
    expect((await send(['Expense'], 'another')).errors).toHaveLength(1)
    expect((await send(['Expense'])).data.createExpenseAccountMappingsForAccountClassifications).toHaveLength(1)
    expect(await rowOf('EXPENSE_ACCOUNT', 'Travel')).toMatchObject({ target: { id: known } })
    expect(await rowOf('EXPENSE_ACCOUNT', 'Hosting')).toMatchObject({ target: null })
    await send(['Cost of Goods Sold'])
    expect(await rowOf('EXPENSE_ACCOUNT', 'Hosting')).toMatchObject({ target: { name: 'Hosting' } })
  })

  it('entities are mapped to entities, or to new ones', async () => {
    const [entity] = (await member.get('/api/erp-entities')).body
    expect(entity).toMatchObject({ erpId: 'main', name: 'Main Ltd', entityId: null })
    const done = await admin.post('/api/erp-entities/mappings', [{ id: entity.id, newEntityName: 'Main' }])
    expect([done.status, done.body]).toEqual([200, [{ id: entity.id }]])
    const [made] = await rows('SELECT id, name FROM entities WHERE company_id = ?', company.id)
    expect((await member.get('/api/erp-entities')).body).toMatchObject([{ entityId: made?.id }])
  })
})
