import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { makeCategory } from '../../../support/worker/intake.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
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

const insert = async (table: string, values: Record<string, string | number | null>): Promise<string> => {
  const all = { id: newId(), company_id: company.id, ...values }
  const places = Object.keys(all).map(() => '?')
  await run(`INSERT INTO ${table} (${Object.keys(all)}) VALUES (${places})`, ...Object.values(all))
  return all.id
}

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
    expect(Object.values(await ownedOf(leaving))).toEqual(Array(6).fill({ total: 0, first: [] }))
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

  it('sourcing events that aren’t over go along, drafts too, and a reviewer’s submitted scores stay', async () => {
    const event = async (status: string, ownerIds: string[], reviewerIds: string[]): Promise<string> => {
      const id = await insert('sourcing_events', {
        ...{ title: 'Catering', description: '', status, deadline: 0, created_by_user_id: other.userId },
        ...{ created_at: 0, updated_at: 0 },
      })
      for (const userId of new Set([...ownerIds, ...reviewerIds])) {
        await run(
          `INSERT INTO sourcing_event_people (company_id, event_id, user_id, is_owner, is_reviewer, created_at, deadline)
           VALUES (?, ?, ?, ?, ?, 0, 0)`,
          ...[company.id, id, userId, Number(ownerIds.includes(userId)), Number(reviewerIds.includes(userId))],
        )
      }
      return id
    }
    const draft = await event('DRAFT', [leaving.userId], [leaving.userId, other.userId])
    const shared = await event('OPEN', [leaving.userId, successor.userId], [])
    const reviewed = await event('OPENED', [other.userId], [leaving.userId])
    const scored = await event('OPENED', [leaving.userId], [leaving.userId])
    await event('OPENED', [other.userId], [other.userId])
    const over = await event('AWARDED', [leaving.userId], [])
    await run(
      `INSERT INTO sourcing_scorecards (event_id, company_id, user_id, scores, submitted_at, version, updated_at)
       VALUES (?, ?, ?, '[]', 1, 1, 1)`,
      ...[scored, company.id, leaving.userId],
    )
    expect((await ownedOf(leaving)).sourcingEvents.total).toBe(4)
    expect((await disable(successor.userId)).body).toMatchObject({ enabled: false, handedOver: 4 })
    const people = (id: string) =>
      rows(
        `SELECT user_id AS userId, is_owner AS owns, is_reviewer AS reviews FROM sourcing_event_people
          WHERE event_id = ? ORDER BY user_id = ?, user_id = ?`,
        ...[id, successor.userId, leaving.userId],
      )
    expect(await people(draft)).toEqual([
      { userId: other.userId, owns: 0, reviews: 1 },
      { userId: successor.userId, owns: 1, reviews: 1 },
    ])
    expect(await people(shared)).toEqual([{ userId: successor.userId, owns: 1, reviews: 0 }])
    expect(await people(reviewed)).toEqual([
      { userId: other.userId, owns: 1, reviews: 0 },
      { userId: successor.userId, owns: 0, reviews: 1 },
    ])
    expect(await people(scored)).toEqual([
      { userId: leaving.userId, owns: 0, reviews: 1 },
      { userId: successor.userId, owns: 1, reviews: 0 },
    ])
    expect(await people(over)).toEqual([{ userId: leaving.userId, owns: 1, reviews: 0 }])
    expect((await historyOf('SOURCING_EVENT', draft))[0]).toMatchObject({
      message: 'Handed the sourcing event Catering over from Lea Leaving, who was disabled, to Sami Successor',
      changeData: { before: { reviewer: 'Lea Leaving' }, after: { owners: ['Sami Successor'] } },
    })
  })

  it('forms that wait for a vendor go along, and those that were submitted or closed stay', async () => {
    const vendorId = await makeVendor([other.userId])
    const categoryId = (await makeCategory(admin, { levels: [] })).id
    const send = (status: string, revokedAt: number | null = null) =>
      insert('vendor_form_invitations', {
        ...{ owner_user_id: leaving.userId, vendor_id: vendorId, intake_category_id: categoryId, status },
        ...{ intake_submission_id: newId(), form_version: 1, recipient: 'EMAIL', revoked_at: revokedAt },
        ...{ created_at: 0, sent_at: 0 },
      })
    const waiting = await send('UNSUBMITTED')
    const others = [await send('PENDING'), await send('UNSUBMITTED', 1)]
    expect((await ownedOf(leaving)).vendorForms).toMatchObject({ total: 1, first: [{ id: waiting }] })
    expect((await disable(successor.userId)).body.handedOver).toBe(1)
    const ownerOf = async (id: string) =>
      (await rows<{ owner: string }>('SELECT owner_user_id AS owner FROM vendor_form_invitations WHERE id = ?', id))[0]
        ?.owner
    expect(await ownerOf(waiting)).toBe(successor.userId)
    for (const id of others) expect(await ownerOf(id)).toBe(leaving.userId)
    expect((await historyOf('VENDOR', vendorId))[0].message).toMatch(
      /^Handed the form .* over from Lea Leaving, who was disabled, to Sami Successor$/,
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
    expect((await ownedOf(leaving)).vendors.total).toBe(10)
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
