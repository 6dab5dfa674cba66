import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { addApp, codeOf, giveCode } from '../../../support/worker/factors/second-factors.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { hashOf, mailAbout, rows, run } from '../../../support/worker/sessions.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

const MINUTE_MS = 60_000

const someone = async () => {
  const company = await makeCompany()
  const person = await company.addPerson({ name: 'Grace Hopper' })
  return { company, person, client: await signIn(company, person) }
}

const forget = (userId: string) => run('UPDATE sessions SET factor_at = NULL WHERE user_id = ?', userId)
/** As if the last code had been taken some time ago. */
const later = (userId: string) => run('UPDATE second_factors SET last_step = 0 WHERE user_id = ?', userId)

describe('an authenticator app', () => {
  it('works once a first code proves it, and comes with ten recovery codes', async () => {
    const { client } = await someone()
    const begun = await client.post('/auth/factors/app')
    expect(begun.body.uri).toMatch(/^otpauth:\/\/totp\/Outlay:.*secret=/)
    expect(begun.body.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect((await client.get('/auth/factors')).body.app).toBe(null)
    const wrong = await client.post('/auth/factors/app/code', { id: begun.body.id, code: '12' })
    expect(wrong.status).toBe(400)
    expect(wrong.body.fields.code).toContain('doesn’t match')
    const proven = await client.post('/auth/factors/app/code', { id: begun.body.id, code: codeOf(begun.body) })
    expect(new Set(proven.body.recoveryCodes).size).toBe(10)
    const mine = await client.get('/auth/factors')
    expect(mine.body).toMatchObject({ app: { id: begun.body.id }, passkeys: [], recoveryCodesLeft: 10 })
    expect(Date.parse(mine.body.freshUntil) - Date.now()).toBeGreaterThan(9 * MINUTE_MS)
  })

  it('neither its secret nor a recovery code is stored in plain text', async () => {
    const { client } = await someone()
    const { secret, recoveryCodes } = await addApp(client)
    for (const table of ['second_factors', 'recovery_codes', 'audit_log', 'command_results', 'outbox']) {
      const text = JSON.stringify(await rows(`SELECT * FROM ${table}`))
      expect(text).not.toContain(secret)
      for (const code of recoveryCodes) expect(text).not.toContain(code.replaceAll('-', ''))
    }
  })

  it('a code is taken with blanks, in any session of the person, and counts in that one for ten minutes', async () => {
    const { company, person, client } = await someone()
    const app = await addApp(client)
    const other = await signIn(company, person)
    expect((await other.get('/auth/factors')).body.freshUntil).toBe(null)
    const code = codeOf(app)
    const given = await giveCode(other, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect(given.status).toBe(200)
    expect((await other.get('/auth/factors')).body.freshUntil).toBe(given.body.freshUntil)
    const ago = Date.now() - 10 * MINUTE_MS
    await run('UPDATE sessions SET factor_at = ? WHERE token_hash = ?', ago, hashOf(other))
    expect((await other.get('/auth/factors')).body.freshUntil).toBe(null)
  })

  it('no code is taken twice, nor one of an earlier step', async () => {
    const { client } = await someone()
    const app = await addApp(client)
    const code = codeOf(app, 1)
    expect((await giveCode(client, code)).status).toBe(200)
    for (const again of [code, codeOf(app)]) expect((await giveCode(client, again)).body.fields?.code).toBeDefined()
  })

  it('a code sent twice at once is taken once', async () => {
    const { client } = await someone()
    const app = await addApp(client)
    const answers = await Promise.all([1, 2, 3].map(() => giveCode(client, codeOf(app))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('codes of more than a step ago, or of someone else’s app, are refused', async () => {
    const { company, person, client } = await someone()
    const app = await addApp(client)
    const other = await company.addPerson()
    const theirs = await addApp(await signIn(company, other))
    await later(person.userId)
    for (const code of [codeOf(app, -3), codeOf(app, 3), codeOf(theirs)]) {
      const answer = await giveCode(client, code)
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID'])
    }
    const refused = await rows(
      "SELECT * FROM audit_log WHERE action = 'session.factor-refused' AND company_id = ?",
      company.id,
    )
    expect(refused).toHaveLength(3)
  })

  it('after ten attempts in a quarter of an hour even the right code has to wait', async () => {
    const { person, client } = await someone()
    const app = await addApp(client)
    await later(person.userId)
    for (let tried = 0; tried < 9; tried += 1) expect((await giveCode(client, '000000')).status).toBe(400)
    expect((await giveCode(client, codeOf(app))).status).toBe(429)
  })

  it('the person is told by email', async () => {
    const { person, client } = await someone()
    await addApp(client)
    await runTicks(env)
    const mail = await mailAbout(person.email, 'An authenticator app was added')
    expect(mail.text).toContain('/user/settings/sessions')
  })
})

describe('a recovery code', () => {
  it('a recovery code is taken in place of the app once, typed as it comes', async () => {
    const { person, client } = await someone()
    const { recoveryCodes } = await addApp(client)
    await forget(person.userId)
    const [code = ''] = recoveryCodes
    const typed = code.toLowerCase().replaceAll('-', ' ')
    const given = await client.post('/auth/factors/given', { recoveryCode: typed })
    expect(given.body).toMatchObject({ recoveryCodesLeft: 9 })
    const again = await client.post('/auth/factors/given', { recoveryCode: code })
    expect(again.body.fields.recoveryCode).toContain('used already')
    await runTicks(env)
    await mailAbout(person.email, 'A recovery code of yours was used')
  })

  it('new ones end the former', async () => {
    const { client } = await someone()
    const { recoveryCodes } = await addApp(client)
    const renewed = await client.post('/auth/factors/recovery-codes')
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    const old = await client.post('/auth/factors/given', { recoveryCode: recoveryCodes[0] })
    expect(old.status).toBe(400)
    const fresh = await client.post('/auth/factors/given', { recoveryCode: renewed.body.recoveryCodes[3] })
    expect(fresh.status).toBe(200)
  })

  it('someone else’s is refused', async () => {
    const { company, client } = await someone()
    const { recoveryCodes } = await addApp(client)
    const other = await signIn(company, await company.addPerson())
    await addApp(other)
    expect((await other.post('/auth/factors/given', { recoveryCode: recoveryCodes[0] })).status).toBe(400)
  })
})

describe('changing factors', () => {
  it('takes one that was given some minutes ago at most', async () => {
    const { person, client } = await someone()
    const app = await addApp(client)
    await forget(person.userId)
    const doors: [string, string][] = [
      ['POST', '/auth/factors/recovery-codes'],
      ['POST', '/auth/factors/passkeys/options'],
      ['DELETE', `/auth/factors/${app.id}`],
      ['POST', '/auth/factors/app'],
    ]
    for (const [method, path] of doors) {
      const { status, body } = await client.call(method, path)
      expect([path, status, body.reason]).toEqual([path, 403, 'FACTOR_NEEDED'])
    }
    await giveCode(client, codeOf(app))
    expect((await client.call('DELETE', `/auth/factors/${app.id}`)).status).toBe(204)
    expect((await client.get('/auth/factors')).body).toMatchObject({ app: null, recoveryCodesLeft: 0 })
  })

  it('a disabled member’s factors are gone', async () => {
    const { company, person, client } = await someone()
    await addApp(client)
    const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
    const answer = await admin.post(`/api/members/${person.userId}/enabled`, { enabled: false })
    expect(answer.status).toBe(200)
    for (const table of ['second_factors', 'recovery_codes'])
      expect(await rows(`SELECT * FROM ${table} WHERE user_id = ?`, person.userId)).toEqual([])
  })
})
