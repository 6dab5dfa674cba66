import { describe, expect, it } from 'vitest'
import { codeOf } from '../../../support/worker/doors.ts'
import { makeCategory, rule, save } from '../../../support/worker/intake.ts'
import {
  clientOf,
  companyToken,
  exchange,
  given,
  hashOf,
  impersonationToken,
  mailedToken,
  reverseToken,
  rows,
  run,
} from '../../../support/worker/sessions.ts'
import { anonymous, type Client, makeCompany, signIn, type TestPerson } from '../../../support/worker/world.ts'

const statusOf = async (client: Client) => (await client.get('/jwt-data')).status
const expiryOf = async (client: Client) =>
  (await rows<{ at: number }>('SELECT expires_at AS at FROM sessions WHERE token_hash = ?', hashOf(client)))[0]?.at

const join = (companyId: string, person: TestPerson, disabledAt: number | null = null) =>
  run(
    'INSERT INTO company_memberships (company_id, user_id, disabled_at, created_at) VALUES (?, ?, ?, 0)',
    companyId,
    person.userId,
    disabledAt,
  )

describe('switching company', () => {
  it('a person can switch only to their own companies', async () => {
    const [here, there, left, foreign] = await Promise.all([1, 2, 3, 4].map(() => makeCompany()))
    if (!here || !there || !left || !foreign) throw new Error('No companies')
    const person = await here.addPerson()
    await join(there.id, person)
    await join(left.id, person, Date.now())
    const client = await signIn(here, person)
    for (const id of [left.id, foreign.id, 'no-such-company']) {
      expect(codeOf(await companyToken(client, id))).toBe('NOT_FOUND')
    }
    const answer = await exchange(client, given(await companyToken(client, there.id)))
    expect(answer.body).toMatchObject({ companyId: there.id, userId: person.userId })
    expect((await clientOf(answer).get('/api/current-company')).body.id).toBe(there.id)
    expect(await statusOf(client)).toBe(401)
  })

  it('switching doesn’t extend the thirty days', async () => {
    const company = await makeCompany()
    const person = await company.addPerson()
    const client = await signIn(company, person)
    const expires = await expiryOf(client)
    const next = clientOf(await exchange(client, given(await companyToken(client, company.id))))
    expect(await expiryOf(next)).toBe(expires)
  })

  it('switching works only for the session that asked, within a minute', async () => {
    const company = await makeCompany()
    const person = await company.addPerson()
    const [client, other] = [await signIn(company, person), await signIn(company, person)]
    const token = given(await companyToken(client, company.id))
    for (const stranger of [other, (await import('../../../support/worker/world.ts')).anonymous]) {
      expect((await exchange(stranger, token)).body.reason).toBe('LOGIN_TOKEN_UNKNOWN')
    }
    await run('UPDATE login_tokens SET expires_at = expires_at - 60000 WHERE user_id = ?', person.userId)
    expect((await exchange(client, token)).body.reason).toBe('LOGIN_TOKEN_EXPIRED')
    expect(await statusOf(client)).toBe(200)
  })
})

