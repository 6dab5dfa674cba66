import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { makeCategory } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

let company: TestCompany
let admin: Client
let owner: TestPerson
let plain: Client

beforeAll(async () => {
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }))
  owner = await company.addPerson({ name: 'Olga Owner' })
  plain = await signIn(company, await company.addPerson({ name: 'Pat Plain' }))
})

const make = async (more = {}): Promise<string> =>
  (
    await admin.post('/api/vendors', {
      name: `Vendor ${newId()}`,
      owners: [owner.userId],
      paymentMethod: 'ACH',
      taxPayerIdentificationNumbers: [{ taxPayerIdentificationNumber: '12-3456789' }],
      ...more,
    })
  ).body.id
const reveal = (id: string, client = admin) => client.post(`/api/vendors/${id}/tax-ids/reveal`)
const historyOf = async (id: string, client = plain) =>
  (await client.get(`/api/audit-logs?targetType=VENDOR&targetId=${id}`)).body.edges.map(
    ({ node }: { node: { message: string; changeData: unknown } }) => node,
  )
const numbersOf = async (id: string) =>
  (await reveal(id)).body.taxPayerIdentificationNumbers.map(
    (one: { taxPayerIdentificationNumber: string }) => one.taxPayerIdentificationNumber,
  )

describe('taxpayer ids', () => {
  it('taxpayer ids are revealed to people who may change the vendor, and the history says who looked', async () => {
    const id = await make()
    expect((await reveal(id, plain)).status).toBe(403)
    const { body } = await reveal(id, await signIn(company, owner))
    expect(body).toMatchObject({ taxPayerIdentificationNumbers: [{ taxPayerIdentificationNumber: '12-3456789' }] })
    const [latest] = await historyOf(id)
    expect(latest).toMatchObject({ message: expect.stringMatching(/^Viewed the tax IDs of /) })
    expect(latest.user).toMatchObject({ firstName: 'Olga' })
  })

  it('taxpayer ids survive being sent back masked, and a mask that matches none is refused', async () => {
    const id = await make()
    const { version, taxPayerIdentificationNumbers: read } = (await admin.get(`/api/vendors/${id}`)).body
    const put = (body: object) => admin.call('PUT', `/api/vendors/${id}`, { body })
    const more = [...read, { taxPayerIdentificationNumber: '98-7654321' }]
    expect((await put({ version, taxPayerIdentificationNumbers: more })).status).toBe(200)
    expect(await numbersOf(id)).toEqual(['12-3456789', '98-7654321'])
    expect(
      fieldsOf(await put({ taxPayerIdentificationNumbers: [{ taxPayerIdentificationNumber: '•••1111' }] })),
    ).toEqual({
      'taxPayerIdentificationNumbers.0.taxPayerIdentificationNumber': 'Enter the full number, not just its last digits',
    })
  })

  it('taxpayer ids in a verification are masked for everyone, revealed with the others, and never in the history', async () => {
    const id = await make()
    const path = `/api/vendors/${id}/verifications`
    const body = { businessName: 'Acme', businessTaxId: '55-1234567' }
    expect((await admin.post(path, body)).body.businessTaxId).toBe('•••4567')
    // As the screen fills it in: the vendor's own number, masked.
    expect((await admin.post(path, { ...body, businessTaxId: '•••6789' })).status).toBe(200)
    for (const client of [plain, admin]) {
      const { body: list } = await client.get(path)
      expect(list.map((one: { businessTaxId: string }) => one.businessTaxId)).toEqual(['•••6789', '•••4567'])
    }
    expect((await reveal(id)).body.verifications).toMatchObject([
      { businessTaxId: '12-3456789' },
      { businessTaxId: '55-1234567' },
    ])
    const stored = await rows('SELECT change_data FROM audit_log WHERE target_id = ?', id)
    expect(JSON.stringify(stored)).not.toMatch(/55-123|12-345/)
  })

  it('taxpayer ids in sealed history entries are masked when they are read', async () => {
    const id = await make()
    const changeData = JSON.stringify({ after: { businessName: 'Acme', businessTaxId: '77-7654321' } })
    await env.DB.prepare(
      `INSERT INTO audit_log (change_key, company_id, action, target_type, target_id, message, change_data, occurred_at,
         entry_hash) VALUES (?1, ?2, 'vendor.verified', 'VENDOR', ?3, 'Verified', ?4, ?5, 'x')`,
    )
      .bind(newId(), company.id, id, changeData, Date.now() + 1000)
      .run()
    expect(JSON.stringify(await historyOf(id))).toContain('•••4321')
    expect(JSON.stringify(await historyOf(id))).not.toContain('77-7')
    const log = await admin.get('/api/audit-logs/company?targetType=VENDOR')
    expect(JSON.stringify(log.body)).not.toContain('77-7')
  })
})

describe('deleting a vendor', () => {
  it('deleting counts someone else’s draft without its title, and links to the requests', async () => {
    const id = await make()
    const category = await makeCategory(admin, { levels: [] })
    const file = (client: Client, title: string, isDraft: boolean) =>
      client.post('/api/intake-submission', {
        batch: 1,
        totalBatches: 1,
        submission: {
          intakeCategoryId: category.id,
          isDraft,
          answers: [
            { questionId: 'title', value: title },
            { questionId: 'vendor', value: id },
          ],
        },
      })
    expect((await file(plain, 'Secret takeover', true)).status).toBe(200)
    const remove = () =>
      admin.post('/graphql', { query: 'mutation($id: ID!) { deleteVendor(id: $id) { id } }', variables: { id } })
    const { extensions } = (await remove()).body.errors[0]
    expect(JSON.stringify(extensions)).not.toContain('takeover')
    expect(extensions.details).toEqual([
      { kind: 'REQUEST', text: 'A request or draft that you can’t see uses it', href: '/intake-requests' },
    ])
    const own = await file(admin, 'New laptops', true)
    expect((await remove()).body.errors[0].extensions.details).toEqual([
      { kind: 'REQUEST', text: 'The request New laptops names it', href: `/intake-request/${own.body.id}` },
      { kind: 'REQUEST', text: 'A request or draft that you can’t see uses it', href: '/intake-requests' },
    ])
  })
})
