import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { codeOf, fieldsOf } from '../../../support/worker/doors.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { makePlatformStaff, signInAsStaff } from '../../../support/worker/platform-staff.ts'
import { clientOf, exchange, mailTo, rows, run, tokenIn } from '../../../support/worker/sessions.ts'
import { anonymous, type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

let staff: Client
beforeAll(async () => {
  staff = await signInAsStaff()
})

const shortName = () => `co-${newId().slice(-10).toLowerCase()}`
const adminOf = () => ({ email: `${newId().toLowerCase()}@people.test`, firstName: 'Ada', lastName: 'Admin' })

const create = async (more: Record<string, unknown> = {}): Promise<string> => {
  const answer = await staff.post('/api/super-admin/company', {
    name: 'Northwind',
    emailShortName: shortName(),
    ...more,
  })
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 })
  return answer.body.id
}
const read = async (id: string) => (await staff.get(`/api/super-admin/company/${id}`)).body
const change = (id: string, body: Record<string, unknown>) =>
  staff.call('PUT', `/api/super-admin/company/${id}`, { body })
const logOf = async (id: string) =>
  rows<{ action: string; message: string; userId: string }>(
    'SELECT action, message, actor_user_id AS userId FROM audit_log WHERE company_id = ? ORDER BY id',
    id,
  )

describe('adding a company', () => {
  it('its first admin gets an invitation and runs it after accepting', async () => {
    const admin = adminOf()
    const id = await create({ admin, featureFlags: { enableIntakeRequests: true }, currency: 'EUR' })
    expect(await read(id)).toMatchObject({ state: 'INVITED', currency: 'EUR', enableIntakeRequests: true })
    await runTicks(env)
    const mail = await mailTo(admin.email)
    expect(mail.text).toContain('desk (Outlay staff)')
    const own = clientOf(await exchange(anonymous, tokenIn(mail)))
    expect((await own.get('/api/current-company')).body).toMatchObject({ id, name: 'Northwind', currency: 'EUR' })
    expect((await own.get('/api/current-permissions')).body.hasAdminAccess).toBe(true)
    expect(await read(id)).toMatchObject({
      state: 'ACTIVE',
      memberCount: 1,
      admins: [{ name: 'Ada Admin', email: admin.email, isInvited: false }],
    })
  })

  it('without an admin it has none until one is invited', async () => {
    const id = await create()
    expect(await read(id)).toMatchObject({ state: 'NO_ADMIN', memberCount: 0, admins: [] })
    const admin = adminOf()
    expect((await staff.post(`/api/super-admin/company/${id}/admins`, admin)).status).toBe(200)
    expect(await read(id)).toMatchObject({ state: 'INVITED', admins: [{ email: admin.email, isInvited: true }] })
    const again = await staff.post(`/api/super-admin/company/${id}/admins`, admin)
    expect(fieldsOf(again)).toEqual({ email: 'Another member has this email' })
  })

  it('a short name belongs to one company, whatever its case', async () => {
    const taken = shortName()
    const id = await create({ emailShortName: taken })
    const second = await staff.post('/api/super-admin/company', { name: 'B', emailShortName: taken.toUpperCase() })
    expect(fieldsOf(second)).toEqual({ emailShortName: 'Another company has this short name' })
    const other = await create()
    expect(fieldsOf(await change(other, { emailShortName: taken }))).toEqual({
      emailShortName: 'Another company has this short name',
    })
    expect((await change(id, { emailShortName: taken })).status).toBe(200)
  })

  it('a refused admin leaves no company', async () => {
    const emailShortName = shortName()
    const admin = { ...adminOf(), email: 'staff@outlay.test' }
    const answer = await staff.post('/api/super-admin/company', { name: 'B', emailShortName, admin })
    expect(fieldsOf(answer)).toEqual({ 'admin.email': 'This address can’t be used for a member' })
    expect(await rows('SELECT 1 FROM companies WHERE email_short_name = ?', emailShortName)).toEqual([])
    expect(sentMails('staff@outlay.test').filter(({ text }) => text.includes('invited'))).toEqual([])
  })
})