describe('viewing as another member', () => {
  const scene = async () => {
    const company = await makeCompany()
    const admin = await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] })
    const member = await company.addPerson({ name: 'Mia Member' })
    const client = await signIn(company, admin)
    const view = async (reason?: string) =>
      clientOf(await exchange(client, given(await impersonationToken(client, member.userId, reason))))
    return { company, admin, member, client, view }
  }

  it('viewing shows what the member can see, under both names', async () => {
    const { admin, member, view } = await scene()
    const viewing = await view()
    expect((await viewing.get('/jwt-data')).body).toMatchObject({
      userId: member.userId,
      impersonatorId: admin.userId,
      hasAdminAccess: false,
    })
    expect((await viewing.post('/api/audit-logs/verify')).status).toBe(403)
  })

  it('only admins can view, and only as other members of their company', async () => {
    const { company, admin, member, client } = await scene()
    const other = await makeCompany()
    const stranger = await other.addPerson()
    const disabled = await company.addPerson({ disabled: true })
    const plain = await signIn(company, member)
    expect(codeOf(await impersonationToken(plain, admin.userId))).toBe('FORBIDDEN')
    for (const userId of [stranger.userId, disabled.userId, admin.userId, 'nobody']) {
      expect(codeOf(await impersonationToken(client, userId))).toBe('NOT_FOUND')
    }
  })

  it('platform staff can view too, but no one can view as them or while already viewing', async () => {
    const { company, admin, member, client } = await scene()
    const own = clientOf(await exchange(anonymous, await mailedToken('staff@outlay.test')))
    const inside = clientOf(await exchange(own, given(await companyToken(own, company.id))))
    const staff = (await inside.get('/jwt-data')).body
    const second = await company.addPerson({ flags: ['hasAdminAccess'] })
    expect(codeOf(await impersonationToken(client, staff.userId))).toBe('FORBIDDEN')
    const viewing = clientOf(await exchange(inside, given(await impersonationToken(inside, member.userId))))
    const seen = (await viewing.get('/jwt-data')).body
    expect([seen.userId, seen.impersonatorId]).toEqual([member.userId, staff.userId])
    await run('UPDATE company_memberships SET disabled_at = 1 WHERE user_id = ?', staff.userId)
    expect(await statusOf(viewing)).toBe(401)
    const asSecond = clientOf(await exchange(client, given(await impersonationToken(client, second.userId))))
    expect((await asSecond.get('/jwt-data')).body.impersonatorId).toBe(admin.userId)
    const third = await company.addPerson()
    expect(codeOf(await impersonationToken(asSecond, third.userId))).toBe('FORBIDDEN')
    expect(codeOf(await companyToken(asSecond, company.id))).toBe('FORBIDDEN')
  })

  it('viewing ends the admin’s own session, and coming back starts a new one', async () => {
    const { admin, client, view } = await scene()
    const expires = await expiryOf(client)
    const viewing = await view()
    expect(await statusOf(client)).toBe(401)
    expect(await expiryOf(viewing)).toBe(expires)
    const back = clientOf(await exchange(viewing, given(await reverseToken(viewing))))
    expect((await back.get('/jwt-data')).body).toMatchObject({ userId: admin.userId, impersonatorId: null })
    expect(await statusOf(viewing)).toBe(401)
    expect(await expiryOf(back)).toBe(expires)
    expect(codeOf(await reverseToken(back))).toBe('RULE_BROKEN')
  })

  it('viewing ends at once when the admin loses the right or either is disabled', async () => {
    const losses = [
      (a: TestPerson) => run('UPDATE company_memberships SET has_admin_access = 0 WHERE user_id = ?', a.userId),
      (a: TestPerson) => run('UPDATE company_memberships SET disabled_at = 1 WHERE user_id = ?', a.userId),
      (_: TestPerson, m: TestPerson) =>
        run('UPDATE company_memberships SET disabled_at = 1 WHERE user_id = ?', m.userId),
    ]
    for (const lose of losses) {
      const { admin, member, view } = await scene()
      const viewing = await view()
      expect(await statusOf(viewing)).toBe(200)
      await lose(admin, member)
      expect(await statusOf(viewing)).toBe(401)
    }
  })

  it('every audit row written meanwhile has both identities, and no other does', async () => {
    const { company, admin, member, client, view } = await scene()
    const approver = await company.addPerson()
    const category = await makeCategory(client, { levels: [[rule('legal', { approverUserIds: [approver.userId] })]] })
    const viewing = await view('On leave')
    const draft = await save(viewing, category.id, { title: 'Draft' }, { isDraft: true })
    const filed = await save(viewing, category.id, { title: 'Filed' })
    expect([draft.status, filed.status]).toEqual([200, 200])
    const back = clientOf(await exchange(viewing, given(await reverseToken(viewing))))
    await back.post('/api/intake-categories', { name: 'Afterwards' })

    const both = { actor_user_id: member.userId, impersonator_user_id: admin.userId }
    for (const id of [draft.body.id, filed.body.id]) {
      const entries = await rows('SELECT actor_user_id, impersonator_user_id FROM audit_log WHERE target_id = ?', id)
      expect(entries).toEqual(Array(entries.length).fill(both))
      expect(entries.length).toBeGreaterThan(0)
    }
    const history = await back.get(`/api/audit-logs?targetType=INTAKE_SUBMISSION&targetId=${filed.body.id}`)
    expect(history.body.edges[0].node).toMatchObject({
      user: { id: member.userId },
      impersonator: { id: admin.userId },
    })
    const sessions = await rows(
      `SELECT action, actor_user_id AS who, impersonator_user_id AS via FROM audit_log
        WHERE company_id = ? AND target_type = 'SESSION' ORDER BY id`,
      company.id,
    )
    expect(sessions).toEqual([
      { action: 'session.acting-started', who: admin.userId, via: null },
      { action: 'session.impersonation-ended', who: admin.userId, via: null },
    ])
    const others = await rows(
      `SELECT impersonator_user_id AS via FROM audit_log WHERE company_id = ? AND target_type = 'INTAKE_CATEGORY'`,
      company.id,
    )
    expect(others.length).toBeGreaterThan(1)
    expect(new Set(others.map((entry) => entry.via))).toEqual(new Set([null]))
  })
})
