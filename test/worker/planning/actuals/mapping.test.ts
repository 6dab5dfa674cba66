import { beforeEach, describe, expect, it } from 'vitest'
import type { MappingRow } from '../../../../schema/planning/actuals/mapping-values.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { setClock } from '../../../support/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { transactionsOf } from '../../../support/worker/made-books.ts'
import {
  admin,
  company,
  follow,
  list,
  makeMappingScene,
  member,
  rowOf,
  save,
  saved,
} from '../../../support/worker/mapping-scene.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

// The books of these tests end in 2026, and sums are of the last twelve months.
setClock('2026-11-18T15:00:00Z')

beforeEach(makeMappingScene)

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

  it('a target and the name of a new one contradict each other: both are named, and nothing is kept', async () => {
    const departmentId = await company.add('departments', 'People')
    const { id } = await rowOf('DEPARTMENT', 'Human Resources')
    const refused = await save('DEPARTMENT', [{ id, departmentId, newDepartmentName: 'Talent' }])
    expect(refused.status).toBe(400)
    expect(fieldsOf(refused)).toEqual({
      'changes.0.newDepartmentName':
        '“departmentId” and “newDepartmentName” name two things. Give the department or the name of a new one',
    })
    expect(await rowOf('DEPARTMENT', 'Human Resources')).toMatchObject({ target: null })
  })

  it.each([
    ['DEPARTMENT', 'departmentId', 'newDepartmentName'],
    ['LOCATION', 'locationId', 'newLocationName'],
    ['VENDOR', 'vendorId', 'newVendorName'],
    ['EXPENSE_ACCOUNT', 'categoryId', 'newCategoryName'],
    ['REVENUE_ACCOUNT', 'categoryId', 'newCategoryName'],
    ['CLASSIFICATION', 'businessUnitId', 'newBusinessUnitName'],
    ['ENTITY', 'entityId', 'newEntityName'],
  ] as const)('a row of %s has %s or %s, not both', async (kind, target, name) => {
    const refused = await save(kind, [{ id: 'any', [target]: 'some', [name]: 'New' }])
    expect(refused.status).toBe(400)
    expect(fieldsOf(refused)[`changes.0.${name}`]).toContain(`“${target}” and “${name}” name two things`)
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