describe('changing a company', () => {
  it('each change is in the history that the company’s admins read, with the name of the person', async () => {
    const company = await makeCompany([])
    const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
    const { userId, email } = await makePlatformStaff()
    await change(company.id, { name: 'Fabrikam', requestApprovalMode: 'ALL_AT_ONCE' })
    await change(company.id, { featureFlags: { enableSourcing: true, enableEntities: true } })
    await change(company.id, { featureFlags: { enableEntities: false } })
    const log = (await admin.get('/api/audit-logs/company')).body.edges.map(
      ({ node }: { node: Record<string, { email: string; lastName: string }> }) => [
        node.message,
        node.user?.email,
        node.user?.lastName,
      ],
    )
    expect(log).toEqual([
      ['Turned off: Entities', email, '(Outlay staff)'],
      ['Turned on: Sourcing forms, Entities', email, '(Outlay staff)'],
      ['All approvers are asked at once', email, '(Outlay staff)'],
      ['Renamed the company to Fabrikam', email, '(Outlay staff)'],
    ])
    expect(new Set((await logOf(company.id)).map((entry) => entry.userId))).toEqual(new Set([userId]))
    expect((await admin.get('/api/audit-logs/verify')).body).toBeTruthy()
  })

  it('what is as it should be already leaves no history and keeps the version', async () => {
    const company = await makeCompany(['enableSourcing'])
    const before = await read(company.id)
    const answer = await change(company.id, { name: before.name, featureFlags: { enableSourcing: true } })
    expect(answer.body).toEqual({ id: company.id, version: before.version })
    expect(await logOf(company.id)).toEqual([])
  })

  it('an outdated version changes nothing', async () => {
    const company = await makeCompany([])
    const { version } = await read(company.id)
    expect((await change(company.id, { name: 'First', version })).status).toBe(200)
    const late = await change(company.id, { name: 'Second', version })
    expect([late.status, late.body.reason]).toEqual([409, 'STALE_VERSION'])
    expect((await read(company.id)).name).toBe('First')
    expect((await change(company.id, { name: 'Third' })).status).toBe(200)
  })

  it('simultaneous changes without a version are all kept', async () => {
    const company = await makeCompany([])
    const flags = ['enableSourcing', 'enableEntities', 'enableCurrencies']
    const answers = await Promise.all(flags.map((flag) => change(company.id, { featureFlags: { [flag]: true } })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await read(company.id)).toMatchObject({ enableSourcing: true, enableEntities: true, enableCurrencies: true })
  })

  it('a feature that doesn’t exist can’t be turned on, also when a company is added, but can be turned off', async () => {
    const company = await makeCompany(['forceBusinessUnits'])
    const other = await makeCompany([])
    const asked = { forceBusinessUnits: true, enableSourcing: true }
    const refused = await change(other.id, { featureFlags: asked })
    expect(fieldsOf(refused)).toEqual({ 'featureFlags.forceBusinessUnits': 'Not part of Outlay yet' })
    expect(await read(other.id)).toMatchObject({ forceBusinessUnits: false, enableSourcing: false })
    const enabled = await staff.post('/api/super-admin/enable-company-features', {
      companyId: other.id,
      features: ['spendReview'],
    })
    expect(codeOf(enabled)).toBe('INVALID')
    const added = await staff.post('/api/super-admin/company', {
      name: 'C',
      emailShortName: shortName(),
      featureFlags: asked,
    })
    expect(codeOf(added)).toBe('INVALID')
    expect((await change(company.id, { featureFlags: { forceBusinessUnits: false } })).status).toBe(200)
    expect((await read(company.id)).forceBusinessUnits).toBe(false)
  })

  it('the switch for a linked accounting system can’t be changed by hand, because it follows from connecting one', async () => {
    const company = await makeCompany([])
    for (const isErpLinked of [true, false]) {
      const linked = await makeCompany(isErpLinked ? [] : ['isErpLinked'])
      const refused = await change(linked.id, { featureFlags: { isErpLinked } })
      expect(fieldsOf(refused)).toEqual({ 'featureFlags.isErpLinked': 'Set by the company when it connects one' })
      expect((await read(linked.id)).isErpLinked).toBe(!isErpLinked)
    }
    expect((await change(company.id, { featureFlags: { netsuiteSoapEnabled: true } })).status).toBe(200)
    expect((await read(company.id)).netsuiteSoapEnabled).toBe(true)
  })

  it('turning on features leaves the others as they are', async () => {
    const company = await makeCompany(['enableSourcing'])
    const answer = await staff.post('/api/super-admin/enable-company-features', {
      companyId: company.id,
      features: ['enableEntities', 'enableSourcing'],
    })
    expect(answer.status).toBe(200)
    expect(await read(company.id)).toMatchObject({
      enableSourcing: true,
      enableEntities: true,
      enableCurrencies: false,
    })
    expect((await logOf(company.id)).map(({ message }) => message)).toEqual(['Turned on: Entities'])
  })

  it('the currency can be changed until amounts are compared in it', async () => {
    const company = await makeCompany([])
    expect((await change(company.id, { currency: 'EUR' })).status).toBe(200)
    await run(
      `INSERT INTO services (id, company_id, vendor_id, vendor_key, name, created_at) VALUES (?, ?, 'v', '', 'A service', 0)`,
      newId(),
      company.id,
    )
    expect(fieldsOf(await change(company.id, { currency: 'GBP' }))).toEqual({
      currency: 'Amounts are already compared in EUR, so it can’t be changed',
    })
    expect(await read(company.id)).toMatchObject({ currency: 'EUR', canChangeCurrency: false })
    expect((await change(company.id, { currency: 'EUR', name: 'Same currency' })).status).toBe(200)
  })

  it('entities are added and renamed, and the company’s admins see who did it', async () => {
    const company = await makeCompany(['enableEntities'])
    const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
    const path = `/api/super-admin/company/${company.id}/entities`
    const [first] = (await staff.post(path, { entities: [{ name: 'Northwind Ltd' }] })).body
    await staff.post(path, { entities: [{ ...first, name: 'Northwind GmbH' }, { name: 'Northwind SA' }] })
    expect((await admin.get('/api/entities')).body.map(({ name }: { name: string }) => name)).toEqual([
      'Northwind GmbH',
      'Northwind SA',
    ])
    expect((await read(company.id)).entities).toHaveLength(2)
    const taken = await staff.post(path, { entities: [{ name: 'northwind sa' }] })
    expect(codeOf(taken)).toBe('INVALID')
    const actors = (await logOf(company.id)).map(({ userId }) => userId)
    expect(new Set(actors)).toEqual(new Set([(await makePlatformStaff()).userId]))
  })

  it('the company of the platform’s staff is no customer', async () => {
    expect((await staff.get('/api/super-admin/company/platform-staff')).status).toBe(404)
    expect((await change('platform-staff', { name: 'Mine' })).status).toBe(404)
  })
})

describe('who may', () => {
  it('an address on the list isn’t enough: the account must be one of the platform’s', async () => {
    const company = await makeCompany([])
    const renamed = await company.addPerson({ email: 'joining-staff@outlay.test', flags: ['hasAdminAccess'] })
    const client = await signIn(company, renamed)
    expect((await client.get('/api/super-admin/companies')).status).toBe(403)
  })

  it('staff who view as a member can’t, nor can that member', async () => {
    const company = await makeCompany([])
    const member = await company.addPerson({ flags: ['hasAdminAccess'] })
    const { userId } = await makePlatformStaff()
    await run(
      'INSERT OR IGNORE INTO company_memberships (company_id, user_id, created_at) VALUES (?, ?, 0)',
      company.id,
      userId,
    )
    for (const reason of [null, 'On leave']) {
      const viewing = await signIn(company, member, userId, reason)
      expect((await viewing.get('/api/current-company')).status).toBe(200)
      expect((await viewing.get('/api/super-admin/companies')).status).toBe(403)
    }
  })

  it('staff have none of a company’s own rights by working in it', async () => {
    const company = await makeCompany(['enableIntakeRequests'])
    await change(company.id, { name: 'Fabrikam' })
    expect(await rows('SELECT 1 FROM company_memberships WHERE company_id = ?', company.id)).toEqual([])
    expect((await staff.get('/api/current-company')).body.id).toBe('platform-staff')
  })
})

describe('the list of companies', () => {
  it('finds a part of the name or of the short name, page by page', async () => {
    const mark = newId().slice(-10).toLowerCase()
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.push(await create({ name: `Mark ${mark} ${i}`, emailShortName: `a${i}-${mark}` }))
    const all = async (search: string, first: number, more = '') => {
      const found: { id: string; name: string }[] = []
      let cursor = ''
      for (;;) {
        const { body } = await staff.get(
          `/api/super-admin/companies?search=${encodeURIComponent(search)}&first=${first}&cursor=${cursor}${more}`,
        )
        found.push(...body.edges.map(({ node }: { node: { id: string; name: string } }) => node))
        if (!body.pageInfo.hasNextPage) return found
        cursor = body.pageInfo.endCursor
      }
    }
    expect((await all(`mark ${mark.toUpperCase()}`, 2)).map(({ id }) => id)).toEqual(ids)
    expect((await all(`a3-${mark}`, 2)).map(({ id }) => id)).toEqual([ids[3]])
    const newest = '&orderBy[by][]=createdAt&orderBy[dir][]=DESC'
    expect((await all(mark, 3, newest)).map(({ id }) => id)).toEqual(ids.toReversed())
    expect(await all(`nothing-${mark}`, 100)).toEqual([])
  })

  it('a company is listed with its members and its last activity', async () => {
    const company = await makeCompany([])
    await company.addPerson({ flags: ['hasAdminAccess'] })
    await company.addPerson({ disabled: true })
    const listed = async () =>
      (await staff.get(`/api/super-admin/companies?search=${company.id}&orderBy[by][]=createdAt`)).body.edges.map(
        ({ node }: { node: unknown }) => node,
      )
    expect(await listed()).toMatchObject([{ id: company.id, memberCount: 1, state: 'ACTIVE', lastActivityAt: null }])
    const before = Date.now()
    await change(company.id, { featureFlags: { enableSourcing: true } })
    const [after] = await listed()
    expect(Date.parse(after.lastActivityAt)).toBeGreaterThanOrEqual(before - 1000)
  })
})
