import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { registerCredential } from '../../../../worker/core/credential-providers.ts'
import { Database } from '../../../../worker/core/database.ts'
import { hmacHex } from '../../../../worker/core/hash.ts'
import { createLogger } from '../../../../worker/core/log.ts'
import { replaceCredential } from '../../../../worker/objects/connection/client.ts'
import { readCredential } from '../../../../worker/objects/connection/credentials.ts'
import { resealCredentials } from '../../../../worker/objects/connection/jobs.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/** A provider that accepts each token once, like QuickBooks and Jira. */
const makeProvider = (overlapMs = 0) => {
  const name = `TEST_${newId()}`
  let valid = 'token-0'
  const asked: (string | null)[] = []
  registerCredential(name, {
    initial: async () => ({ secret: 'token-0', version: 1, replacedAt: null, before: null }),
    renew: async (_, current) => {
      asked.push(current)
      await new Promise((resolve) => setTimeout(resolve, 20))
      if (current !== valid) throw new Error('invalid_grant')
      valid = `token-${asked.length}`
      return valid
    },
    overlapMs,
  })
  return { name, asked }
}

let companyId: string
beforeEach(async () => {
  companyId = (await makeCompany()).id
})
const replace = (provider: string, seenVersion: number, more: { commandId?: string; companyId?: string } = {}) =>
  replaceCredential(env, { companyId, provider, seenVersion, commandId: null, audit: null, ...more })
const secretsOf = async (provider: string, of = companyId) =>
  (await readCredential(env, { companyId: of, provider }, Date.now()))?.secrets
const stored = () => rows('SELECT * FROM connection_credentials WHERE company_id = ? ORDER BY version', companyId)

describe('a token that is rotated', () => {
  it('two refreshes at once ask the provider once, and both have the new token', async () => {
    const { name, asked } = makeProvider()
    const answers = await Promise.all(Array.from({ length: 5 }, () => replace(name, 1)))
    expect(asked).toEqual(['token-0'])
    expect(answers.map(({ version }) => version)).toEqual([2, 2, 2, 2, 2])
    expect(answers.filter(({ isMine }) => isMine)).toHaveLength(1)
    expect(await secretsOf(name)).toEqual(['token-1'])
  })

  it('each refresh uses the newest token, and another company’s is not touched', async () => {
    const { name, asked } = makeProvider()
    for (const version of [1, 2, 3]) expect((await replace(name, version)).version).toBe(version + 1)
    expect(asked).toEqual(['token-0', 'token-1', 'token-2'])
    const other = (await makeCompany()).id
    expect(await secretsOf(name, other)).toEqual(['token-0'])
    expect(await secretsOf(name)).toEqual(['token-3'])
  })

  it('a refresh that the provider refuses changes nothing, and the next one is tried', async () => {
    const { name, asked } = makeProvider()
    await replace(name, 1)
    await run('DELETE FROM connection_credentials WHERE company_id = ?', companyId)
    await expect(replace(name, 1)).rejects.toThrow('invalid_grant')
    await expect(replace(name, 1)).rejects.toThrow('invalid_grant')
    expect(asked).toHaveLength(3)
    expect(await stored()).toEqual([])
  })

  it('a token is not lost if the database fails after the provider gave it', async () => {
    const { name, asked } = makeProvider()
    const stub = env.CONNECTIONS.getByName(JSON.stringify([companyId, name]))
    await runInDurableObject(stub, async (instance) => {
      const object = instance as unknown as { env: typeof env }
      const whole = object.env
      const DB = new Proxy(whole.DB, {
        get: (db, key) => {
          if (key === 'batch') return () => Promise.reject(new Error('The database is away'))
          const value = Reflect.get(db, key)
          return typeof value === 'function' ? value.bind(db) : value
        },
      })
      object.env = { ...whole, DB }
      await expect(
        instance.replace({ companyId, provider: name, seenVersion: 1, commandId: null, audit: null }),
      ).resolves.toEqual({ failed: 'The database is away' })
      object.env = whole
    })
    expect(await secretsOf(name)).toEqual(['token-0'])
    expect(await replace(name, 1)).toMatchObject({ version: 2, isMine: false })
    expect(asked).toEqual(['token-0'])
    expect(await secretsOf(name)).toEqual(['token-1'])
  })
})

