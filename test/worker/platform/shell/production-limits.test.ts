import { env, exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import * as production from '../../../../worker/index.ts'
import { countedFetch } from '../../../../worker/local/limits/enforce.ts'
import { inInvocation, takeHeaviest, takeRefused } from '../../../../worker/local/limits/invocation.ts'
import { longCall } from '../../../../worker/local/limits/statement.ts'
import * as limited from '../../../../worker/local/limits/worker.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

/** Tests and the local host refuse what D1 and the platform refuse in production. */

const ask = (count: number) => env.DB.batch(Array.from({ length: count }, () => env.DB.prepare('SELECT 1')))
const marks = (count: number) => Array.from({ length: count }, () => '?').join(', ')

describe('an invocation', () => {
  it('asks D1 a thousand queries, each statement of a batch counted, and no more', async () => {
    const within = await inInvocation('nightly', async () => {
      for (let at = 0; at < 9; at++) await ask(100)
      return ask(100)
    })
    expect(within).toHaveLength(100)
    const beyond = inInvocation('nightly', async () => {
      for (let at = 0; at < 10; at++) await ask(100)
      await env.DB.prepare('SELECT 1').first()
    })
    await expect(beyond).rejects.toThrow(
      'Production refuses this: 1,000 queries in an invocation, this is 1001 (nightly)',
    )
    expect(takeRefused()).toEqual(['Production refuses this: 1,000 queries in an invocation, this is 1001 (nightly)'])
  })

  it.each([
    ['all', () => env.DB.prepare('SELECT 1').all()],
    ['run', () => env.DB.prepare('SELECT 1').run()],
    ['first', () => env.DB.prepare('SELECT 1').first()],
    ['raw', () => env.DB.prepare('SELECT 1').raw()],
    ['a bound statement', () => env.DB.prepare('SELECT ?').bind(1).all()],
    ['a batch of one', () => ask(1)],
    ['a session', () => env.DB.withSession('first-primary').prepare('SELECT 1').all()],
  ])('counts one query for %s', async (_, query) => {
    const asked = inInvocation('counting', async () => {
      for (let at = 0; at < 9; at++) await ask(111)
      await query()
      return query().then(
        () => 'accepted',
        (error) => String(error),
      )
    })
    expect(await asked).toContain('this is 1001 (counting)')
    expect(takeRefused()).toHaveLength(1)
  })

  it('counts what it leaves running', async () => {
    let left: Promise<unknown> = Promise.resolve()
    await inInvocation('leaving', async () => {
      await ask(1_000)
      left = new Promise((resolve) => setTimeout(resolve, 5)).then(() => ask(1))
    })
    await expect(left).rejects.toThrow('this is 1001 (leaving)')
    expect(takeRefused()).toHaveLength(1)
  })

  it('asks databases, objects, files, queues and others a thousand times and no more', async () => {
    const others = countedFetch(async () => new Response())
    const beyond = inInvocation('chatty', async () => {
      for (let at = 0; at < 250; at++) {
        await env.DOCUMENTS.head('nothing')
        await env.DB.prepare('SELECT 1').all()
        await others('https://outside.test/')
        env.APPROVALS.get(env.APPROVALS.idFromName('nothing'))
      }
      await env.DOCUMENTS.head('nothing')
    })
    await expect(beyond).rejects.toThrow('1,000 subrequests in an invocation, this is 1001 (chatty)')
    expect(takeRefused()).toHaveLength(1)
  })
})

describe('the Worker', () => {
  it('the Worker of tests has every object that production has', () => {
    expect(Object.keys(limited).sort()).toEqual(Object.keys(production).sort())
    expect(Object.keys(limited)).toContain('SealObject')
  })

  it('makes each request an invocation, and each call of an object another', async () => {
    takeHeaviest()
    await exports.default.fetch('https://outlay.test/api/session')
    expect(takeHeaviest().queries.count).toBe(0)
    const company = await makeCompany()
    const client = await signIn(company, await company.addPerson())
    await client.get('/api/vendors?first=1')
    const { queries, subrequests } = takeHeaviest()
    expect(queries.name).toBe('GET /api/vendors')
    expect(queries.count).toBeGreaterThan(0)
    expect(queries.count).toBeLessThan(20)
    expect(subrequests.count).toBeLessThan(queries.count)
  })
})

describe('a statement', () => {
  it.each([
    ['100 parameters', `SELECT 1 IN (${marks(100)})`, `SELECT 1 IN (${marks(101)})`, 'too many SQL variables'],
    ['100,000 bytes', `SELECT 1 -- ${'x'.repeat(99_900)}`, `SELECT 1 -- ${'x'.repeat(100_001)}`, 'statement too long'],
    ['a pattern of 50 bytes', `SELECT 'a' LIKE '${'x'.repeat(50)}'`, `SELECT 'a' LIKE '${'x'.repeat(51)}'`, 'pattern'],
    ['32 arguments', `SELECT max(${'1, '.repeat(31)}1)`, `SELECT max(${'1, '.repeat(32)}1)`, 'max with 33'],
  ])('a statement has %s and no more', async (_, within, beyond, words) => {
    const parameters = (text: string) => Array.from(text.matchAll(/\?/g), () => 1)
    await env.DB.prepare(within)
      .bind(...parameters(within))
      .all()
    const asked = inInvocation('long', () =>
      env.DB.prepare(beyond)
        .bind(...parameters(beyond))
        .all(),
    )
    await expect(asked).rejects.toThrow(words)
    takeRefused()
  })

  it('makes a table of 100 columns and no more', async () => {
    const columns = Array.from({ length: 101 }, (_, at) => `c${at}`).join(', ')
    await expect(env.DB.prepare(`CREATE TABLE wide (${columns})`).run()).rejects.toThrow('too many columns')
  })

  it('holds a value of two million bytes and no more, in whatever letters', () => {
    const bind = (text: string) => env.DB.prepare('SELECT length(?)').bind(text)
    bind('x'.repeat(2_000_000))
    expect(() => bind('x'.repeat(2_000_001))).toThrow('a value of 2,000,000 bytes, this has 2000001')
    expect(() => bind('é'.repeat(1_000_001))).toThrow('this has 2000002')
    expect(takeRefused()).toHaveLength(2)
  })

  it('counts the arguments of calls, and of nothing else', () => {
    const many = (count: number, text: string) => Array.from({ length: count }, () => text).join(', ')
    expect(longCall(`SELECT json_array(${many(33, '1')})`)).toBe('json_array with 33')
    expect(longCall(`SELECT json_array(${many(32, 'max(1, 2)')})`)).toBeNull()
    expect(longCall(`INSERT INTO bills (${many(40, 'a')}) VALUES (${many(40, '?')})`)).toBeNull()
    expect(longCall(`SELECT 1 WHERE a IN (${many(40, '1')}) AND b = '(${many(40, 'f(')}'`)).toBeNull()
    expect(longCall(`INSERT INTO vendors SELECT ${many(40, 'a')} FROM x WHERE f(1)`)).toBeNull()
    expect(longCall(`WITH t (${many(40, 'a')}) AS (SELECT 1) SELECT 1`)).toBe(null)
  })
})
