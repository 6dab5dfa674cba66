import type { NotificationKind } from '../../../../../schema/platform/notifications/levels.ts'
import { hrefOf, nounOf } from '../../../../../schema/shared/kinds.ts'
import type { Database } from '../../../../core/database.ts'
import type { NotificationRecipient, RequestNotification } from '../../../../core/outbox.ts'
import type { Effect, OutboxHandler } from '../../../../core/outbox-registry.ts'
import { openPost } from '../../../../integrations/resend/post.ts'
import { askWhatHolds } from '../../../approvals/blocks/index.ts'
import { type Asking, composeOffers, offerReads } from '../../../approvals/decision-links/index.ts'
import { factsStatement, toFacts } from '../../../approvals/subject-facts/index.ts'
import { type Answerable, composeReplies, sharedThreadsStatement } from '../../../documents/threads/index.ts'
import { type Ring, ringStatements } from '../../../platform/bell/index.ts'
import {
  chooseTold,
  type Delegation,
  keyOf,
  mayActFor,
  peopleStatements,
  type Told,
  toDelegations,
  toMutes,
  toPeople,
  unsubscribeUrls,
} from '../../../platform/notifications/index.ts'
import { amountOf, composeMail, type Wording } from './request-mail-body.tsx'
import { wordingOf } from './request-mail-wording.ts'

/**
 * One notification, and one email, per person about one event of a request, of what still holds when it goes out. Their
 * keys make a repeated delivery harmless.
 */
export const mailRequestNotifications: OutboxHandler<'request.notify'> = async ({ env, db, clock }, written) => {
  const reads = offerReads(db, written.filter(asksSomeone).map(toAskedAbout))
  const threadIds = written.flatMap(({ payload }) => payload.threadId ?? [])
  const [requests, people, delegations, mutes, ...read] = await db.batch([
    factsStatement(
      db,
      written.map(({ payload }) => payload.targetId),
    ),
    ...peopleStatements(
      db,
      written.map(({ companyId, payload }) => ({ companyId, target: payload, recipients: payload.recipients })),
      clock.now(),
    ),
    ...reads.statements,
    ...(threadIds.length > 0 ? [sharedThreadsStatement(db, threadIds)] : []),
  ])
  const requestBy = toFacts(requests?.results)
  const factsAt = ({ companyId, payload }: Effect<'request.notify'>) =>
    requestBy.get(keyOf(companyId, payload.targetId))
  const { effects, failures } = await askWhatHolds({ env }, written, (effect) => factsAt(effect)?.sequence)
  const peopleBy = toPeople(people?.results)
  const delegationsBy = toDelegations(delegations?.results)
  const mutesBy = toMutes(mutes?.results)
  const told = effects.flatMap((effect): Addressed[] => {
    const { id: effectId, companyId, createdAt, payload } = effect
    const request = factsAt(effect)
    if (!request) return []
    const away = payload.recipients
      .flatMap(({ userId }) => delegationsBy.get(keyOf(companyId, userId)) ?? [])
      .filter((delegation) => mayActFor(delegation, request))
    const chosen = chooseTold(payload.recipients, away, peopleBy.get(companyId) ?? new Map(), {
      isMailOn: request.isMailOn === 1,
      mutedBy: mutesBy.get(keyOf(companyId, payload.targetId)) ?? new Set(),
    })
    return chosen.map((recipient) => ({
      ...{ effectId, companyId, facts: request, away, recipient },
      // So that what is marked as read up to a time was there then.
      at: payload.heldUntil ?? createdAt,
      wording: wordingOf(recipient.kind, payload.actorName, recipient, {
        title: request.title,
        amount: amountOf(request),
        noun: nounOf(request.targetType),
      }),
      path: `${hrefOf(request.targetType, request.id, payload.tab && 'threads')}${payload.threadId ? `?thread=${payload.threadId}` : ''}`,
      userId: recipient.userId,
      target: { type: request.targetType, id: request.id },
      threadId: payload.threadId ?? null,
      askedIds: askedIdsOf(payload, recipient),
      absentIds: away.filter(({ delegateUserId }) => delegateUserId === recipient.userId).map(({ userId }) => userId),
    }))
  })
  const letters = told.filter(({ recipient }) => recipient.byMail)
  const prepared = reads.take(
    read.map(({ results }) => results),
    requestBy,
  )
  const { offers, statements: links } = await composeOffers({ env, db, clock }, letters, prepared)
  const shared = new Set(read[reads.statements.length]?.results.map(({ id }) => String(id)))
  const { addresses, statements: replies } = await composeReplies({ env, db, clock }, letters, shared)
  const stops = await unsubscribeUrls(env, letters, ({ companyId, userId, recipient: { mailKind: kind } }) => {
    return { companyId, userId, kind }
  })
  const post = openPost({ env, db, clock }, [...ringStatements(db, told.map(toRing)), ...links, ...replies])
  return async (effect) => {
    const failure = failures.get(effect.id)
    if (failure) throw failure
    const { id, companyId, payload } = effect
    const own = letters.filter(({ effectId }) => effectId === id)
    const [first] = own
    const mails = own.map((letter) => {
      const { recipient, facts: request, wording } = letter
      const mail = composeMail(env.OUTLAY_ORIGIN, request, wording, {
        note: payload.note,
        part: payload.tab && 'threads',
        offer: offers.get(letter),
        replyTo: addresses.get(letter),
        unsubscribeUrl: stops.get(letter),
      })
      return {
        key: `${id}:${recipient.userId}`,
        mail: { to: recipient.email, ...mail, threadKey: payload.targetId },
      }
    })
    await post(effect, mails)
    const mailed = stepsMailed(payload, new Set(own.map(({ recipient }) => recipient.userId)), first?.away ?? [])
    return mailed.length > 0 ? [mailedStatement(db, companyId, payload.targetId, mailed, clock.now())] : []
  }
}

