import { describe, expect, it } from 'vitest'
import { TOKEN_EXCHANGE_FAILED } from '../../../../schema/platform/session/endpoints.ts'
import { codeOf, fieldsOf } from '../../../support/worker/doors.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import {
  askForLink,
  clientOf,
  exchange,
  hashOf,
  mailedToken,
  mailTo,
  rows,
  run,
  sessionCookieOf,
  tokenIn,
} from '../../../support/worker/sessions.ts'
import { anonymous, type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const setSession = async (client: Client, column: string, value: number) =>
  run(`UPDATE sessions SET ${column} = ? WHERE token_hash = ?`, value, hashOf(client))

const statusOf = async (client: Client) => (await client.get('/jwt-data')).status

const sessionsOf = (userId: string) => rows('SELECT token_hash FROM sessions WHERE user_id = ?', userId)

describe('a login link', () => {
  it('the link is emailed and starts a session in a cookie that scripts and other sites can’t use', async () => {
    const company = await makeCompany()
    const person = await company.addPerson({ name: 'Grace Hopper' })
    const asked = await askForLink(person.email)
    expect(asked.status).toBe(200)
    const mail = await mailTo(person.email)
    expect(mail.subject).toBe('Log in to Outlay')
    expect(mail.html).toContain(tokenIn(mail))
    const answer = await exchange(anonymous, tokenIn(mail), { timezone: 'Europe/Berlin' })
    expect(answer.body).toMatchObject({
      userId: person.userId,
      companyId: company.id,
      timezone: 'Europe/Berlin',
      impersonatorId: null,
    })
    const attributes = sessionCookieOf(answer).split('; ').slice(1)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax', 'Secure'])
    expect((await clientOf(answer).get('/jwt-data')).body).toEqual(answer.body)
  })

  it('neither the token nor the session’s secret is stored in plain text', async () => {
    const company = await makeCompany()
    const person = await company.addPerson()
    const token = await mailedToken(person.email)
    const answer = await exchange(anonymous, token)
    const secret = (clientOf(answer).cookie ?? '').split('=')[1] ?? ''
    for (const table of ['login_tokens', 'sessions', 'audit_log', 'command_results']) {
      const text = JSON.stringify(await rows(`SELECT * FROM ${table}`))
      expect(text).not.toContain(token)
      expect(text).not.toContain(secret)
    }
  })

  it('the link works once, and then says so and who it was sent to', async () => {
    const company = await makeCompany()
    const person = await company.addPerson()
    const token = await mailedToken(person.email)
    expect((await exchange(anonymous, token)).status).toBe(200)
    const again = await exchange(anonymous, token)
    expect(again.status).toBe(422)
    expect(again.body).toMatchObject({
      message: 'This login link was already used. Get a new one.',
      reason: 'LOGIN_TOKEN_USED',
      details: { email: person.email },
    })
    expect(again.headers.getSetCookie().join()).not.toContain('outlay_session')
  })

  it('a link used in two tabs at once starts one session', async () => {
    const company = await makeCompany()
    const person = await company.addPerson()
    const token = await mailedToken(person.email)
    const answers = await Promise.all([1, 2, 3].map(() => exchange(anonymous, token)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(await sessionsOf(person.userId)).toHaveLength(1)
  })

  it('the link expires after 15 minutes', async () => {
    const company = await makeCompany()
    const person = await company.addPerson()
    const token = await mailedToken(person.email)
    const [row] = await rows<{ life: number }>(
      'SELECT expires_at - created_at AS life FROM login_tokens WHERE user_id = ?',
      person.userId,
    )
    expect(row?.life).toBe(15 * 60_000)
    await run('UPDATE login_tokens SET expires_at = ? WHERE user_id = ?', Date.now(), person.userId)
    const answer = await exchange(anonymous, token)
    expect(answer.body).toMatchObject({
      message: 'This login link has expired. Get a new one.',
      reason: 'LOGIN_TOKEN_EXPIRED',
      details: { email: person.email },
    })
    expect(await sessionsOf(person.userId)).toEqual([])
  })

  it('a link that no one requested reveals nothing', async () => {
    const answer = await exchange(anonymous, 'no-such-token')
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ message: TOKEN_EXCHANGE_FAILED, reason: 'LOGIN_TOKEN_UNKNOWN' })
    expect(answer.body.details).toBeUndefined()
  })

  it('a link without its token gets the missing token message', async () => {
    for (const token of [undefined, '']) {
      const answer = await exchange(anonymous, token)
      expect(answer.status).toBe(400)
      expect(answer.body.message).toBe('missing login token!')
      expect(fieldsOf(answer).loginTokenId).toBe('missing login token!')
    }
  })

  it('the link doesn’t work for a member disabled since', async () => {
    const company = await makeCompany()
    const person = await company.addPerson()
    const token = await mailedToken(person.email)
    await run('UPDATE company_memberships SET disabled_at = 1 WHERE user_id = ?', person.userId)
    const answer = await exchange(anonymous, token)
    expect(answer.body).toMatchObject({ reason: 'MEMBER_DISABLED', message: TOKEN_EXCHANGE_FAILED })
    expect(answer.headers.getSetCookie().join()).not.toContain('outlay_session')
    expect(await sessionsOf(person.userId)).toEqual([])
  })

  it('the answer is the same for members, strangers and disabled people, but only members get email', async () => {
    const company = await makeCompany()
    const member = await company.addPerson()
    const disabled = await company.addPerson({ disabled: true })
    const stranger = 'stranger@nowhere.test'
    const answers = await Promise.all([member.email, disabled.email, stranger].map((email) => askForLink(email)))
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual(answers[0]?.body)
      expect([...answer.headers.keys()]).toEqual([...(answers[0]?.headers.keys() ?? [])])
    }
    await mailTo(member.email)
    expect(sentMails(disabled.email)).toEqual([])
    expect(sentMails(stranger)).toEqual([])
  })

  it('a member is found by any letter case of the address', async () => {
    const company = await makeCompany()
    const person = await company.addPerson({ email: `case-${company.id}@people.test` })
    await askForLink(`  ${person.email.toUpperCase()} `)
    expect((await mailTo(person.email)).to).toBe(person.email)
  })

  it('five links are sent in fifteen minutes, to strangers too, and then requests are refused', async () => {
    for (const email of ['many@nowhere.test', 'MANY@nowhere.test']) {
      const isFirst = email.startsWith('many')
      const codes = []
      for (let i = 0; i < 6; i++) codes.push(codeOf(await askForLink(email)))
      expect(codes).toEqual(
        Array(6)
          .fill('LIMITED')
          .fill('OK', 0, isFirst ? 5 : 0),
      )
    }
    const refused = await askForLink('many@nowhere.test')
    expect(refused.status).toBe(429)
    expect(refused.body.reason).toBe('RATE_LIMITED')
  })
})

