import { beforeAll, describe, expect, it } from 'vitest'
import type { FormStep } from '../../schema/requests/forms/form.ts'
import { newId } from '../../worker/core/clock.ts'
import { makeCategory, question, saveForm, step } from '../support/worker/intake.ts'
import { makeDocument } from '../support/worker/uploads.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../support/worker/world.ts'

/** Saved sets of filters of the lists of services, documents and members. */

describe('saved filters', () => {
  let company: TestCompany
  let admin: Client
  beforeAll(async () => {
    company = await makeCompany()
    admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  })
  const save = async (path: string, filters: object, label: string): Promise<string> => {
    const saved = await admin.post(`${path}/by-filter`, { filters, label })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    return saved.body.hash
  }
  const names = async (client: Client, path: string): Promise<string[]> =>
    (await client.get(path)).body.edges.map(({ node }: { node: Record<string, string> }) =>
      [node.displayName, node.name, node.email].find(Boolean),
    )
  const lines = async (client: Client, path: string): Promise<string[]> =>
    String((await client.get(path)).body)
      .trim()
      .split('\r\n')
      .slice(1)

  it('a view of services that names a vendor follows it when it is merged', async () => {
    const owner = await company.addPerson()
    const make = async (name: string): Promise<string> =>
      (await admin.post('/api/vendors', { name, owners: [owner.userId], paymentMethod: 'ACH' })).body.id
    const [from, into] = [await make('Old Hosting'), await make('New Hosting')]
    await admin.post('/api/services', { name: 'Servers', vendorId: from, ownerIds: [owner.userId], servicePeriods: [] })
    const hash = await save('/api/services', { filter: 'ALL', vendorId: from }, 'Hosting')
    expect(await names(admin, `/api/services/by-filter/${hash}`)).toEqual(['Servers'])
    const merged = await admin.post(`/api/vendors/${into}/merge`, { fromVendorId: from, version: 1, fromVersion: 1 })
    expect(merged.status, JSON.stringify(merged.body)).toBe(200)
    expect(await names(admin, `/api/services/by-filter/${hash}`)).toEqual(['Servers'])
    expect((await admin.get('/api/services/views')).body).toMatchObject([
      { label: 'Hosting', filters: { vendorId: into } },
    ])
    expect(await lines(admin, `/api/services/by-filter/${hash}.csv`)).toHaveLength(1)
  })

  it('a view and a file of documents have what the reader may see, not what its author sees', async () => {
    const member = await signIn(company, await company.addPerson())
    const document = await makeDocument(admin, 'Board minutes')
    const hash = await save('/api/documents', { filter: 'ACTIVE', displayName: 'board' }, 'Board')
    expect(await names(admin, `/api/documents/by-filter/${hash}`)).toEqual(['Board minutes'])
    expect((await lines(admin, `/api/documents/by-filter/${hash}.csv`))[0]).toMatch(/^Board minutes,/)
    expect((await member.get(`/api/documents/${document}`)).status).toBe(404)
    expect(await names(member, `/api/documents/by-filter/${hash}`)).toEqual([])
    expect(await lines(member, `/api/documents/by-filter/${hash}.csv`)).toEqual([])
  })

  it('a view of members shows a lead their own people only', async () => {
    const lead = await company.addPerson({ flags: ['hasDepartmentAccess'] })
    const department = await company.add('departments', 'Design')
    await company.addToDepartment(department, lead.userId)
    const own = await company.addPerson({ name: 'Uma Unique' })
    await company.addToDepartment(department, own.userId)
    const other = await company.addPerson({ name: 'Udo Unique' })
    const hash = await save('/api/members', { enabled: true, name: 'unique' }, 'Unique')
    const asLead = await signIn(company, lead)
    expect(await names(admin, `/api/members/by-filter/${hash}`)).toEqual([other.email, own.email])
    expect(await names(asLead, `/api/members/by-filter/${hash}`)).toEqual([own.email])
    expect(await lines(asLead, `/api/members/by-filter/${hash}.csv`)).toHaveLength(1)
    expect((await asLead.get('/api/members/views')).body).toEqual([])
  })

  it('a view forgets a unit that is deleted, follows one that is merged, and goes when it has nothing left', async () => {
    const [kept, gone, merged, into] = await Promise.all(
      ['Kept', 'Gone', 'Merged', 'Into'].map((name) => company.add('departments', `${name} ${newId()}`)),
    )
    const views = async () =>
      (await admin.get('/api/services/views')).body
        .filter(({ label }: { label: string }) => label !== 'Hosting')
        .map(({ label, filters }: { label: string; filters: object }) => [label, filters])
    await save('/api/services', { departmentIds: [gone, kept] }, 'Two')
    await save('/api/services', { departmentIds: [gone] }, 'One')
    await save('/api/services', { departmentIds: [merged, into] }, 'Merging')
    const named = await views()
    expect(named.map(([label]: [string]) => label)).toEqual(['Merging', 'One', 'Two'])
    expect((await admin.call('DELETE', `/api/departments/${gone}`)).status).toBe(200)
    expect((await admin.post(`/api/departments/${merged}/merge`, { intoId: into })).status).toBe(200)
    expect(await views()).toEqual([
      ['Merging', expect.objectContaining({ departmentIds: [into] })],
      ['Two', expect.objectContaining({ departmentIds: [kept] })],
    ])
  })

  it('a view by an answer follows the label of its question and option, and forgets them when they go', async () => {
    const form = (label: string, ...options: string[]): FormStep[] => [
      step('main', [
        question('size', 'CUSTOM_SELECT', {
          label,
          options: options.map((each, ordinal) => ({ id: `o${ordinal}`, label: each, parentId: null, ordinal })),
        }),
      ]),
    ]
    const { id } = await makeCategory(admin, { levels: [] })
    const put = (steps: FormStep[]) => saveForm(admin, id, steps)
    const queries = async () => (await admin.get('/api/intake-submissions/filter-queries')).body
    const views = async () =>
      (await queries()).map(({ queryString }: { queryString: string }) =>
        JSON.parse(new URLSearchParams(queryString).get('answers') ?? ''),
      )
    await put(form('Size of it', 'Small', 'Large'))
    const answers = JSON.stringify(['size of it', 'Small', 'Size of it', 'Large'])
    const queryString = new URLSearchParams({ answers }).toString()
    expect((await admin.post('/api/intake-submissions/filter-queries', { label: 'Sizes', queryString })).status).toBe(
      200,
    )
    await put(form('Extent', 'Tiny', 'Large'))
    expect(await views()).toEqual([['Extent', 'Tiny', 'Extent', 'Large']])
    await put(form('Extent', 'Tiny'))
    expect(await views()).toEqual([['Extent', 'Tiny']])
    await put([step('main', [question('other', 'TEXT')])])
    expect(await views()).toEqual([])
  })
})
