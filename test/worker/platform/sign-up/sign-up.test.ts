import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it } from 'vitest'
import { sha256Hex } from '../../../../worker/core/hash.ts'
import { codeOf } from '../../../support/worker/doors.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { clientOf, exchange, mailTo, makeSignUpToken, rows, run } from '../../../support/worker/sessions.ts'
import { anonymous, makeCompany, ORIGIN } from '../../../support/worker/world.ts'

const HOUR = 60 * 60 * 1000
const newEmail = () => `ada-${crypto.randomUUID().slice(0, 8)}@founders.test`

const askFor = (email: string, from?: string) =>
  anonymous.call('POST', '/auth/sign-up', { body: { email }, ...(from && { headers: { 'cf-connecting-ip': from } }) })

const start = (token: string, more: Record<string, unknown> = {}) =>
  anonymous.post('/auth/sign-up/company', {
    ...{ token, companyName: 'Brightwater', firstName: 'Ada', lastName: 'Lovelace' },
    ...more,
  })

const look = (token: string) => anonymous.post('/auth/sign-up/link', { token })

const signInWith = async (answer: { body: { loginTokenId?: string } }) =>
  clientOf(await exchange(anonymous, answer.body.loginTokenId))

describe('starting a company', () => {
  it('the emailed link makes its owner the first admin of a company of their own', async () => {
    const email = newEmail()
    expect((await askFor(email)).body).toEqual({ message: 'A link to start your company is on its way.' })
    await runTicks(env)
    const mail = await mailTo(email)
    expect(mail.subject).toBe('Start your company on Outlay')
    const token = new RegExp(`${ORIGIN}/signup\\?token=([\\w.-]+)`).exec(mail.text)?.[1] ?? ''
    expect(await rows('SELECT 1 FROM users WHERE email = ?', email)).toEqual([])
    expect((await look(token)).body).toEqual({ email, belongsTo: [], signedInAs: null })
    const answer = await start(token, {
      companyName: 'Brightwater & Söhne',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const ada = await signInWith(answer)
    expect((await ada.get('/jwt-data')).body).toMatchObject({
      ...{
        email,
        firstName: 'Ada',
        companyName: 'Brightwater & Söhne',
        hasAdminAccess: true,
        hasPaymentsAccess: false,
      },
    })
    const settings = (await ada.get('/api/company-settings')).body
    expect(settings).toMatchObject({ currency: 'EUR', timeZone: 'Europe/Berlin' })
    expect(await rows('SELECT email_short_name AS name FROM companies WHERE id = ?', answer.body.companyId)).toEqual([
      { name: expect.stringMatching(/^brightwater-sohne(-\d+)?$/) },
    ])
    expect(
      await rows(
        "SELECT action, actor_user_id AS who, message FROM audit_log WHERE company_id = ? AND target_type <> 'SESSION' ORDER BY id",
        answer.body.companyId,
      ),
    ).toEqual([
      { action: 'company.created', who: expect.any(String), message: 'Created the company Brightwater & Söhne' },
      {
        ...{ action: 'member.joined', who: (await ada.get('/jwt-data')).body.userId },
        message: 'Ada Lovelace started the company and is its first admin',
      },
    ])
  })

  it('requests are on, and every other module is the company’s own to turn on', async () => {
    const ada = await signInWith(await start(await makeSignUpToken(newEmail())))
    const { modules } = (await ada.get('/api/company-settings')).body as {
      modules: { module: string; isOn: boolean; isAllowed: boolean }[]
    }
    expect(modules.filter(({ isOn }) => isOn).map(({ module }) => module)).toEqual([
      'enableIntakeRequests',
      'enableVendorCategories',
    ])
    expect(modules.length).toBeGreaterThan(10)
    expect(modules.filter(({ isAllowed }) => !isAllowed)).toEqual([])
  })

  it('a lost answer is asked for again and leads to the same company, one only', async () => {
    const email = newEmail()
    const token = await makeSignUpToken(email)
    const first = await start(token)
    const second = await start(token, { companyName: 'Something else' })
    expect(second.body.companyId).toBe(first.body.companyId)
    const ada = await signInWith(second)
    expect((await ada.get('/jwt-data')).body.companyName).toBe('Brightwater')
    expect(await rows('SELECT 1 FROM users WHERE email = ?', email)).toHaveLength(1)
    expect((await start(token)).body.reason).toBe('SIGN_UP_LINK_USED')
    expect((await look(token)).body.reason).toBe('SIGN_UP_LINK_USED')
  })

  it('two calls at once start one company', async () => {
    const email = newEmail()
    const token = await makeSignUpToken(email)
    const answers = await Promise.all([start(token), start(token), start(token)])
    const started = answers.filter(({ status }) => status === 200)
    expect(started.length).toBeGreaterThan(0)
    expect(new Set(started.map(({ body }) => body.companyId)).size).toBe(1)
    for (const answer of answers) expect(['OK', 'CONFLICT']).toContain(codeOf(answer))
    expect(await rows('SELECT 1 FROM users WHERE email = ?', email)).toHaveLength(1)
    const found = await rows<{ id: string }>(
      `SELECT d.id FROM directory_companies d JOIN company_memberships m ON m.company_id = d.id
         JOIN users u ON u.id = m.user_id WHERE u.email = ?`,
      email,
    )
    expect(found).toHaveLength(1)
  })

  it('the link is used up a quarter of an hour after the company was started, also if no one logged in', async () => {
    const token = await makeSignUpToken(newEmail())
    expect((await start(token)).status).toBe(200)
    await run('UPDATE sign_ups SET tried_at = tried_at - ? WHERE token_hash = ?', 15 * 60_000 + 1, sha256Hex(token))
    expect((await start(token)).body.reason).toBe('SIGN_UP_LINK_USED')
  })

  it('a link ends after 24 hours, and an unknown one says so', async () => {
    const token = await makeSignUpToken(newEmail(), 24 * HOUR)
    expect((await look(token)).body.reason).toBe('SIGN_UP_LINK_EXPIRED')
    expect((await start(token)).body.reason).toBe('SIGN_UP_LINK_EXPIRED')
    expect((await start(await makeSignUpToken(newEmail(), 24 * HOUR - 60_000))).status).toBe(200)
    expect((await start('made-up')).body.reason).toBe('SIGN_UP_LINK_UNKNOWN')
  })

  it('companies of one name get different short names, and none takes the one of platform staff', async () => {
    const name = `Twin ${crypto.randomUUID().slice(0, 6)}`
    const ids = []
    for (const companyName of [name, name, 'Platform Staff'])
      ids.push((await start(await makeSignUpToken(newEmail()), { companyName })).body.companyId)
    const found = await rows<{ id: string; short: string }>(
      'SELECT id, email_short_name AS short FROM companies WHERE id IN (?, ?, ?)',
      ...ids,
    )
    const shortOf = (id: unknown) => found.find((row) => row.id === id)?.short
    const base = name.toLowerCase().replace(' ', '-')
    expect([shortOf(ids[0]), shortOf(ids[1])]).toEqual([base, `${base}-2`])
    expect(shortOf(ids[2])).toMatch(/^platform-staff-./)
  })

  it('an address starts three companies in a day', async () => {
    const email = newEmail()
    const codes = []
    for (let count = 1; count <= 4; count += 1) codes.push(codeOf(await start(await makeSignUpToken(email))))
    expect(codes).toEqual(['OK', 'OK', 'OK', 'LIMITED'])
  })

  it('a name in letters without Latin ones still starts a company', async () => {
    const answer = await start(await makeSignUpToken(newEmail()), { companyName: '株式会社' })
    expect(answer.status).toBe(200)
    const [company] = await rows<{ short: string }>(
      'SELECT email_short_name AS short FROM companies WHERE id = ?',
      answer.body.companyId,
    )
    expect(company?.short).toMatch(/^company(-\w+)?$/)
  })

  it('a wrong time zone or currency is refused beside its field, and the link stays', async () => {
    const token = await makeSignUpToken(newEmail())
    expect(Object.keys((await start(token, { timeZone: 'Mars/Olympus' })).body.fields)).toEqual(['timeZone'])
    expect(Object.keys((await start(token, { currency: 'XYZ' })).body.fields)).toEqual(['currency'])
    expect((await start(token)).status).toBe(200)
  })
})

describe('asking for a link', () => {
  it('answers members and staff like strangers, and the page says where the address’s owner belongs', async () => {
    const company = await makeCompany()
    const person = await company.addPerson()
    const stranger = newEmail()
    const answers = [await askFor(person.email), await askFor(stranger), await askFor('desk@outlay.test')]
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    const token = await makeSignUpToken(person.email)
    const [own] = await rows<{ name: string }>('SELECT name FROM companies WHERE id = ?', company.id)
    expect((await look(token)).body.belongsTo).toEqual([own?.name])
  })

  it('platform staff get no link, and an email that says to log in', async () => {
    await askFor('joining-staff@outlay.test')
    await runTicks(env)
    const mail = await mailTo('joining-staff@outlay.test')
    expect(mail.subject).toBe('This address can’t start a company')
    expect(mail.text).not.toContain('token=')
    expect(await rows('SELECT 1 FROM sign_ups WHERE email = ?', 'joining-staff@outlay.test')).toEqual([])
  })

  it('a network gets ten links in a quarter of an hour, and an address five emails from all networks', async () => {
    const codes = []
    for (let count = 1; count <= 11; count += 1) codes.push(codeOf(await askFor(newEmail(), '203.0.113.77')))
    expect(codes.filter((code) => code === 'OK')).toHaveLength(10)
    expect(codes.at(-1)).toBe('LIMITED')
    const email = newEmail()
    for (let count = 1; count <= 7; count += 1) expect(codeOf(await askFor(email, `198.51.100.${count}`))).toBe('OK')
    expect(await rows('SELECT 1 FROM sign_ups WHERE email = ?', email)).toHaveLength(5)
    await runTicks(env)
    await mailTo(email, 5)
    expect(sentMails(email)).toHaveLength(5)
  })
})

describe('an installation', () => {
  const settings = env as {
    OUTLAY_SIGN_UP?: string
    OUTLAY_TURNSTILE_SITE_KEY?: string
    OUTLAY_TURNSTILE_SECRET?: string
  }
  afterEach(() => {
    settings.OUTLAY_SIGN_UP = '1'
    delete settings.OUTLAY_TURNSTILE_SITE_KEY
    delete settings.OUTLAY_TURNSTILE_SECRET
  })

  it('refuses at every door where it isn’t allowed, also with a link from before', async () => {
    const token = await makeSignUpToken(newEmail())
    delete settings.OUTLAY_SIGN_UP
    expect((await anonymous.get('/auth/login-methods')).body.signUp).toBeNull()
    const answers = [await askFor(newEmail()), await look(token), await start(token)]
    expect(answers.map(({ status, body }) => [status, body.reason])).toEqual(Array(3).fill([403, 'SIGN_UP_OFF']))
  })

  it('asks for a passed check before anything is sent where it has Turnstile', async () => {
    settings.OUTLAY_TURNSTILE_SITE_KEY = '1x00000000000000000000AA'
    settings.OUTLAY_TURNSTILE_SECRET = '1x0000000000000000000000000000000AA'
    expect((await anonymous.get('/auth/login-methods')).body.signUp).toMatchObject({
      personCheck: { siteKey: '1x00000000000000000000AA' },
    })
    const email = newEmail()
    expect((await askFor(email)).body).toMatchObject({
      reason: 'NOT_A_PERSON',
      fields: { personToken: 'Tick this box' },
    })
    expect(await rows('SELECT 1 FROM sign_ups WHERE email = ?', email)).toEqual([])
  })
})
