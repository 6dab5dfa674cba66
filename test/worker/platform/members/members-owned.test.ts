import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { makeCategory } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** What a member owns is shown to the person disabling them, and goes to someone else on request. */

let company: TestCompany
let admin: Client
beforeAll(async () => {
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ name: 'Maya Admin', flags: ['hasAdminAccess'] }))
})

let leaving: TestPerson
let successor: TestPerson
let other: TestPerson
beforeEach(async () => {
  leaving = await company.addPerson({ name: 'Lea Leaving' })
  successor = await company.addPerson({ name: 'Sami Successor' })
  other = await company.addPerson({ name: 'Otto Other' })
})

const makeVendor = async (owners: string[], signer: string | null = null): Promise<string> =>
  (await admin.post('/api/vendors', { name: `Vendor ${newId()}`, owners, signer, paymentMethod: 'ACH' })).body.id
const makeService = async (vendorId: string, ownerIds: string[]): Promise<string> =>
  (await admin.post('/api/services', { name: `Service ${newId()}`, vendorId, ownerIds })).body.id
const makeOwnedCategory = async (owners: string[]): Promise<string> => {
  const { id } = await makeCategory(admin, { levels: [] })
  for (const owner of owners) {
    await env.DB.prepare(
      'INSERT INTO intake_category_owners (company_id, intake_category_id, user_id) VALUES (?, ?, ?)',
    )
      .bind(company.id, id, owner)
      .run()
  }
  return id
}
const categoryOwners = async (id: string) =>
  (
    await rows<{ userId: string }>(
      'SELECT user_id AS userId FROM intake_category_owners WHERE intake_category_id = ? ORDER BY user_id',
      id,
    )
  ).map(({ userId }) => userId)
const idsOf = (people: { id: string }[]) => people.map(({ id }) => id).sort()
const ownedOf = async (person: TestPerson, client = admin) =>
  (await client.get(`/api/members/${person.userId}/owned`)).body
const disable = (ownedToUserId: string | null, client = admin) =>
  client.post(`/api/members/${leaving.userId}/enabled`, { enabled: false, ownedToUserId })
const historyOf = async (targetType: string, targetId: string) =>
  (await admin.get(`/api/audit-logs?targetType=${targetType}&targetId=${targetId}`)).body.edges.map(
    ({ node }: { node: { message: string; changeData: unknown } }) => node,
  )

/** One of each: a vendor owned alone, one shared, one only signed for, a service and a category. */
const makeAll = async () => {
  const alone = await makeVendor([leaving.userId], leaving.userId)
  const shared = await makeVendor([leaving.userId, successor.userId, other.userId])
  const signed = await makeVendor([other.userId], leaving.userId)
  const service = await makeService(alone, [leaving.userId, other.userId])
  const category = await makeOwnedCategory([leaving.userId])
  return { alone, shared, signed, service, category }
}

