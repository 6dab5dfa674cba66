import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { envOfCell } from '../../../worker/core/cells.ts'
import { newId } from '../../../worker/core/clock.ts'
import { cellFor } from '../../support/worker/database.ts'
import { makeCategory, rule } from '../../support/worker/intake.ts'
import { runTicks } from '../../support/worker/jobs/ticks.ts'
import { addressOfCompany, deliver } from '../../support/worker/mails.ts'
import { sentMails } from '../../support/worker/outside.ts'
import { signInAsStaff } from '../../support/worker/platform-staff.ts'
import {
  askForLink,
  clientOf,
  companyToken,
  exchange,
  given,
  mailedToken,
  mailTo,
  rows,
  tokenIn,
} from '../../support/worker/sessions.ts'
import { makeSourcingCategory, switchOnSourcing } from '../../support/worker/sourcing.ts'
import {
  anonymous,
  type Client,
  KeyClient,
  makeCompany,
  signIn,
  type TestCompany,
  type TestPerson,
} from '../../support/worker/world.ts'

/** Two companies, each in a database of its own, beside the directory. */
let here: TestCompany
let there: TestCompany
let admin: Client
let person: TestPerson

const cellDb = (company: TestCompany): D1Database => envOfCell(env, cellFor(company.id)).DB
const inCell = async <Row = Record<string, unknown>>(company: TestCompany, sql: string, ...values: unknown[]) =>
  (
    await cellDb(company)
      .prepare(sql)
      .bind(...values)
      .all<Row>()
  ).results

beforeEach(async () => {
  here = await makeCompany()
  there = await makeCompany()
  person = await here.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] })
  admin = await signIn(here, person)
})

describe('where things are', () => {
  it('a company’s rows are in its cell, and not in the directory or another cell', async () => {
    expect(cellFor(here.id)).not.toBe(cellFor(there.id))
    await admin.post('/api/departments', { name: 'Research' })
    const count = 'SELECT COUNT(*) AS n FROM departments WHERE company_id = ?'
    expect(await inCell(here, count, here.id)).toEqual([{ n: 1 }])
    expect(await inCell(there, count, here.id)).toEqual([{ n: 0 }])
    expect(await env.DB.prepare(count).bind(here.id).all()).toMatchObject({ results: [{ n: 0 }] })
  })

  it('a secret that names another cell, or one that doesn’t exist, opens nothing', async () => {
    const token = admin.cookie?.split('=')[1] ?? ''
    const other = `c${cellFor(there.id)}.`
    for (const start of [other, 'c99.', 'c0.', 'c00001.', '']) {
      const altered = token.replace(/^c\d+\./, start)
      const client = new (admin.constructor as typeof Client)(`__Host-outlay_session=${altered}`)
      expect((await client.get('/jwt-data')).status).toBe(401)
    }
    expect((await admin.get('/jwt-data')).status).toBe(200)
  })
})