describe('what is kept', () => {
  it('no secret is readable in the database, and rows copied to another company can’t be read', async () => {
    const { name } = makeProvider()
    await replace(name, 1)
    expect(JSON.stringify(await stored())).not.toContain('token-')
    const other = (await makeCompany()).id
    await run('UPDATE connection_credentials SET company_id = ? WHERE company_id = ?', other, companyId)
    await expect(secretsOf(name, other)).rejects.toThrow('Decryption failed')
  })

  it('everything is encrypted with a new key once there is one, and the old key can be removed', async () => {
    const { name } = makeProvider(60_000)
    await replace(name, 1)
    const key = btoa(String.fromCharCode(...new Uint8Array(32).fill(7)))
    const changed = { ...env, OUTLAY_CREDENTIAL_KEYS: `2027:${key}` }
    const db = new Database(env.DB, 'first-primary')
    await resealCredentials({ env: changed, db, log: createLogger({}, 'error') })
    expect((await stored()).map((row) => row.key_id)).toEqual(['2027', '2027'])
    const found = await readCredential(
      { ...changed, OUTLAY_SIGNING_KEY: 'lost' },
      { companyId, provider: name },
      Date.now(),
    )
    expect(found?.secrets).toEqual(['token-1', 'token-0'])
    // As it was, for the other tests that share the database.
    await run("DELETE FROM connection_credentials WHERE key_id = '2027'")
  })

  it('a replaced secret is deleted as soon as it is no longer valid', async () => {
    const { name } = makeProvider(60_000)
    await replace(name, 1)
    expect(await secretsOf(name)).toEqual(['token-1', 'token-0'])
    await runTicks(env)
    expect(await stored()).toHaveLength(2)
    await run('UPDATE connection_credentials SET valid_until = 1 WHERE company_id = ? AND version = 1', companyId)
    expect(await secretsOf(name)).toEqual(['token-1'])
    await runTicks(env)
    expect(await stored()).toMatchObject([{ version: 2 }])
  })
})

describe('the signing secret of webhooks', () => {
  const rotate = (client: Client, commandId?: string) =>
    client.post('/api/webhook-tasks/signing-secret/rotate', {}, commandId)
  const reveal = async (client: Client) =>
    (await client.post('/api/webhook-tasks/signing-secret/reveal')).body.secret as string
  const makeAdmin = async () => {
    const company = await makeCompany()
    companyId = company.id
    return signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  }

  it('the first secret is the company’s old one, and the next is random and kept encrypted', async () => {
    const admin = await makeAdmin()
    const first = await reveal(admin)
    expect(first).toBe(await hmacHex('test-signing-key', `webhook\n${companyId}`))
    expect((await rotate(admin)).status).toBe(200)
    const second = await reveal(admin)
    expect(second).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(await stored())).not.toContain(second)
    expect(await secretsOf('WEBHOOK_SIGNING')).toEqual([second, first])
  })

  it('a company that rotated before keeps both secrets and says when', async () => {
    const admin = await makeAdmin()
    const at = Date.now() - 60_000
    await run('INSERT INTO webhook_secrets VALUES (?, 3, ?, ?)', companyId, at, 'someone')
    const derived = (version: number) => hmacHex('test-signing-key', `webhook\n${companyId}\n${version}`)
    expect(await secretsOf('WEBHOOK_SIGNING')).toEqual([await derived(3), await derived(2)])
    expect((await admin.get('/api/webhook-tasks/signing-secret')).body).toEqual({
      rotatedAt: new Date(at).toISOString(),
      oldValidUntil: new Date(at + 86_400_000).toISOString(),
    })
    await rotate(admin)
    expect((await secretsOf('WEBHOOK_SIGNING'))?.[1]).toBe(await derived(3))
  })

  it('the same command rotates once, and each rotation is in the history once', async () => {
    const admin = await makeAdmin()
    const [first, again] = [await rotate(admin, 'rotate-once-1'), await rotate(admin, 'rotate-once-1')]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect(await stored()).toHaveLength(2)
    const both = await Promise.all([rotate(admin), rotate(admin)])
    // The one that comes second is done or refused, but never half done.
    expect([
      [200, 200],
      [200, 409],
    ]).toContainEqual(both.map(({ status }) => status).toSorted())
    const history = await rows(
      "SELECT message, actor_user_id FROM audit_log WHERE company_id = ? AND action = 'webhook-secret.rotated'",
      companyId,
    )
    expect(history).toHaveLength(1 + both.filter(({ status }) => status === 200).length)
  })
})
