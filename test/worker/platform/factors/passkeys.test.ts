import { describe, expect, it } from 'vitest'
import {
  addPasskey,
  givePasskey,
  makePasskey,
  newCarelessKey,
  newSecurityKey,
  signWith,
} from '../../../support/worker/factors/second-factors.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

const someone = async () => {
  const company = await makeCompany()
  const person = await company.addPerson({ name: 'Grace Hopper' })
  return { company, person, client: await signIn(company, person) }
}

const forget = (userId: string) => run('UPDATE sessions SET factor_at = NULL WHERE user_id = ?', userId)

describe('a passkey', () => {
  it('a person adds one under a name, gives it, renames and removes it', async () => {
    const { person, client } = await someone()
    const key = newSecurityKey()
    const added = await addPasskey(client, key)
    expect(added.status).toBe(200)
    expect(added.body.recoveryCodes).toHaveLength(10)
    await forget(person.userId)
    expect((await givePasskey(client, key)).status).toBe(200)
    const { id } = added.body
    expect((await client.call('PUT', `/auth/factors/passkeys/${id}`, { body: { name: 'Red key' } })).status).toBe(204)
    const [mine] = (await client.get('/auth/factors')).body.passkeys
    expect(mine).toMatchObject({ id, name: 'Red key' })
    expect(mine.lastUsedAt).not.toBe(null)
    expect((await client.call('DELETE', `/auth/factors/${id}`)).status).toBe(204)
    const gone = await client.post('/auth/factors/challenge')
    expect([gone.status, gone.body.reason]).toEqual([422, 'NO_PASSKEY'])
  })

  it('a person has several, and a second one brings no other recovery codes', async () => {
    const { client } = await someone()
    await addPasskey(client, newSecurityKey(), 'One')
    const second = await addPasskey(client, newSecurityKey(), 'Two')
    expect(second.body.recoveryCodes).toBe(null)
    const names = (await client.get('/auth/factors')).body.passkeys.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['One', 'Two'])
  })

  it('a signature works once', async () => {
    const { client } = await someone()
    const key = newSecurityKey()
    await addPasskey(client, key)
    const passkey = await signWith(client, key)
    expect((await client.post('/auth/factors/given', { passkey })).status).toBe(200)
    const again = await client.post('/auth/factors/given', { passkey })
    expect([again.status, again.body.reason]).toEqual([422, 'PASSKEY_REFUSED'])
  })

  it('a signature is for the session that asked, and for five minutes', async () => {
    const { company, person, client } = await someone()
    const key = newSecurityKey()
    await addPasskey(client, key)
    const other = await signIn(company, person)
    const passkey = await signWith(client, key)
    expect((await other.post('/auth/factors/given', { passkey })).status).toBe(422)
    await run('UPDATE factor_challenges SET expires_at = ? WHERE user_id = ?', Date.now() - 1, person.userId)
    expect((await client.post('/auth/factors/given', { passkey })).status).toBe(422)
  })

  it('what was signed for adding a passkey gives none', async () => {
    const { client } = await someone()
    const key = newSecurityKey()
    await addPasskey(client, key)
    const { body: options } = await client.post('/auth/factors/passkeys/options')
    const { body: asked } = await client.post('/auth/factors/challenge')
    const passkey = key.getJSON('https://outlay.test', { ...asked, challenge: options.challenge })
    expect((await client.post('/auth/factors/given', { passkey })).status).toBe(422)
  })

  it('a page of another origin gets neither a passkey nor a signature', async () => {
    const { client } = await someone()
    const key = newSecurityKey()
    const passkey = await makePasskey(client, key, 'https://login.outlay.test')
    const answer = await client.post('/auth/factors/passkeys', { name: 'Elsewhere', passkey })
    expect([answer.status, answer.body.reason]).toEqual([422, 'PASSKEY_REFUSED'])
    await addPasskey(client, key)
    const signed = await signWith(client, key, 'https://login.outlay.test')
    expect((await client.post('/auth/factors/given', { passkey: signed })).status).toBe(422)
  })

  it('a signature without a finger or a PIN is refused', async () => {
    const { client } = await someone()
    const careless = newCarelessKey()
    const { body } = await client.post('/auth/factors/passkeys/options')
    const eager = { ...body, authenticatorSelection: { ...body.authenticatorSelection, userVerification: 'preferred' } }
    const passkey = careless.createJSON('https://outlay.test', eager)
    const answer = await client.post('/auth/factors/passkeys', { name: 'Careless', passkey })
    expect([answer.status, answer.body.reason]).toEqual([422, 'PASSKEY_REFUSED'])
  })

  it('a changed signature is refused, and leaves the counter as it was', async () => {
    const { person, client } = await someone()
    const key = newSecurityKey()
    await addPasskey(client, key)
    const counter = async () => (await rows('SELECT counter FROM second_factors WHERE user_id = ?', person.userId))[0]
    const before = await counter()
    const passkey = await signWith(client, key)
    const { signature } = passkey.response
    const flipped = `${signature.slice(0, -8)}${signature.at(-8) === 'A' ? 'B' : 'A'}${signature.slice(-7)}`
    const wrong = { ...passkey, response: { ...passkey.response, signature: flipped } }
    expect((await client.post('/auth/factors/given', { passkey: wrong })).status).toBe(422)
    expect(await counter()).toEqual(before)
  })

  it('someone else’s passkey says nothing about this person', async () => {
    const { company, client } = await someone()
    const [mine, theirs] = [newSecurityKey(), newSecurityKey()]
    await addPasskey(client, mine)
    const other = await signIn(company, await company.addPerson())
    await addPasskey(other, theirs)
    const { body: asked } = await client.post('/auth/factors/challenge')
    const { body: forThem } = await other.post('/auth/factors/challenge')
    const passkey = theirs.getJSON('https://outlay.test', { ...asked, allowCredentials: forThem.allowCredentials })
    expect((await client.post('/auth/factors/given', { passkey })).status).toBe(422)
  })
})
