import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { type Letter, openPost } from '../../../../worker/integrations/resend/post.ts'
import {
  failNextMails,
  IMPOSSIBLE_ADDRESS,
  refuseNextMails,
  sentMails,
  takeMailCalls,
} from '../../../support/worker/outside.ts'

/** The emails of one run: one call to the provider, each email once (Resend's batch of up to a hundred). */

let group: string
/** How often the effects were claimed. */
let attempts = 0
beforeEach(() => {
  group = newId()
  attempts = 0
  failNextMails(0)
  refuseNextMails(0)
  takeMailCalls()
})

const addresses = (count: number): string[] => Array.from({ length: count }, () => `${newId()}@acme.example`)
const lettersTo = (to: string[], wording: string): Letter[] =>
  to.map((address) => ({
    key: `${group}:${address}`,
    mail: { to: address, subject: 'Approval needed', html: '<p>…</p>', text: wording, threadKey: 'request' },
  }))
/** Like a run does: all of them are added at once. */
const sendEach = (effects: Record<string, string[]>, wording = '…') => {
  attempts += 1
  const post = openPost({ env, db: new Database(env.DB, 'first-primary'), clock: { now: () => Date.now() } })
  return Promise.allSettled(
    Object.entries(effects).map(([id, to]) => post({ id, group, attempts }, lettersTo(to, wording))),
  )
}
const outcomesOf = async (effects: Record<string, string[]>, wording?: string) =>
  (await sendEach(effects, wording)).map(({ status }) => status)
const counts = (to: string[]) => to.map((address) => sentMails(address).length)

describe('emails sent together', () => {
  it('the emails of one run are sent in one call', async () => {
    const to = addresses(5)
    const effects = { a: to.slice(0, 2), b: to.slice(2, 3), c: [], d: to.slice(3) }
    expect(await outcomesOf(effects)).toEqual(Array(4).fill('fulfilled'))
    expect(takeMailCalls(to)).toEqual(['/emails/batch'])
    expect(counts(to)).toEqual([1, 1, 1, 1, 1])
  })

  it('a single email is sent alone, under its own key', async () => {
    const to = addresses(1)
    await sendEach({ a: to })
    expect(takeMailCalls(to)).toEqual(['/emails'])
    expect(sentMails(to[0])[0]?.idempotencyKey).toBe(`${group}:${to[0]}`)
  })

  it('a retry doesn’t send emails again, in any order, even if someone turned emails off since', async () => {
    const to = addresses(4)
    const effects = { a: to.slice(0, 2), b: to.slice(2, 3), c: to.slice(3) }
    await sendEach(effects)
    expect(await outcomesOf({ c: effects.c, b: effects.b, a: effects.a })).toEqual(Array(3).fill('fulfilled'))
    expect(await outcomesOf({ ...effects, a: to.slice(0, 1) })).toEqual(Array(3).fill('fulfilled'))
    expect(counts(to)).toEqual([1, 1, 1, 1])
  })

  it('a retry sends the same emails, even if people turned emails on or off since, or the texts would differ by now', async () => {
    const to = addresses(4)
    // First one person, then two: the provider would recognize neither call by the other's key.
    await sendEach({ a: to.slice(0, 1), b: [] }, 'First')
    expect(await outcomesOf({ a: to.slice(0, 1), b: to.slice(1, 2) }, 'Second')).toEqual(['fulfilled', 'fulfilled'])
    expect(counts(to.slice(0, 2))).toEqual([1, 1])
    expect(sentMails(to[0])[0]?.text).toBe('First')
    // Two people in one call, then only one of them.
    group = newId()
    attempts = 0
    await sendEach({ c: to.slice(2, 3), d: to.slice(3) }, 'First')
    expect(await outcomesOf({ c: to.slice(2, 3) }, 'Second')).toEqual(['fulfilled'])
    expect(await outcomesOf({ c: to.slice(2, 3), d: [] }, 'Third')).toEqual(['fulfilled', 'fulfilled'])
    expect(counts(to)).toEqual([1, 1, 1, 1])
  })

  it('a retry makes the same calls, even if some people want fewer emails by then', async () => {
    const to = addresses(120)
    const effects = { a: to.slice(0, 40), b: to.slice(40, 80), c: to.slice(80) }
    await sendEach(effects)
    await sendEach({ ...effects, a: to.slice(0, 10) })
    expect(counts(to)).toEqual(to.map(() => 1))
  })

  it('a refused call is repeated under its key with the emails that people want by then', async () => {
    const to = addresses(2)
    failNextMails(1, to)
    const [outcome] = await sendEach({ a: to.slice(0, 1), b: to.slice(1) }, 'First')
    group = (outcome as PromiseRejectedResult).reason.group
    expect(await outcomesOf({ a: to.slice(0, 1) }, 'Second')).toEqual(['fulfilled'])
    // The runner died after that, and the other person wants emails again.
    expect(await outcomesOf({ a: to.slice(0, 1), b: to.slice(1) }, 'Third')).toEqual(['fulfilled', 'fulfilled'])
    expect(sentMails(to[0]).map(({ text }) => text)).toEqual(['Second'])
    expect(sentMails(to[0])[0]?.idempotencyKey).toContain(group)
  })

  it('all emails are sent later if the provider accepted none', async () => {
    const to = addresses(3)
    const effects = { a: to.slice(0, 1), b: to.slice(1) }
    failNextMails(1, to)
    expect(await outcomesOf(effects)).toEqual(['rejected', 'rejected'])
    expect(counts(to)).toEqual([0, 0, 0])
    expect(await outcomesOf(effects)).toEqual(['fulfilled', 'fulfilled'])
    expect(counts(to)).toEqual([1, 1, 1])
  })

  it('one invalid address doesn’t keep the others from getting the email, once', async () => {
    const to = addresses(3)
    const effects = { a: to.slice(0, 1), b: [IMPOSSIBLE_ADDRESS, to[1] as string], c: to.slice(2) }
    for (let tries = 0; tries < 2; tries++)
      expect(await outcomesOf(effects)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(counts(to)).toEqual([1, 1, 1])
  })

  it('an effect with many emails repeats none of them when a later call is refused', async () => {
    const to = addresses(150)
    const effects = { a: [...to.slice(0, 120), IMPOSSIBLE_ADDRESS, ...to.slice(120)] }
    for (let tries = 0; tries < 2; tries++) expect(await outcomesOf(effects)).toEqual(['rejected'])
    expect(counts(to)).toEqual(to.map(() => 1))
  })

  it('emails wait if the provider is called too often', async () => {
    const to = addresses(2)
    refuseNextMails(3, to)
    expect(await outcomesOf({ a: to })).toEqual(['fulfilled'])
    expect(counts(to)).toEqual([1, 1])
    const others = addresses(2)
    refuseNextMails(10, others)
    expect(await outcomesOf({ b: others })).toEqual(['rejected'])
  })

  it('one call has at most a hundred emails, also of one effect', async () => {
    const to = addresses(310)
    const effects = { a: to.slice(0, 60), b: to.slice(60, 110), c: to.slice(110) }
    expect(await outcomesOf(effects)).toEqual(Array(3).fill('fulfilled'))
    expect(takeMailCalls(to)).toEqual(Array(4).fill('/emails/batch'))
    expect(counts(to)).toEqual(to.map(() => 1))
  })
})
