import { beforeEach, describe, expect, it } from 'vitest'
import { setClock } from '../../../support/clock.ts'
import { books, document, line, transactionsOf } from '../../../support/worker/made-books.ts'
import {
  admin,
  company,
  follow,
  graphql,
  linesOf,
  makeMappingScene,
  member,
  rowOf,
  save,
  saved,
  wholeRead,
} from '../../../support/worker/mapping-scene.ts'
import { rows, run } from '../../../support/worker/sessions.ts'

// The books of these tests end in 2026, and sums are of the last twelve months.
setClock('2026-11-18T15:00:00Z')

beforeEach(makeMappingScene)

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
