import { describe, expect, it } from 'vitest'
import { codeOf } from '../../../support/worker/doors.ts'
import { clientOf, exchange, mailedToken, rows } from '../../../support/worker/sessions.ts'
import { anonymous, Client, makeCompany, signIn } from '../../../support/worker/world.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

const askFrom = (address: string, email: string) =>
  anonymous.call('POST', '/auth/email-link', { body: { email }, headers: { 'cf-connecting-ip': address } })

describe('a login link', () => {
  it('looking at the link any number of times doesn’t use it up', async () => {
    const company = await makeCompany()
    const person = await company.addPerson({ name: 'Grace Hopper' })
    const other = await company.addPerson()
    const signedIn = await signIn(company, other)
    const loginTokenId = await mailedToken(person.email)
    for (let i = 0; i < 3; i++) {
      const look = await signedIn.post('/auth/login-token', { loginTokenId })
      expect(look.body).toMatchObject({ email: person.email, name: 'Grace Hopper', signedInAs: other.email })
    }
    expect((await signedIn.get('/jwt-data')).body.userId).toBe(other.userId)
    expect((await exchange(anonymous, loginTokenId)).status).toBe(200)
    expect((await signedIn.post('/auth/login-token', { loginTokenId })).body.reason).toBe('LOGIN_TOKEN_USED')
  })

  it('a link is still sent to an address that strangers have requested too often', async () => {
    const person = await (await makeCompany()).addPerson()
    for (let i = 0; i < 6; i++) {
      const answer = await askFrom('203.0.113.7', person.email)
      expect(codeOf(answer)).toBe(i < 5 ? 'OK' : 'LIMITED')
    }
    expect(codeOf(await askFrom('198.51.100.2', person.email))).toBe('OK')
    expect(await rows('SELECT 1 FROM login_tokens WHERE user_id = ?', person.userId)).toHaveLength(6)
  })

  it('an unknown address costs as much as a known one: the same statements and writes', async () => {
    const person = await (await makeCompany()).addPerson()
    const costs = async (email: string) => {
      const timing = (await askFrom(`2001:db8::${email.length}`, email)).headers.get('Server-Timing') ?? ''
      return /trips=(\d+) queries=(\d+)/.exec(timing)?.slice(1)
    }
    const known = await costs(person.email)
    expect(known).toHaveLength(2)
    expect(await costs('nobody-at-all@nowhere.test')).toEqual(known)
  })
})

describe('my sessions', () => {
  it('sessions are listed with their device and can all be ended at once', async () => {
    const company = await makeCompany()
    const person = await company.addPerson()
    const elsewhere = await signIn(company, person)
    const answer = await anonymous.call('POST', '/create-jwt-from-login-token', {
      body: { loginTokenId: await mailedToken(person.email) },
      headers: { 'User-Agent': FIREFOX },
    })
    const here = clientOf(answer)
    const { body } = await here.get('/auth/sessions')
    expect(body).toHaveLength(2)
    expect(body.filter((s: { isCurrent: boolean }) => s.isCurrent)).toMatchObject([{ device: 'Firefox on Windows' }])
    const colleague = await signIn(company, await company.addPerson())
    expect((await here.call('DELETE', '/auth/sessions')).status).toBe(204)
    for (const client of [here, elsewhere]) expect((await client.get('/jwt-data')).status).toBe(401)
    expect((await colleague.get('/jwt-data')).status).toBe(200)
  })

  it('pages can read the list without an error when no one is signed in', async () => {
    const answer = await anonymous.get('/auth/session')
    expect([answer.status, answer.body]).toEqual([200, { session: null }])
  })

  it('no other host can set the session cookies, and the former cookie name is ignored', async () => {
    const company = await makeCompany()
    const client = await signIn(company, await company.addPerson())
    expect(client.cookie).toMatch(/^__Host-/)
    const former = new Client((client.cookie ?? '').replace('__Host-', ''))
    expect((await former.get('/jwt-data')).status).toBe(401)
  })
})
