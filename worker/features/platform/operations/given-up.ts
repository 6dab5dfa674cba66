import * as endpoints from '../../../../schema/platform/operations/endpoints.ts'
import { type AuditEntry, auditStatement } from '../../../core/audit.ts'
import { inCell, inThisCell } from '../../../core/cells.ts'
import { commit } from '../../../core/commit.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { queueOf } from '../../../core/outbox-lanes.ts'
import { laneOf, outboxJobOf } from '../../../core/outbox-registry.ts'
import { asideStatement, GIVEN_UP_OF_TOPIC, GIVEN_UP_ONE, type GivenUp, sentAgainStatement } from '../company/index.ts'
import { topicInWords } from './topic-words.ts'

/**
 * What platform staff do with effects that were given up. Each change is in the history of the companies that it concerns, and
 * in the platform's own where it concerns everyone.
 */

/** Why an effect can't be sent again, or null. */
export const refusalOf = ({ topic, isEmpty }: Pick<GivenUp, 'topic' | 'isEmpty'>): string | null => {
  const job = outboxJobOf(topic)
  if (!job) return 'This release doesn’t know this kind.'
  if (job.isSecret && isEmpty === 1)
    return 'It had a secret link, which was erased. People ask for another one where they asked for this.'
  if (job.onDead && !job.goesOnAfterDeath) return 'Its own page says that it failed, and people begin it again there.'
  return null
}

interface Chosen {
  cell: number
  topic: string
  effectId?: string | undefined
}

/** Throws NOT_FOUND if there are none. */
const read = async (context: StaffContext, { cell, topic, effectId }: Chosen) => {
  const there = inCell(context, cell)
  // An unknown number is the first database, which has none of these.
  if ((there.env.CELL ?? 0) !== cell) throw notFound('The database')
  const found = effectId
    ? await there.db.all(there.db.sql(GIVEN_UP_ONE, effectId, topic))
    : await there.db.all(there.db.sql(GIVEN_UP_OF_TOPIC, topic, endpoints.MOST_AT_ONCE + 1))
  if (found.length === 0) throw notFound(effectId ? 'The effect' : 'Effects of this kind')
  return {
    there: { ...there, home: { userId: context.actor.userId, companyId: context.actor.companyId } },
    effects: found.slice(0, endpoints.MOST_AT_ONCE),
    isMore: found.length > endpoints.MOST_AT_ONCE,
  }
}

/** One entry for each company. */
const entriesOf = (
  { actor, clock, newId }: StaffContext,
  effects: readonly GivenUp[],
  action: string,
  messageOf: (what: string) => string,
  reason: string | null,
): AuditEntry[] =>
  [...Map.groupBy(effects, ({ companyId }) => companyId || actor.companyId)].map(([companyId, own]) => ({
    changeKey: `effects:${newId()}`,
    companyId,
    actorUserId: actor.userId,
    impersonatorUserId: null,
    action: `company.${action}`,
    targetType: 'COMPANY',
    targetId: companyId,
    message: messageOf(
      own.length === 1
        ? topicInWords(own[0]?.topic ?? '')
        : `${own.length} times: ${topicInWords(own[0]?.topic ?? '')}`,
    ),
    changeData: { effects: own.map(({ id }) => id), ...(reason !== null && { reason }) },
    occurredAt: clock.now(),
  }))

/** Throws NOT_FOUND, RULE_BROKEN for effects that can't be sent again, CONFLICT if someone else was ahead. */
export const sendAgain = command({
  id: 'super-admin.send-effects-again',
  access: 'platform.administer',
  input: inputOf(endpoints.sendEffectsAgain),
  run: async (context, chosen) => {
    const { there, effects, isMore } = await read(context, chosen)
    const able = effects.filter((effect) => refusalOf(effect) === null)
    const [first] = effects
    if (able.length === 0 && first) throw new AppError('RULE_BROKEN', refusalOf(first) ?? '')
    const { db, env, clock, log, waitUntil } = there
    const entries = entriesOf(
      there,
      able,
      'effects-sent-again',
      (what) => `Sent again what was given up: ${what}`,
      null,
    )
    const result = await commit(there, {
      subject: 'What was given up',
      statements: [...sentAgainStatement(db, able, clock.now()), auditStatement(db, entries)],
      audit: [],
      result: { count: able.length, isMore },
    })
    const { topic } = chosen
    const nudge = queueOf(env, laneOf(topic)).send({ ...inThisCell(env), topic, outboxIds: null })
    waitUntil(nudge.catch((error) => log.error('outbox.nudge-failed', { error: String(error) })))
    return result
  },
})

/** Throws NOT_FOUND, CONFLICT if someone else was ahead. */
export const putAside = command({
  id: 'super-admin.put-effects-aside',
  access: 'platform.administer',
  input: inputOf(endpoints.putEffectsAside),
  run: async (context, { reason, ...chosen }) => {
    const { there, effects, isMore } = await read(context, chosen)
    const { db, clock } = there
    const entries = entriesOf(
      there,
      effects,
      'effects-put-aside',
      (what) => `Put aside what was given up: ${what}`,
      reason,
    )
    return commit(there, {
      subject: 'What was given up',
      statements: [...asideStatement(db, effects, reason, clock.now()), auditStatement(db, entries)],
      audit: [],
      result: { count: effects.length, isMore },
    })
  },
})
