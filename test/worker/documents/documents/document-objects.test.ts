import { beforeAll, describe, expect, it } from 'vitest'
import { codeOf, fieldsOf } from '../../../support/worker/doors.ts'
import { makeCategory, save } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { create, makeDocument, receivedUpload } from '../../../support/worker/uploads.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

let admin: Client
let member: Client
let owner: Client
let companyId: string
let services: string[]
let vendors: string[]

beforeAll(async () => {
  const company = await makeCompany()
  companyId = company.id
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  member = await signIn(company, await company.addPerson())
  const person = await company.addPerson()
  owner = await signIn(company, person)
  vendors = [await company.add('vendors', 'Figma'), await company.add('vendors', 'Notion')]
  const made = ['Design seats', 'Wiki'].map((name, i) =>
    admin.post('/api/services', { name, vendorId: vendors[i], ownerIds: [person.userId] }),
  )
  services = (await Promise.all(made)).map(({ body }) => body.id)
})

const change = (client: Client, field: string, args: Record<string, unknown>) => {
  const [name = ''] = Object.keys(args).filter((key) => key !== 'documentIds')
  return client.graphql(
    `mutation ($id: ID!, $documentIds: [ID!]!) { ${field}(${name}: $id, documentIds: $documentIds) { id } }`,
    { id: args[name], documentIds: args.documentIds },
  )
}
const update = (client: Client, input: Record<string, unknown>) =>
  client.graphql('mutation ($i: UpdateDocumentInput!) { updateDocument(input: $i) { id } }', { i: input })
const read = async (client: Client, id: string) => client.get(`/api/documents/${id}`)
const listed = async (client: Client, query: string): Promise<string[]> =>
  (await client.get(`/api/documents?${query}`)).body.edges.map((edge: { node: { id: string } }) => edge.node.id)

describe('a document on a vendor or a service', () => {
  it('everyone in the company can read the document while it is attached', async () => {
    const id = await makeDocument(owner)
    const documentIds = [id]
    expect((await read(member, id)).status).toBe(404)
    expect((await change(owner, 'addDocumentsToService', { serviceId: services[0], documentIds })).body.errors).toBe(
      undefined,
    )
    expect((await read(member, id)).body).toMatchObject({
      relatedServices: [{ name: 'Design seats' }],
      vendor: null,
      canEdit: false,
    })
    expect(await listed(member, `serviceId=${services[0]}`)).toContain(id)
    const related = async () => (await member.get(`/api/services/${services[0]}`)).body.relatedDocuments
    expect(await related()).toEqual([expect.objectContaining({ id })])
    await change(owner, 'removeDocumentsFromService', { serviceId: services[0], documentIds })
    expect((await read(member, id)).status).toBe(404)
  })

  it('a document belongs to one vendor at most, and a second one is refused beside the documents', async () => {
    const id = await makeDocument(admin)
    await change(admin, 'addDocumentsToVendor', { vendorId: vendors[0], documentIds: [id] })
    const second = await change(admin, 'addDocumentsToVendor', { vendorId: vendors[1], documentIds: [id] })
    expect(fieldsOf(second)?.documentIds).toMatch(/belongs to Figma/)
    expect((await read(admin, id)).body.vendor).toEqual({ id: vendors[0], name: 'Figma' })
    expect((await update(admin, { id, vendorId: vendors[1] })).body.errors).toBeUndefined()
    expect((await read(admin, id)).body.vendor).toEqual({ id: vendors[1], name: 'Notion' })
  })

  it('a document given to two vendors at once ends up with one of them', async () => {
    const id = await makeDocument(admin)
    await Promise.all(vendors.map((vendorId) => change(admin, 'addDocumentsToVendor', { vendorId, documentIds: [id] })))
    const links = await rows('SELECT * FROM document_links WHERE document_id = ? AND target_type = ?', id, 'VENDOR')
    expect(links).toHaveLength(1)
  })

  it('attaching and detaching appear in the history of both', async () => {
    const id = await makeDocument(admin, 'Frame contract.pdf')
    await change(admin, 'addDocumentsToService', { serviceId: services[1], documentIds: [id] })
    const messages = async (targetType: string, targetId = '') =>
      (await admin.get(`/api/audit-logs?targetType=${targetType}&targetId=${targetId}`)).body.edges.map(
        (edge: { node: { message: string } }) => edge.node.message,
      )
    expect(await messages('SERVICE', services[1])).toContain('Added Frame contract.pdf')
    expect(await messages('DOCUMENT', id)).toContain('Attached to the service Wiki')
  })

  it('creating a document is refused completely if one of its objects isn’t theirs to change', async () => {
    const name = await receivedUpload(owner)
    const refused = await create(owner, { name, vendorId: vendors[0], serviceIds: [services[0]] })
    expect(Object.keys(fieldsOf(refused) ?? {})).toEqual(['vendorId'])
    const made = await create(owner, { name, serviceIds: services })
    const { body } = await read(owner, made.body.data.createDocument.id)
    expect(body.relatedServices.map((service: { name: string }) => service.name)).toEqual(['Design seats', 'Wiki'])
  })

  it('a deleted document is no longer on any vendor or service', async () => {
    const id = await makeDocument(admin)
    await change(admin, 'addDocumentsToVendor', { vendorId: vendors[0], documentIds: [id] })
    expect((await admin.call('DELETE', `/api/documents/${id}`)).status).toBe(204)
    expect(await rows('SELECT * FROM document_links WHERE document_id = ?', id)).toEqual([])
    expect(await listed(admin, `vendorId=${vendors[0]}&filter=ALL`)).not.toContain(id)
  })

  it('deleting a service detaches its documents', async () => {
    const { body } = await admin.post('/api/services', { name: 'Short-lived', vendorId: vendors[0] })
    const id = await makeDocument(admin)
    await change(admin, 'addDocumentsToService', { serviceId: body.id, documentIds: [id] })
    expect(await listed(admin, 'unassociated=true&first=100')).not.toContain(id)
    await admin.graphql('mutation ($id: ID!) { deleteService(id: $id) { id } }', { id: body.id })
    expect(await listed(admin, 'unassociated=true&first=100')).toContain(id)
  })
})

