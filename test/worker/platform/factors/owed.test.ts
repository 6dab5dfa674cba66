import { beforeEach, describe, expect, it } from 'vitest'
import { operations } from '../../../../worker/core/operation.ts'
import {
  addApp,
  addPasskey,
  codeOf,
  giveCode,
  givePasskey,
  newSecurityKey,
} from '../../../support/worker/factors/second-factors.ts'
import { clientOf, companyToken, exchange, mailedToken, rows, run } from '../../../support/worker/sessions.ts'
import {
  anonymous,
  type Client,
  makeCompany,
  signIn,
  type TestCompany,
  type TestPerson,
} from '../../../support/worker/world.ts'

/** After an email link a second factor is owed, where the person has one or their company asks for it. */

let company: TestCompany
let grace: TestPerson
beforeEach(async () => {
  company = await makeCompany()
  grace = await company.addPerson({ name: 'Grace Hopper' })
})

const asksAll = () => run('UPDATE companies SET factor_for_email = 1 WHERE id = ?', company.id)
const byLink = async (person: TestPerson = grace) =>
  clientOf(await exchange(anonymous, await mailedToken(person.email)))
const owes = async (client: Client) => (await client.get('/jwt-data')).body.owesFactor
const refusal = ({ status, body }: { status: number; body: { reason?: string } }) => [status, body.reason]
const REFUSED = [403, 'FACTOR_OWED']

describe('a session that owes a second factor', () => {
  it('none does where no one asks for it', async () => {
    const client = await byLink()
    expect(await owes(client)).toBe(undefined)
    expect((await client.get('/auth/factors')).status).toBe(200)
    expect((await client.get('/auth/sessions')).status).toBe(200)
  })

  it('exactly these can be used in it', () => {
    const usable = operations().filter(({ whileOwing }) => whileOwing)
    expect(usable.map(({ id }) => id).toSorted()).toEqual([
      'factors.add-passkey',
      'factors.ask-for-passkey',
      'factors.begin-app',
      'factors.begin-passkey',
      'factors.get-own',
      'factors.give',
      'factors.prove-app',
      'session.clear',
      'session.create-from-login-token',
      'session.current',
      'session.get',
      'session.preview-login-token',
    ])
  })

  it('everything else is refused at each door, and it continues under a new secret once one was given', async () => {
    const app = await addApp(await signIn(company, grace))
    const client = await byLink()
    expect(await owes(client)).toBe('ANY')
    expect(refusal(await client.get('/api/members'))).toEqual(REFUSED)
    expect(refusal(await client.call('DELETE', '/auth/sessions'))).toEqual(REFUSED)
    expect(refusal(await client.call('DELETE', `/auth/factors/${app.id}`))).toEqual(REFUSED)
    const switched = await companyToken(client, company.id)
    expect(switched.body.errors[0].extensions.reason).toBe('FACTOR_OWED')
    // Nor is a factor of someone else put beside it.
    expect(refusal(await client.post('/auth/factors/passkeys/options'))).toEqual([403, 'FACTOR_NEEDED'])
    expect((await giveCode(client, '000000')).status).toBe(400)
    expect(await owes(client)).toBe('ANY')

    const given = await giveCode(client, codeOf(app))
    expect(given.status).toBe(200)
    const paid = clientOf(given)
    expect(paid.cookie).not.toBe(client.cookie)
    expect((await client.get('/jwt-data')).status).toBe(401)
    expect(await owes(paid)).toBe(undefined)
    expect((await paid.call('DELETE', '/auth/sessions')).status).toBe(204)
  })

  it('people see nothing of theirs in what anyone may call', async () => {
    await addApp(await signIn(company, grace))
    const client = await byLink()
    expect((await client.get('/auth/login-methods')).status).toBe(200)
    expect((await client.call('DELETE', '/clear-jwt')).status).toBe(204)
    expect((await client.get('/jwt-data')).status).toBe(401)
  })

  it('where the company asks, a first factor is added in it, which counts as given', async () => {
    await asksAll()
    const client = await byLink()
    expect(await owes(client)).toBe('ANY')
    const added = await addPasskey(client, newSecurityKey())
    expect(added.body.recoveryCodes).toHaveLength(10)
    const paid = clientOf(added)
    expect(await owes(paid)).toBe(undefined)
    expect((await client.get('/jwt-data')).status).toBe(401)
  })

  it('a recovery code and a passkey pay it too', async () => {
    const first = await signIn(company, grace)
    const key = newSecurityKey()
    const { recoveryCodes } = (await addPasskey(first, key)).body
    const byKey = await givePasskey(await byLink(), key)
    expect([byKey.status, await owes(clientOf(byKey))]).toEqual([200, undefined])
    const [current] = (await clientOf(byKey).get('/auth/sessions')).body.filter(
      (session: { isCurrent: boolean }) => session.isCurrent,
    )
    expect(current).toMatchObject({ method: 'EMAIL_LINK', factor: 'PASSKEY' })
    const byCode = await (await byLink()).post('/auth/factors/given', { recoveryCode: recoveryCodes[2] })
    expect([byCode.status, await owes(clientOf(byCode))]).toEqual([200, undefined])
  })

  it('two answers at once begin one session', async () => {
    const app = await addApp(await signIn(company, grace))
    const client = await byLink()
    const answers = await Promise.all([giveCode(client, codeOf(app)), giveCode(client, codeOf(app, 1))])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await rows('SELECT 1 FROM sessions WHERE user_id = ? AND factor_at IS NOT NULL', grace.userId)).toHaveLength(
      2,
    )
  })

  it('another company’s request for one holds for people who come from theirs', async () => {
    const there = await makeCompany()
    const me = await there.addPerson({ email: grace.email })
    await run('UPDATE companies SET factor_for_email = 1 WHERE id = ?', there.id)
    const client = await signIn(company, grace)
    const { loginTokenId } = (await companyToken(client, there.id)).body.data.createCompanyToken
    const switched = clientOf(await exchange(client, loginTokenId))
    expect((await switched.get('/jwt-data')).body).toMatchObject({ userId: me.userId, owesFactor: 'ANY' })
    expect(refusal(await switched.get('/api/members'))).toEqual(REFUSED)
  })

  it('a passkey is owed: no code of an app counts, and none can be added', async () => {
    const first = await signIn(company, grace)
    const app = await addApp(first)
    const key = newSecurityKey()
    const owing = async () => {
      const client = await byLink()
      await run(
        "UPDATE sessions SET owes_factor = 'PASSKEY' WHERE owes_factor IS NOT NULL AND user_id = ?",
        grace.userId,
      )
      return client
    }
    const client = await owing()
    expect((await giveCode(client, codeOf(app))).body.fields.code).toContain('A passkey is needed')
    expect(refusal(await client.post('/auth/factors/passkeys/options'))).toEqual(REFUSED)
    await addPasskey(first, key)
    expect((await givePasskey(await owing(), key)).status).toBe(200)
  })
})