describe('what a leaving member owns', () => {
  it('the first owned objects are shown beforehand by name, only to people who manage the member', async () => {
    const { service, category } = await makeAll()
    for (let i = 0; i < 5; i++) await makeVendor([leaving.userId])
    const owned = await ownedOf(leaving)
    expect(owned.vendors.total).toBe(7)
    expect(owned.vendors.first).toHaveLength(5)
    expect(owned.signedVendors.total).toBe(2)
    expect(owned.services.first).toMatchObject([{ id: service }])
    expect(owned.categories.first).toMatchObject([{ id: category }])
    expect((await ownedOf(successor)).vendors.total).toBe(1)
    const lead = await signIn(company, await company.addPerson({ flags: ['hasDepartmentAccess'] }))
    expect((await lead.get(`/api/members/${leaving.userId}/owned`)).status).toBe(404)
  })

  it('owned objects stay with the member unless someone is named', async () => {
    const { alone, category } = await makeAll()
    expect((await disable(null)).body).toMatchObject({ enabled: false, handedOver: 0 })
    expect(idsOf((await admin.get(`/api/vendors/${alone}`)).body.owners)).toEqual([leaving.userId])
    expect(await categoryOwners(category)).toEqual([leaving.userId])
  })

  it('owned objects go to the person named, beside other owners, and each history records it', async () => {
    const { alone, shared, signed, service, category } = await makeAll()
    expect((await disable(successor.userId)).body).toMatchObject({ enabled: false, handedOver: 5 })
    const vendor = async (id: string) => (await admin.get(`/api/vendors/${id}`)).body
    const first = await vendor(alone)
    expect([idsOf(first.owners), first.signer.id]).toEqual([[successor.userId], successor.userId])
    expect(idsOf((await vendor(shared)).owners)).toEqual([successor.userId, other.userId].sort())
    const third = await vendor(signed)
    expect([idsOf(third.owners), third.signer.id]).toEqual([[other.userId], successor.userId])
    const { owners } = (await admin.get(`/api/services/${service}`)).body
    expect(idsOf(owners)).toEqual([successor.userId, other.userId].sort())
    expect(await categoryOwners(category)).toEqual([successor.userId])
    const none = { total: 0, first: [] }
    expect(await ownedOf(leaving)).toEqual({ vendors: none, signedVendors: none, services: none, categories: none })
    expect((await historyOf('VENDOR', shared))[0]).toMatchObject({
      message: expect.stringMatching(
        /^Handed the vendor .* over from Lea Leaving, who was disabled, to Sami Successor$/,
      ),
      changeData: {
        before: { owners: ['Lea Leaving', 'Otto Other', 'Sami Successor'] },
        after: { owners: ['Otto Other', 'Sami Successor'] },
      },
    })
    expect((await historyOf('VENDOR', signed))[0].changeData).toEqual({
      before: { signer: 'Lea Leaving' },
      after: { signer: 'Sami Successor' },
    })
    expect((await historyOf('SERVICE', service))[0].message).toContain('Handed the service')
    expect((await historyOf('INTAKE_CATEGORY', category))[0].message).toContain('Handed the category')
    expect((await historyOf('MEMBER', leaving.userId))[0].message).toBe(
      'Disabled Lea Leaving. 5 things they owned go to Sami Successor',
    )
  })

  it('someone editing a transferred object gets a conflict and overwrites nothing', async () => {
    const vendorId = await makeVendor([leaving.userId])
    const seen = (await admin.get(`/api/vendors/${vendorId}`)).body
    await disable(successor.userId)
    const late = { name: seen.name, owners: [leaving.userId], paymentMethod: 'ACH', version: seen.version }
    expect((await admin.call('PUT', `/api/vendors/${vendorId}`, { body: late })).status).toBe(409)
    expect(idsOf((await admin.get(`/api/vendors/${vendorId}`)).body.owners)).toEqual([successor.userId])
  })

  it('nothing is transferred and the member stays if the person named can’t own it', async () => {
    const vendorId = await makeVendor([leaving.userId])
    const off = await company.addPerson({ disabled: true })
    const stranger = await (await makeCompany()).addPerson()
    for (const userId of [off.userId, leaving.userId, stranger.userId, newId()]) {
      expect(fieldsOf(await disable(userId))).toHaveProperty('ownedToUserId')
    }
    const userAdmin = await company.addPerson({ flags: ['hasUserAdminAccess'] })
    expect(fieldsOf(await disable(userAdmin.userId, await signIn(company, userAdmin)))).toHaveProperty('ownedToUserId')
    expect((await admin.get(`/api/members/${leaving.userId}`)).body.enabled).toBe(true)
    expect(idsOf((await admin.get(`/api/vendors/${vendorId}`)).body.owners)).toEqual([leaving.userId])
  })

  it('thousands of objects are transferred in one write, and none if there are too many', async () => {
    const give = async (count: number, from = 0) => {
      const ids = JSON.stringify(Array.from({ length: count }, (_, i) => `${leaving.userId}-${from + i}`))
      await env.DB.batch([
        env.DB.prepare(
          `INSERT INTO vendors (id, company_id, name, created_at) SELECT value, ?1, value, 0 FROM json_each(?2)`,
        ).bind(company.id, ids),
        env.DB.prepare(
          `INSERT INTO vendor_links (company_id, vendor_id, kind, target_id)
           SELECT ?1, value, 'OWNER', ?3 FROM json_each(?2)`,
        ).bind(company.id, ids, leaving.userId),
      ])
    }
    await give(2001)
    expect(fieldsOf(await disable(successor.userId)).ownedToUserId).toContain('At most 2,000')
    // Counted only up to a limit: that many, or more.
    expect((await ownedOf(leaving)).vendors.total).toBe(20)
    await env.DB.prepare("DELETE FROM vendor_links WHERE target_id = ? AND vendor_id LIKE '%-7'")
      .bind(leaving.userId)
      .run()
    const owning =
      "SELECT COUNT(*) AS count FROM vendor_links WHERE company_id = ? AND kind = 'OWNER' AND target_id = ?"
    const ownedBy = async (userId: string) => (await rows<{ count: number }>(owning, company.id, userId))[0]?.count
    const total = await ownedBy(leaving.userId)
    expect((await disable(successor.userId)).body.handedOver).toBe(total)
    expect(await ownedBy(successor.userId)).toBe(total)
    const [entries] = await rows<{ count: number }>(
      "SELECT COUNT(*) AS count FROM audit_log WHERE company_id = ? AND instr(message, 'Handed the vendor ' || ? || '-') = 1",
      company.id,
      leaving.userId,
    )
    expect(entries?.count).toBe(total)
  })
})
