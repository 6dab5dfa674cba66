import { sha256Hex } from '../../core/hash.ts'
import type { Effect, OutboxContext } from '../../core/outbox-registry.ts'
import { EffectFailed } from '../../core/outbox-runner.ts'
import { contentOf, type Mail, Refused, sendContent, sendContents } from './client.ts'
import { type Call, forgetCall, keepStatements, keptCalls } from './kept-calls.ts'

/** An email, and its key if it is sent alone. */
export interface Letter {
  key: string
  mail: Mail
}

interface Parcel {
  effectId: string
  letters: Letter[]
  isRetry: boolean
}

/** The provider accepts a hundred emails per call. */
const MOST_LETTERS = 100

/** Sends an effect's emails. Rejects if the provider doesn't accept them. */
export type Post = (effect: Pick<Effect, 'id' | 'group' | 'attempts'>, letters: Letter[]) => Promise<void>

/** Starts the group of effects whose emails were in one call. The group is the call's key. */
const CALL = 'call:'
/** Ends the group of an effect whose emails were sent one by one, each under its own key. */
const ALONE = ':alone'

type Sending = Pick<OutboxContext, 'env' | 'db' | 'clock'>

/**
 * Emails of the effects of one run. Everything added before the run first waits for something is sent together, in few
 * calls, one after another. The key of a call comes from the effects' group and ids, including those whose people want
 * no emails. Calls are stored before they are sent, so that after a crash the same bytes go out under the same keys, even
 * if people changed their settings in between. Effects that failed in one call form a group, and are retried as the same
 * call. If the provider refused it, its content may be different by then.
 * @param before what has to be written before the emails leave. It is written with the calls, when the first effect is
 * posted, whether or not that has emails
 */
export const openPost = (context: Sending, before: readonly D1PreparedStatement[] = []): Post => {
  let unwritten = [...before]
  let waiting = new Map<string, Parcel[]>()
  let sending: Promise<Failures> | null = null

  const sendAll = async (): Promise<Failures> => {
    const groups = waiting
    waiting = new Map()
    sending = null
    const failed: Failures = new Map()
    const planned = new Map<string, Call[]>()
    try {
      const statements = [...unwritten]
      for (const [group, parcels] of groups) {
        const { calls, keep } = await callsOf(context, group, parcels)
        planned.set(group, calls)
        statements.push(...keep)
      }
      if (statements.length > 0) await context.db.batch(statements)
      unwritten = []
    } catch (error) {
      for (const [group, parcels] of groups)
        for (const { effectId } of parcels) failed.set(effectId, new EffectFailed(group, error))
      return failed
    }
    for (const [group, parcels] of groups) {
      try {
        for (const call of planned.get(group) ?? []) {
          for (const [effectId, error] of await sendTogether(context, group, call)) failed.set(effectId, error)
        }
      } catch (error) {
        for (const { effectId } of parcels) failed.set(effectId, new EffectFailed(group, error))
      }
    }
    return failed
  }

  return async ({ id, group, attempts }, letters) => {
    waiting.set(group, [...(waiting.get(group) ?? []), { effectId: id, letters, isRetry: attempts > 1 }])
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

/**
 * The calls of an earlier attempt, and new ones for effects that are in none of them. An effect whose emails were refused
 * one by one gets separate calls: their content may be corrected, and their keys prevent sending twice.
 */
const callsOf = async (
  context: Sending,
  group: string,
  parcels: Parcel[],
): Promise<{ calls: Call[]; keep: D1PreparedStatement[] }> => {
  const kept = parcels.some(({ isRetry }) => isRetry) ? await keptCalls(context, group) : []
  const known = new Set(kept.flatMap(({ letters }) => letters.map(({ effectId }) => effectId)))
  const made = bundles(parcels.filter(({ effectId }) => !known.has(effectId))).map((together): Call => {
    const ids = together.map(({ effectId }) => effectId)
    return {
      // Effects whose call failed are retried under its key.
      key: group.startsWith(CALL) && kept.length === 0 ? group : `${CALL}${sha256Hex(`${group}\n${ids.join('\n')}`)}`,
      letters: together.flatMap(({ effectId, letters }) =>
        letters.map(({ key, mail }) => ({ effectId, key, content: contentOf(context.env, mail, effectId) })),
      ),
    }
  })
  return { calls: [...kept, ...made], keep: group.endsWith(ALONE) ? [] : keepStatements(context, group, made) }
}

/** The errors, by effect. */
type Failures = Map<string, EffectFailed>

const sendTogether = async (context: Sending, group: string, { key: call, letters }: Call): Promise<Failures> => {
  const { env } = context
  const failed: Failures = new Map()
  // If one of several calls fails, all are made again. The provider recognizes those that succeeded.
  const isOneCall = letters.length <= MOST_LETTERS
  for (let from = 0; from < letters.length; from += MOST_LETTERS) {
    const some = letters.slice(from, from + MOST_LETTERS)
    const contents = some.map(({ content }) => content)
    // A call that failed is repeated as one, even if only one of its people still wants the email.
    const isBatch = (some.length > 1 || group === call) && !group.endsWith(ALONE)
    const error = isBatch ? await failureOf(sendContents(env, contents, `${call}-${from}`)) : null
    if (isBatch && error === null) continue
    // An address that the provider rejects shouldn't hold up other emails, so each email in the call is then sent
    // alone.
    const alone = !isBatch || (error instanceof Refused && (error.status === 422 || error.status === 400))
    if (error instanceof Refused && !alone && isOneCall) await forgetCall(context, call)
    for (const { effectId, key: own, content } of some) {
      const reason = alone ? await failureOf(sendContent(env, content, own)) : error
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