describe('signing in', () => {
  it('an address leads to the company that was used last, in whichever cell it is', async () => {
    const email = `both-${newId()}@people.test`
    const first = await here.addPerson({ name: 'Bo Both', email })
    const second = await there.addPerson({ name: 'Bo Both', email })
    await signIn(there, second)
    const later = clientOf(await exchange(anonymous, await mailedToken(email)))
    expect((await later.get('/jwt-data')).body).toMatchObject({ companyId: there.id, userId: second.userId })
    await inCell(there, 'UPDATE sessions SET last_seen_at = 1 WHERE user_id = ?', second.userId)
    await signIn(here, first)
    const latest = clientOf(await exchange(anonymous, await mailedToken(email, 2)))
    expect((await latest.get('/jwt-data')).body).toMatchObject({ companyId: here.id, userId: first.userId })
  })

  it('an unknown address gets the same answer and no email', async () => {
    const email = `nobody-${newId()}@people.test`
    const known = await askForLink(person.email)
    const unknown = await askForLink(email)
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: known.status, body: known.body })
    await runTicks(env)
    expect(sentMails(email)).toEqual([])
  })

  it('switching to a company in another cell ends the old session and keeps its end', async () => {
    const email = `both-${newId()}@people.test`
    const first = await here.addPerson({ name: 'Bo Both', email })
    await there.addPerson({ name: 'Bo Both', email })
    const before = await signIn(here, first)
    const [old] = await inCell<{ expires_at: number }>(here, 'SELECT * FROM sessions WHERE user_id = ?', first.userId)
    const memberships = (await before.get('/api/current-user/company-memberships')).body
    expect(memberships.map(({ companyId }: { companyId: string }) => companyId).sort()).toEqual(
      [here.id, there.id].sort(),
    )
    const after = clientOf(await exchange(before, given(await companyToken(before, there.id))))
    expect((await after.get('/jwt-data')).body).toMatchObject({ companyId: there.id })
    expect((await before.get('/jwt-data')).status).toBe(401)
    const [next] = await inCell<{ expires_at: number }>(
      there,
      'SELECT s.* FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = ?',
      email,
    )
    expect(next?.expires_at).toBe(old?.expires_at)
  })

  it('a token for another cell works only in the session that asked for it', async () => {
    const email = `both-${newId()}@people.test`
    const first = await here.addPerson({ name: 'Bo Both', email })
    await there.addPerson({ name: 'Bo Both', email })
    const before = await signIn(here, first)
    const token = given(await companyToken(before, there.id))
    expect((await exchange(anonymous, token)).status).toBe(422)
    expect((await exchange(admin, token)).status).toBe(422)
    expect((await exchange(before, token)).status).toBe(200)
  })

  it('signing out everywhere ends the person’s sessions in all cells, and no one else’s', async () => {
    const email = `both-${newId()}@people.test`
    const first = await signIn(here, await here.addPerson({ name: 'Bo Both', email }))
    const second = await signIn(there, await there.addPerson({ name: 'Bo Both', email }))
    expect((await first.get('/auth/sessions')).body).toHaveLength(2)
    expect((await first.call('DELETE', '/auth/sessions')).status).toBe(204)
    expect((await first.get('/jwt-data')).status).toBe(401)
    expect((await second.get('/jwt-data')).status).toBe(401)
    expect((await admin.get('/jwt-data')).status).toBe(200)
  })

  it('someone invited joins with the name and time zone they have in another cell', async () => {
    const email = `known-${newId()}@people.test`
    await there.addPerson({ name: 'Kim Known', email })
    await inCell(there, "UPDATE users SET timezone = 'Europe/Lisbon' WHERE email = ?", email)
    const body = { email, firstName: 'K', lastName: '?', sendNewMemberEmail: true }
    expect((await admin.post('/api/member/new', body)).status).toBe(200)
    await runTicks(env)
    const joined = clientOf(await exchange(anonymous, tokenIn(await mailTo(email))))
    expect((await joined.get('/jwt-data')).body).toMatchObject({
      ...{ companyId: here.id, firstName: 'Kim', lastName: 'Known' },
    })
  })

  it('the directory follows new members and changed addresses', async () => {
    const email = `new-${newId()}@people.test`
    const { body } = await admin.post('/api/member/new', { email, firstName: 'New', lastName: 'One' })
    await runTicks(env)
    const known = async (userId: string) =>
      (await rows<{ email: string }>('SELECT email FROM directory_people WHERE user_id = ?', userId)).map(
        (row) => row.email,
      )
    await vi.waitFor(async () => expect(await known(body.id)).toEqual([email]))
    const changed = `changed-${email}`
    await admin.post(`/api/member/${body.id}/update`, { email: changed })
    await runTicks(env)
    await vi.waitFor(async () => expect(await known(body.id)).toEqual([changed]))
  })

  it('platform staff enter a company in another cell', async () => {
    const staff = clientOf(await exchange(anonymous, await mailedToken('staff@outlay.test')))
    const entered = clientOf(await exchange(staff, given(await companyToken(staff, there.id))))
    expect((await entered.get('/jwt-data')).body).toMatchObject({ companyId: there.id, email: 'staff@outlay.test' })
  })
})