describe('changing a document', () => {
  it('changing a document over someone else’s newer change is refused and keeps what they wrote', async () => {
    const id = await makeDocument(admin)
    const { version } = (await read(admin, id)).body
    expect((await update(admin, { id, version, description: 'Mine' })).body.errors).toBeUndefined()
    expect(codeOf(await update(admin, { id, version, description: 'Theirs' }))).toBe('CONFLICT')
    expect((await read(admin, id)).body.description).toBe('Mine')
  })

  it('a change keeps unnamed fields, null removes the vendor, and nothing is written if nothing differs', async () => {
    const id = await makeDocument(admin, 'Order.pdf')
    await update(admin, { id, vendorId: vendors[0], type: ['MSA', 'DPA'], description: 'Signed' })
    expect((await read(admin, id)).body).toMatchObject({ version: 2, displayName: 'Order.pdf', type: ['MSA', 'DPA'] })
    await update(admin, { id, vendorId: null })
    const { body } = await read(admin, id)
    expect(body).toMatchObject({ version: 3, vendor: null, description: 'Signed', type: ['MSA', 'DPA'] })
    await update(admin, { id, description: 'Signed' })
    expect((await read(admin, id)).body.version).toBe(3)
  })

  it('a bulk archive applies to all or none, and archived documents have their own list', async () => {
    const [mine, hers] = [await makeDocument(owner), await makeDocument(admin)]
    const both = { documentIds: [mine, hers], archived: true }
    expect((await owner.post('/api/documents/archive', both)).status).toBe(404)
    expect((await admin.post('/api/documents/archive', both)).status).toBe(200)
    expect(await listed(admin, 'first=100')).not.toContain(mine)
    expect(await listed(admin, 'first=100&filter=ARCHIVED')).toEqual(expect.arrayContaining([mine, hers]))
    await admin.post('/api/documents/archive', { ...both, archived: false })
    expect(await listed(admin, 'first=100')).toContain(mine)
  })
})

describe('the list of documents', () => {
  it('the list shows every document once, page by page, in either order', async () => {
    for (const name of ['a one.pdf', 'B two.pdf', 'c three.pdf', 'D four.pdf'])
      await makeDocument(member, `Paged ${name}`)
    for (const order of [
      'orderBy[by][]=displayName&orderBy[dir][]=ASC',
      'orderBy[by][]=createdAt&orderBy[dir][]=DESC',
    ]) {
      const names: string[] = []
      let cursor = ''
      do {
        const { body } = await member.get(
          `/api/documents?displayName=Paged&first=3&${order}&cursor=${cursor}`.replace(/&cursor=$/, ''),
        )
        names.push(...body.edges.map((edge: { node: { displayName: string } }) => edge.node.displayName))
        cursor = body.pageInfo.hasNextPage ? body.pageInfo.endCursor : ''
      } while (cursor)
      expect(new Set(names).size).toBe(4)
      expect(names).toHaveLength(4)
      if (order.includes('displayName')) expect(names.map((name) => name.at(6)?.toLowerCase()).join('')).toBe('abcd')
    }
  })

  it('a member doesn’t see documents of other people’s requests', async () => {
    const category = await makeCategory(admin, { levels: [] })
    const files = [await makeDocument(admin, 'Secret plan.pdf')]
    expect((await save(admin, category.id, { title: 'Secret', files })).status).toBe(200)
    expect(await listed(member, 'displayName=Secret')).toEqual([])
    expect(await listed(admin, 'displayName=Secret')).toEqual(files)
    const [row] = await rows<{ n: number }>(
      'SELECT link_count AS n FROM documents WHERE company_id = ? AND id = ?',
      companyId,
      files[0] ?? '',
    )
    expect(row?.n).toBe(1)
  })
})
