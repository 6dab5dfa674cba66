import { sha256Hex } from '../../core/hash.ts'
import type { Effect } from '../../core/outbox-registry.ts'
import { EffectFailed } from '../../core/outbox-runner.ts'
import type { Env } from '../../env.ts'
import { type Mail, Refused, sendMail, sendMails } from './client.ts'

/** A mail, and the key under which it goes out where it goes alone. */
export interface Letter {
  key: string
  mail: Mail
}

interface Parcel {
  effectId: string
  letters: Letter[]
}

/** The provider takes a hundred mails a call. */
const MOST_LETTERS = 100

/** Sends an effect's mails. Errors: rejects when the provider does not take them. */
export type Post = (effect: Pick<Effect, 'id' | 'group'>, letters: Letter[]) => Promise<void>

/** Begins the group of effects whose letters were in one call: it is the call's key. */
const CALL = 'call:'
/** Ends the group of an effect whose letters went out one by one, each under its own key. */
const ALONE = ':alone'

/**
 * Mails of the effects of one run. What is handed in before the run first waits for something goes out together, in few
 * calls, one after the other. The key of a call is made of the effects' group and ids, of those too who want no mails:
 * when it is made again after a crash the provider recognises it, whoever changed their mind in between. What failed in
 * one call makes a group, so that it is tried again as the same call.
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

/** Parcels by the call, in an order that is the same in every try. An effect that alone has too many stays whole. */
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

/** What could not be sent, by effect. */
type Failures = Map<string, EffectFailed>

const sendTogether = async (env: Env, group: string, parcels: Parcel[]): Promise<Failures> => {
  const failed: Failures = new Map()
  const letters = parcels.flatMap(({ effectId, letters: own }) => own.map((letter) => ({ effectId, ...letter })))
  // A call that is made again has its key already: the effects in it are those that failed with it.
  const ids = parcels.map(({ effectId }) => effectId)
  const call = group.startsWith(CALL) ? group : `${CALL}${sha256Hex(`${group}\n${ids.join('\n')}`)}`
  // Of more than one call, those that went through stay recognisable: the next try makes all of them again.
  const isOneCall = letters.length <= MOST_LETTERS
  for (let from = 0; from < letters.length; from += MOST_LETTERS) {
    const some = letters.slice(from, from + MOST_LETTERS)
    const mails = some.map(({ mail }) => mail)
    const isBatch = some.length > 1 && !group.endsWith(ALONE)
    const error = isBatch ? await failureOf(sendMails(env, mails, `${call}-${from}`)) : null
    if (isBatch && error === null) continue
    // An address that the provider finds impossible holds up nobody else's mail: then each of the call goes alone.
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