describe('callers without a session', () => {
  it('an API key is read in the cell that it names', async () => {
    const { key } = (await admin.post('/api/api-keys', { name: 'erp' })).body
    expect(key).toMatch(new RegExp(`^olk_c${cellFor(here.id)}\\.`))
    const program = new KeyClient(key)
    expect((await program.get('/api/departments')).status).toBe(200)
    const elsewhere = new KeyClient(key.replace(/c\d\./, `c${cellFor(there.id)}.`))
    expect((await elsewhere.get('/api/departments')).status).toBe(401)
  })

  it('a calendar link, a public form and an email to the company are found by the directory', async () => {
    const { url } = (await admin.post('/api/renewal-feed', { scope: 'ALL' })).body
    expect((await anonymous.get(new URL(url).pathname)).body).toContain('BEGIN:VCALENDAR')
    await switchOnSourcing(here)
    const category = await makeSourcingCategory(admin, person.userId)
    const path = `/public-api/intake-categories/${category}`
    expect((await anonymous.get(`${path}?companyId=${here.id}`)).status).toBe(200)
    expect((await anonymous.get(path)).status).toBe(200)
    expect((await anonymous.get(`${path}?companyId=${there.id}`)).status).toBe(404)
    // Once found, the form is asked of its own cell alone.
    await vi.waitFor(async () =>
      expect(await rows('SELECT company_id AS id FROM directory_forms WHERE id = ?', category)).toEqual([
        { id: here.id },
      ]),
    )
    await cellDb(there).prepare('ALTER TABLE intake_categories RENAME TO intake_categories_away').run()
    try {
      expect((await anonymous.get(path)).status).toBe(200)
    } finally {
      await cellDb(there).prepare('ALTER TABLE intake_categories_away RENAME TO intake_categories').run()
    }
    expect(await deliver({ to: addressOfCompany(here), subject: 'Invoice 12' })).toBeNull()
    const stored = 'SELECT subject FROM inbound_messages WHERE company_id = ?'
    expect(await inCell(here, stored, here.id)).toEqual([{ subject: 'Invoice 12' }])
    expect(await deliver({ to: addressOfCompany({ id: newId() }) })).not.toBeNull()
  })

  it('an email says to the provider in which cell it was sent', async () => {
    await askForLink(person.email)
    await runTicks(env)
    expect((await mailTo(person.email)).tags).toMatchObject({ cell: String(cellFor(here.id)) })
  })
})

describe('when a cell fails', () => {
  it('the people of the other cell work on, and their jobs run', async () => {
    const clerk = await there.addPerson({ name: 'Otto Other', flags: ['hasAdminAccess'] })
    const other = await signIn(there, clerk)
    const category = await makeCategory(other, { levels: [[rule('legal', { approverUserIds: [clerk.userId] })]] })
    const staff = await signInAsStaff()
    const broken = cellDb(here)
    await broken.prepare('ALTER TABLE sessions RENAME TO sessions_away').run()
    await broken.prepare('ALTER TABLE outbox RENAME TO outbox_away').run()
    await broken.prepare('ALTER TABLE company_locks RENAME TO company_locks_away').run()
    await broken.prepare('ALTER TABLE member_counts RENAME TO member_counts_away').run()
    try {
      expect((await admin.get('/api/departments')).status).toBe(500)
      const stateOf = async ({ id }: TestCompany) =>
        (await staff.get('/api/super-admin/companies?orderBy[by][]=createdAt&first=50')).body.edges.find(
          ({ node }: { node: { id: string } }) => node.id === id,
        ).node
      expect(await stateOf(here)).toMatchObject({ state: 'NOT_REACHED', memberCount: null })
      expect((await stateOf(there)).state).not.toBe('NOT_REACHED')
      const mail = `joins-${newId()}@people.test`
      const body = { email: mail, firstName: 'Jo', lastName: 'Joins', sendNewMemberEmail: true }
      expect((await other.post('/api/member/new', body)).status).toBe(200)
      expect((await other.get(`/api/intake-categories/${category.id}/form`)).status).toBeLessThan(500)
      // It ends well, so that the runtime doesn't cut off what still runs.
      await runTicks(env)
      await mailTo(mail)
    } finally {
      await broken.prepare('ALTER TABLE sessions_away RENAME TO sessions').run()
      await broken.prepare('ALTER TABLE outbox_away RENAME TO outbox').run()
      await broken.prepare('ALTER TABLE company_locks_away RENAME TO company_locks').run()
      await broken.prepare('ALTER TABLE member_counts_away RENAME TO member_counts').run()
    }
    expect((await admin.get('/api/departments')).status).toBe(200)
  })
})
