import { beforeEach, describe, expect, it } from 'vitest'
import { fieldsOf } from '../../../support/worker/doors.ts'
import {
  admin,
  company,
  follow,
  linesOf,
  list,
  makeMappingScene,
  rowOf,
} from '../../../support/worker/mapping-scene.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { makeCompany, signIn, type TestPerson } from '../../../support/worker/world.ts'

/** The accounting system's vendors, chosen where a vendor is added or changed (specification 2 §3). */

let owner = {} as TestPerson
beforeEach(async () => {
  await makeMappingScene()
  owner = await company.addPerson({ name: 'Olga Owner' })
})

const idOf = async (name: string) => (await rowOf('VENDOR', name)).id
const add = (body: object, client = admin) =>
  client.post('/api/vendors', { name: 'Acme', owners: [owner.userId], paymentMethod: 'WIRE', ...body })
const change = (id: string, body: object, client = admin) => client.call('PUT', `/api/vendors/${id}`, { body })
const shown = async (id: string): Promise<string[]> =>
  (await admin.get(`/api/vendors/${id}`)).body.erpVendors.map(({ name }: { name: string }) => name)

describe('accounting vendors of the vendor form', () => {
  it('a new vendor has those it is added with, and their lines and what they cost follow', async () => {
    const { status, body } = await add({ erpVendors: [await idOf('Acme'), await idOf('Globex')] })
    expect(status).toBe(200)
    await follow()
    expect(await shown(body.id)).toEqual(['Acme', 'Globex'])
    expect((await linesOf()).map(({ vendor_id }) => vendor_id).filter((id) => id === body.id)).toHaveLength(3)
    const log = await admin.get(`/api/audit-logs?targetType=VENDOR&targetId=${body.id}`)
    expect(log.body.edges[0].node).toMatchObject({
      message: 'Created the vendor Acme',
      changeData: { after: { 'accounting vendors': ['Acme', 'Globex'] } },
    })
  })

  it('a change replaces them, opens those that are left out, and is in the history by their names', async () => {
    const { body } = await add({ erpVendors: [await idOf('Acme')] })
    const version = (await admin.get(`/api/vendors/${body.id}`)).body.version
    expect(await change(body.id, { erpVendors: [{ id: await idOf('Globex') }] })).toMatchObject({
      status: 200,
      body: { version: version + 1 },
    })
    expect(await shown(body.id)).toEqual(['Globex'])
    expect((await list('VENDOR')).find(({ name }) => name === 'Acme')).toMatchObject({ isUnmapped: true, target: null })
    const log = await admin.get(`/api/audit-logs?targetType=VENDOR&targetId=${body.id}`)
    expect(log.body.edges[0].node).toMatchObject({
      message: 'Changed the vendor Acme: accounting vendors',
      changeData: { before: { 'accounting vendors': ['Acme'] }, after: { 'accounting vendors': ['Globex'] } },
    })
  })

  it('without the field, and with what it has already, nothing changes', async () => {
    const { body } = await add({ erpVendors: [await idOf('Acme')] })
    await change(body.id, { description: 'Chairs' })
    expect(await shown(body.id)).toEqual(['Acme'])
    const { version } = (await admin.get(`/api/vendors/${body.id}`)).body
    const same = await change(body.id, { erpVendors: [await idOf('Acme')], version })
    expect(same.body).toMatchObject({ version })
  })

  it('one that belonged to another vendor moves, which can be undone', async () => {
    const first = (await add({ erpVendors: [await idOf('Acme')] })).body.id
    const second = (await add({ name: 'Second', erpVendors: [await idOf('Acme')] })).body.id
    expect([await shown(first), await shown(second)]).toEqual([[], ['Acme']])
    const [save] = await rows<{ id: string }>(
      'SELECT id FROM erp_mapping_saves WHERE company_id = ? ORDER BY rowid DESC LIMIT 1',
      company.id,
    )
    expect((await admin.post(`/api/erp-mapping-saves/${save?.id}/undo`, {})).status).toBe(200)
    expect([await shown(first), await shown(second)]).toEqual([['Acme'], []])
  })

  it('owners keep what is chosen when they save, and can’t choose others', async () => {
    const { body } = await add({ erpVendors: [await idOf('Acme')] })
    const client = await signIn(company, owner)
    const own = await change(body.id, { description: 'Chairs', erpVendors: [await idOf('Acme')] }, client)
    expect(own.status).toBe(200)
    expect(await change(body.id, { erpVendors: [] }, client)).toMatchObject({
      status: 403,
      body: { message: 'Only people who manage vendors can choose accounting vendors.' },
    })
    expect(await shown(body.id)).toEqual(['Acme'])
  })

  it('unknown ones, and those of another company, are refused beside the field', async () => {
    const theirs = await idOf('Acme')
    const other = await makeCompany()
    const admin2 = await signIn(other, await other.addPerson({ flags: ['hasAdminAccess'] }))
    const refused = { erpVendors: 'Choose vendors of your accounting system' }
    const owners = [(await other.addPerson()).userId]
    expect(fieldsOf(await add({ owners, erpVendors: [theirs] }, admin2))).toEqual(refused)
    expect(fieldsOf(await add({ erpVendors: ['nothing'] }))).toEqual(refused)
    expect((await admin.get('/api/vendors?search=Acme')).body.edges).toEqual([])
  })
})