describe('a session', () => {
  it('a session ends after twelve hours without use', async () => {
    const company = await makeCompany()
    const client = await signIn(company, await company.addPerson())
    await setSession(client, 'last_seen_at', Date.now() - 12 * HOUR + 60_000)
    expect(await statusOf(client)).toBe(200)
    await setSession(client, 'last_seen_at', Date.now() - 12 * HOUR)
    expect(await statusOf(client)).toBe(401)
  })

  it('a session continues while it is used', async () => {
    const company = await makeCompany()
    const client = await signIn(company, await company.addPerson())
    const before = Date.now() - 11 * HOUR
    await setSession(client, 'last_seen_at', before)
    expect(await statusOf(client)).toBe(200)
    const [row] = await rows<{ seen: number }>(
      'SELECT last_seen_at AS seen FROM sessions WHERE token_hash = ?',
      hashOf(client),
    )
    expect(Number(row?.seen)).toBeGreaterThan(before + HOUR)
  })

  it('a session ends after thirty days, even if used', async () => {
    const company = await makeCompany()
    const person = await company.addPerson()
    const client = clientOf(await exchange(anonymous, await mailedToken(person.email)))
    const [row] = await rows<{ life: number }>(
      'SELECT expires_at - created_at AS life FROM sessions WHERE token_hash = ?',
      hashOf(client),
    )
    expect(row?.life).toBe(30 * DAY)
    await setSession(client, 'expires_at', Date.now())
    expect(await statusOf(client)).toBe(401)
  })

  it('a session ends at the next request of a disabled member', async () => {
    const company = await makeCompany()
    const person = await company.addPerson({ flags: ['hasAdminAccess'] })
    const client = await signIn(company, person)
    expect(await statusOf(client)).toBe(200)
    await run('UPDATE company_memberships SET disabled_at = ? WHERE user_id = ?', Date.now(), person.userId)
    expect(await statusOf(client)).toBe(401)
    expect((await client.graphql('{ sessionData { userId } }')).status).toBe(401)
  })

  it('a session has the person’s current rights, not those at sign-in', async () => {
    const company = await makeCompany()
    const person = await company.addPerson({ flags: ['hasAdminAccess'] })
    const client = await signIn(company, person)
    expect((await client.post('/api/audit-logs/verify')).status).toBe(200)
    await run('UPDATE company_memberships SET has_admin_access = 0 WHERE user_id = ?', person.userId)
    expect((await client.post('/api/audit-logs/verify')).status).toBe(403)
  })

  it('signing out ends the session and clears its cookie', async () => {
    const company = await makeCompany()
    const person = await company.addPerson()
    const client = await signIn(company, person)
    const answer = await client.call('DELETE', '/clear-jwt')
    expect(answer.status).toBe(204)
    expect(sessionCookieOf(answer)).toBe('__Host-outlay_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure')
    expect(await sessionsOf(person.userId)).toEqual([])
    expect(await statusOf(client)).toBe(401)
    expect((await anonymous.call('DELETE', '/clear-jwt')).status).toBe(204)
  })

  it('signing in again ends the browser’s previous session', async () => {
    const company = await makeCompany()
    const person = await company.addPerson()
    const old = await signIn(company, person)
    const renewed = clientOf(await exchange(old, await mailedToken(person.email)))
    expect(renewed.cookie).not.toBe(old.cookie)
    expect(await statusOf(old)).toBe(401)
    expect(await statusOf(renewed)).toBe(200)
  })

  it('a made-up cookie signs no one in', async () => {
    const { Client: Browser } = await import('../../../support/worker/world.ts')
    for (const value of ['', 'x', '../../etc', "' OR 1=1 --"]) {
      expect(await statusOf(new Browser(`__Host-outlay_session=${encodeURIComponent(value)}`))).toBe(401)
    }
  })
})
