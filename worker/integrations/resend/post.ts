import { sha256Hex } from '../../core/hash.ts'
import type { Effect } from '../../core/outbox-registry.ts'
import { EffectFailed } from '../../core/outbox-runner.ts'
import type { Env } from '../../env.ts'
import { type Mail, Refused, sendMail, sendMails } from './client.ts'

/** An email, and its key if it is sent alone. */
export interface Letter {
  key: string
  mail: Mail
}

interface Parcel {
  effectId: string
  letters: Letter[]
}

/** The provider accepts a hundred emails per call. */
const MOST_LETTERS = 100

/** Sends an effect's emails. Rejects if the provider doesn't accept them. */
export type Post = (effect: Pick<Effect, 'id' | 'group'>, letters: Letter[]) => Promise<void>

/** Starts the group of effects whose emails were in one call. The group is the call's key. */
const CALL = 'call:'
/** Ends the group of an effect whose emails were sent one by one, each under its own key. */
const ALONE = ':alone'

/**
 * Emails of the effects of one run. Everything added before the run first waits for something is sent together, in few
 * calls, one after another. The key of a call comes from the effects' group and ids, including those whose people want
 * no emails. So the provider recognizes a call repeated after a crash, even if someone changed their settings in
 * between. Effects that failed in one call form a group, and are retried as the same call.
 */
export const openPost = (env: Env): Post => {
  let waiting = new Map<string, Parcel[]>()
  let sending: Promise<Failures> | null = null

  const sendAll = async (): Promise<Failures> => {
    const groups = waiting
    waiting = new Map()
    sending = null
    const failed: Failures = new Map()
    for (const [group, parcels] of groups) {
      for (const together of bundles(parcels)) {
        for (const [effectId, error] of await sendTogether(env, group, together)) failed.set(effectId, error)
      }
    }
    return failed
  }

  return async ({ id, group }, letters) => {
    waiting.set(group, [...(waiting.get(group) ?? []), { effectId: id, letters }])
    sending ??= Promise.resolve().then(sendAll)
    const error = (await sending).get(id)
    if (error) throw error
  }
}

/**
 * Splits emails into calls, in an order that is the same in every attempt. An effect with too many for one call stays
 * together.
 */
const bundles = (parcels: Parcel[]): Parcel[][] => {
  const made: Parcel[][] = []
  let room = -1
  for (const parcel of parcels.toSorted((a, b) => (a.effectId < b.effectId ? -1 : 1))) {
    if (parcel.letters.length > room) {
      made.push([])
      room = MOST_LETTERS
    }
    made.at(-1)?.push(parcel)
    room -= parcel.letters.length
  }
  return made
}

/** The errors, by effect. */
type Failures = Map<string, EffectFailed>

const sendTogether = async (env: Env, group: string, parcels: Parcel[]): Promise<Failures> => {
  const failed: Failures = new Map()
  const letters = parcels.flatMap(({ effectId, letters: own }) => own.map((letter) => ({ effectId, ...letter })))
  // A repeated call already has its key: its effects are those that failed together.
  const ids = parcels.map(({ effectId }) => effectId)
  const call = group.startsWith(CALL) ? group : `${CALL}${sha256Hex(`${group}\n${ids.join('\n')}`)}`
  // With several calls, those that succeeded stay recognizable, because the next attempt repeats all of them.
  const isOneCall = letters.length <= MOST_LETTERS
  for (let from = 0; from < letters.length; from += MOST_LETTERS) {
    const some = letters.slice(from, from + MOST_LETTERS)
    const mails = some.map(({ mail }) => mail)
    const isBatch = some.length > 1 && !group.endsWith(ALONE)
    const error = isBatch ? await failureOf(sendMails(env, mails, `${call}-${from}`)) : null
    if (isBatch && error === null) continue
    // An address that the provider rejects shouldn't hold up other emails, so each email in the call is then sent
    // alone.
    const alone = !isBatch || (error instanceof Refused && (error.status === 422 || error.status === 400))
    for (const { effectId, key: own, mail } of some) {
      const reason = alone ? await failureOf(sendMail(env, mail, own)) : error
      const again = alone && isOneCall ? `${CALL}${effectId}${ALONE}` : call
      if (reason !== null) failed.set(effectId, new EffectFailed(again, reason))
    }
  }
  return failed
}

const failureOf = (work: Promise<void>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )
