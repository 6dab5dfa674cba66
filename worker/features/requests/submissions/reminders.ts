import { hrefOf, nounOf } from '../../../../schema/shared/kinds.ts'
import { livesHere } from '../../../core/cells.ts'
import type { NotificationRecipient } from '../../../core/outbox.ts'
import type { OutboxContext, OutboxHandler } from '../../../core/outbox-registry.ts'
import { openPost } from '../../../integrations/resend/post.ts'
import { type Asking, offerDecisions } from '../../approvals/decision-links/index.ts'
import { factsStatement, toFacts } from '../../approvals/subject-facts/index.ts'
import { type Answerable, offerReplies } from '../../documents/threads/index.ts'
import { ring } from '../../platform/bell/index.ts'
import {
  chooseTold,
  keyOf,
  mayActFor,
  peopleStatements,
  toDelegations,
  toMutes,
  toPeople,
} from '../../platform/notifications/index.ts'
import { composeMail, type Wording } from './mails/request-mail-body.tsx'

/**
 * Reminders by the company's settings, by days after the notification (specification 3 §3, §7
 * notification-settings-reminders): each reminder goes once to people for whom a request has waited that many days.
 *
 * A sweep over an index finds them. An alarm in each request would have to be set again whenever a company adds,
 * changes or deletes a reminder. Due reminders are written to the outbox together with how far the sweep has looked, so
 * that a crash neither loses nor doubles one. The row's id is the key at the email provider, in case the crash comes
 * after sending.
 */

const DAY_MS = 24 * 60 * 60 * 1000
const CHECK_EVERY_MS = 5 * 60 * 1000
const PAGE = 200

/**
 * ?1 now, ?2 the previous sweep. Each reminder remembers how far it has looked. What came due since then is found by an
 * index, without reading what has waited longer. The key names the person, the request and when it started waiting.
 */
const DUE = `SELECT id, company_id, note, days_after_notification * ${DAY_MS} AS after, checked_at
   FROM notification_reminders n WHERE checked_at <= ?2 AND ${livesHere('n.company_id')} ORDER BY checked_at, id LIMIT ${PAGE}`

const ENQUEUE = `
INSERT OR IGNORE INTO outbox (id, company_id, topic, payload, created_at, available_at)
SELECT 'reminder:' || r.id || ':' || p.target_id || ':' || p.user_id || ':' || p.action_since, p.company_id,
       'request.remind',
       json_object('targetType', p.target_type, 'targetId', p.target_id, 'userId', p.user_id,
                   'actionSince', p.action_since, 'reminderId', r.id),
       ?1, ?1
  FROM (${DUE}) r
 CROSS JOIN request_participants p INDEXED BY request_participants_waiting
    ON p.company_id = r.company_id AND p.action_since IS NOT NULL
   AND p.action_since > r.checked_at - r.after AND p.action_since <= ?1 - r.after`

type DueReminders = (due: string) => string
const others: DueReminders[] = []

/** Other things that the company's reminders are for. The SQL enqueues what waits as long as a due reminder says. */
export const registerDueReminders = (enqueue: DueReminders): void => void others.push(enqueue)

const REMEMBER = `UPDATE notification_reminders SET checked_at = ?1 WHERE id IN (SELECT id FROM (${DUE})) RETURNING id`

/** Writes due reminders to the outbox, in one transaction with how far it has looked. */
export const enqueueReminders = async ({ db, clock }: OutboxContext): Promise<void> => {
  const now = clock.now()
  for (let page = 0; page < 50; page++) {
    const values = [now, now - CHECK_EVERY_MS]
    const enqueue = [ENQUEUE, ...others.map((of) => of(DUE))]
    const results = await db.batch([...enqueue, REMEMBER].map((text) => db.sql(text, ...values)))
    const looked = results.at(-1)
    if ((looked?.results.length ?? 0) < PAGE) return
  }
}

interface Waiting {
  note: string
  actionSince: number | null
  actions: string
}

/** "1 day", "3 days": full days only. */
const waited = (ms: number): string => {
  const days = Math.floor(ms / DAY_MS)
  return days === 1 ? '1 day' : `${days} days`
}

const recipientOf = (userId: string): NotificationRecipient => ({
  userId,
  kind: 'REMINDER',
  role: 'APPROVER',
  isOwn: true,
})

/** Reminds in the bell and by email, unless the person has acted or the reminder was deleted since it was queued. */
export const mailReminders: OutboxHandler<'request.remind'> = async ({ env, db, clock }, effects) => {
  const [requests, people, delegations, mutes, waits] = await db.batch([
    factsStatement(
      db,
      effects.map(({ payload }) => payload.targetId),
    ),
    ...peopleStatements(
      db,
      effects.map(({ companyId, payload }) => ({
        companyId,
        target: payload,
        recipients: [recipientOf(payload.userId)],
      })),
      clock.now(),
    ),
    db.sql(
      `SELECT j.value ->> 'id' AS id, r.note, p.action_since AS actionSince, p.actions
         FROM json_each(?) j
        CROSS JOIN notification_reminders r
           ON r.id = j.value ->> 'reminderId' AND r.company_id = j.value ->> 'companyId'
        CROSS JOIN request_participants p
           ON p.company_id = r.company_id AND p.target_type = j.value ->> 'targetType'
          AND p.target_id = j.value ->> 'targetId' AND p.user_id = j.value ->> 'userId'`,
      JSON.stringify(effects.map(({ id, companyId, payload }) => ({ ...payload, id, companyId }))),
    ),
  ])
  const requestBy = toFacts(requests?.results)
  const peopleBy = toPeople(people?.results)
  const delegationsBy = toDelegations(delegations?.results)
  const waitBy = new Map((waits?.results ?? []).map((row) => [String(row.id), row as unknown as Waiting]))
  const mutesBy = toMutes(mutes?.results)
  const told = effects.flatMap(({ id: effectId, companyId, createdAt: at, payload }): Addressed[] => {
    const request = requestBy.get(keyOf(companyId, payload.targetId))
    const waiting = waitBy.get(effectId)
    if (!request || waiting?.actionSince !== payload.actionSince) return []
    const actions = JSON.parse(waiting.actions) as { id: string; label: string }[]
    const [action] = actions
    if (!action) return []
    const wording = {
      subject: `Reminder: ${request.title}`,
      sentence: `"${action.label}" has waited for you for ${waited(clock.now() - payload.actionSince)}.`,
      action: `Review ${nounOf(request.targetType)}`,
    }
    const delegations = delegationsBy.get(keyOf(companyId, payload.userId)) ?? []
    const away = delegations.filter((delegation) => mayActFor(delegation, request))
    const reached = chooseTold([recipientOf(payload.userId)], away, peopleBy.get(companyId) ?? new Map(), {
      isMailOn: request.isMailOn === 1,
      mutedBy: mutesBy.get(keyOf(companyId, payload.targetId)) ?? new Set(),
    })
    return reached.map(({ userId, email, byMail }) => ({
      ...{ effectId, companyId, at, facts: request, userId, email, byMail, wording, note: waiting.note },
      ...{ target: { type: request.targetType, id: request.id }, threadId: null },
      askedIds: actions.map(({ id }) => id),
      absentIds: userId === payload.userId ? [] : [payload.userId],
    }))
  })
  await ring(
    db,
    told.map(({ effectId: key, companyId, at, userId, facts, wording }) => ({
      ...{ key, companyId, at, userId, kind: 'REMINDER', sentence: wording.sentence },
      target: { type: facts.targetType, id: facts.id },
      path: hrefOf(facts.targetType, facts.id) ?? '/',
    })),
  )
  const letters = told.filter(({ byMail }) => byMail)
  const offers = await offerDecisions({ env, db, clock }, letters)
  const replies = await offerReplies({ env, db, clock }, letters)
  const post = openPost({ env, db, clock })
  return async (effect) => {
    const own = letters.filter(({ effectId }) => effectId === effect.id)
    if (own.length === 0) return
    await post(
      effect,
      own.map((letter) => {
        const { facts, userId, email, wording, note } = letter
        const mail = composeMail(env.OUTLAY_ORIGIN, facts, wording, {
          ...{ note, offer: offers.get(letter), replyTo: replies.get(letter) },
        })
        return { key: `${effect.id}:${userId}`, mail: { to: email, ...mail, threadKey: facts.id } }
      }),
    )
  }
}

/** One person's reminder. */
interface Addressed extends Asking, Answerable {
  at: number
  email: string
  byMail: boolean
  wording: Wording
  note: string
}