/** What one person is told about one event. */
interface Addressed extends Asking, Answerable {
  at: number
  away: readonly Delegation[]
  recipient: Told
  wording: Wording
  path: string
}

const toRing = ({ effectId, companyId, at, facts, recipient, wording, path }: Addressed): Ring => ({
  ...{ key: effectId, companyId, at, path },
  userId: recipient.userId,
  kind: recipient.kind,
  target: { type: facts.targetType, id: facts.id },
  sentence: wording.sentence,
})

/** Emails that ask for a decision. */
const ASKS: readonly NotificationKind[] = [
  'APPROVAL_REQUESTED',
  'APPROVAL_RESTARTED',
  'ESCALATED',
  'REMINDER',
  'SEND_BACK_ANSWERED',
]

const asksSomeone = ({ payload: { asked = [], recipients } }: Effect<'request.notify'>): boolean =>
  asked.length > 0 && recipients.some(({ kind }) => ASKS.includes(kind))

const toAskedAbout = ({ companyId, payload: { targetType, targetId } }: Effect<'request.notify'>) => ({
  companyId,
  targetType,
  id: targetId,
})

const askedIdsOf = ({ asked = [] }: RequestNotification, { kind }: NotificationRecipient): string[] =>
  ASKS.includes(kind) ? asked.map(({ blockId }) => blockId) : []

/** Steps for which at least one approver, or someone acting for them, was emailed. */
const stepsMailed = (
  { asked = [] }: RequestNotification,
  told: ReadonlySet<string>,
  away: readonly Delegation[],
): string[] => {
  const reached = (userId: string) =>
    told.has(userId) || away.some((one) => one.userId === userId && told.has(one.delegateUserId))
  return asked.filter(({ userIds }) => userIds.some(reached)).map(({ blockId }) => blockId)
}

const mailedStatement = (
  db: Pick<Database, 'sql'>,
  companyId: string,
  targetId: string,
  blockIds: readonly string[],
  now: number,
): D1PreparedStatement =>
  db.sql(
    `INSERT OR IGNORE INTO request_block_mails (company_id, target_id, block_id, sent_at)
     SELECT ?1, ?2, value, ?4 FROM json_each(?3)`,
    companyId,
    targetId,
    JSON.stringify(blockIds),
    now,
  )
