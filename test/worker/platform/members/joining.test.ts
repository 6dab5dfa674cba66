import { describe, expect, it } from 'vitest'
import { codeOf } from '../../../support/worker/doors.ts'
import { makeMembersScene, newAddress } from '../../../support/worker/members-scene.ts'
import {
  clientOf,
  companyToken,
  exchange,
  given,
  impersonationToken,
  mailedToken,
  mailTo,
  rows,
  tokenIn,
} from '../../../support/worker/sessions.ts'
import { anonymous, type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

const preview = (client: Client, loginTokenId: string) => client.post('/auth/login-token', { loginTokenId })

describe('adding an address that another company knows', () => {
  it('the person is listed with what was typed: no name, no time zone, and no access until they accept', async () => {
    const elsewhere = await makeCompany()
    const known = await elsewhere.addPerson({ name: 'Erik Sund' })
    const { admin, read, update } = await makeMembersScene()
    const found = (await admin.post('/api/users', { email: known.email })).body
    expect(found).toMatchObject({ email: known.email, firstName: known.email.split('@')[0], lastName: '' })
    expect(found.id).not.toBe(known.userId)
    expect((await admin.post('/api/users', { email: known.email })).body.id).toBe(found.id)
    expect(await read(found.id)).toMatchObject({ isInvited: true })
    expect((await update(found.id, { firstName: 'Mr', lastName: 'Sund' })).status).toBe(200)
    expect(await rows('SELECT first_name AS name FROM users WHERE id = ?', known.userId)).toEqual([{ name: 'Erik' }])
    // Nothing has changed at home, and requesting a link there joins nothing.
    const token = await mailedToken(known.email)
    expect((await preview(anonymous, token)).body).toMatchObject({ name: 'Erik Sund', isInvitation: false })
    expect((await exchange(anonymous, token)).body.companyId).toBe(elsewhere.id)
  })

  it('the person joins by accepting, with their own profile', async () => {
    const elsewhere = await makeCompany()
    const known = await elsewhere.addPerson({ name: 'Erik Sund' })
    const { company, added, read } = await makeMembersScene()
    const id = await added({ email: known.email, firstName: 'E.', lastName: '?', sendNewMemberEmail: true })
    const mail = await mailTo(known.email)
    expect(mail.text).toContain('Hello E.')
    const token = tokenIn(mail)
    expect((await preview(anonymous, token)).body).toMatchObject({ name: 'Erik Sund', isInvitation: true })
    expect(await read(id)).toMatchObject({ firstName: 'E.', isInvited: true })
    const session = (await exchange(anonymous, token)).body
    expect(session).toMatchObject({ companyId: company.id, userId: id, firstName: 'Erik' })
    expect(await read(id)).toMatchObject({ firstName: 'Erik', lastName: 'Sund', isInvited: false })
  })

  it('the person joins from their other company by confirming, and never just by opening a link', async () => {
    const elsewhere = await makeCompany()
    const known = await elsewhere.addPerson({ name: 'Erik Sund' })
    const { company, added, read } = await makeMembersScene()
    const id = await added({ email: known.email })
    const client = await signIn(elsewhere, known)
    const companies = (await client.get('/api/current-user/company-memberships')).body
    expect(companies.map((c: { companyId: string; isInvited: boolean }) => [c.companyId, c.isInvited]).sort()).toEqual(
      [
        [elsewhere.id, false],
        [company.id, true],
      ].sort(),
    )
    expect((await companyToken(client, company.id)).body.errors[0].extensions.reason).toBe('NOT_JOINED')
    const join = `mutation { createCompanyToken(companyId: "${company.id}", join: true) { loginTokenId } }`
    const inside = clientOf(await exchange(client, given(await client.graphql(join))))
    expect((await inside.get('/jwt-data')).body).toMatchObject({ companyId: company.id, userId: id })
    expect(await read(id)).toMatchObject({ isInvited: false, firstName: 'Erik' })
    expect(codeOf(await companyToken(inside, elsewhere.id))).toBe('OK')
  })
})

describe('viewing as a member', () => {
  it('viewing keeps the member’s time zone and reveals nothing about their other companies', async () => {
    const { company, admin, added } = await makeMembersScene()
    const email = newAddress()
    const id = await added({ email })
    const other = await makeMembersScene()
    await other.added({ email })
    const viewing = clientOf(
      await exchange(admin, given(await impersonationToken(admin, id)), { timezone: 'Asia/Tokyo' }),
    )
    expect(await rows('SELECT timezone FROM users WHERE id = ?', id)).toEqual([{ timezone: null }])
    const companies = (await viewing.get('/api/current-user/company-memberships')).body
    expect(companies.map((c: { companyId: string }) => c.companyId)).toEqual([company.id])
    expect((await viewing.get('/auth/sessions')).status).toBe(403)
    // Looking at it doesn't join.
    expect(await rows('SELECT 1 FROM company_memberships WHERE user_id = ? AND invited_at IS NULL', id)).toEqual([])
  })
})

describe('platform staff', () => {
  const STAFF = 'joining-staff@outlay.test'

  it('platform staff have separate accounts at listed addresses, proven by the link emailed there', async () => {
    const client = clientOf(await exchange(anonymous, await mailedToken(STAFF)))
    expect((await client.get('/api/current-permissions')).body.isInternalStaff).toBe(true)
    const company = await makeCompany()
    const member = await company.addPerson()
    expect(codeOf(await companyToken(await signIn(company, member), (await makeCompany()).id))).toBe('NOT_FOUND')
    const inside = clientOf(await exchange(client, given(await companyToken(client, company.id))))
    expect((await inside.get('/jwt-data')).body).toMatchObject({
      companyId: company.id,
      email: STAFF,
      hasAdminAccess: false,
    })
    expect(
      await rows(`SELECT message FROM audit_log WHERE company_id = ? AND action = 'member.staff-joined'`, company.id),
    ).toEqual([{ message: `${STAFF} of the platform's staff joined` }])
  })
})
