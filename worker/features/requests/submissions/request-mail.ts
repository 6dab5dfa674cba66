import type { NotificationKind } from '../../../../schema/platform/notifications/levels.ts'
import type { Database } from '../../../core/database.ts'
import type { NotificationRecipient, RequestNotification } from '../../../core/outbox.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { openPost } from '../../../integrations/resend/post.ts'
import {
  chooseMails,
  type Delegation,
  keyOf,
  mayActFor,
  peopleStatements,
  toDelegations,
  toPeople,
} from '../../platform/notifications/index.ts'
import { amountOf, composeMail, factsStatement, toRequests, type Wording } from './request-mail-body.tsx'

/** "Manager" → "Manager approval needed". "approval" isn't repeated if the label already has it. */
const approvalNeeded = (label: string | undefined): string => {
  if (!label) return 'Your approval is needed.'
  return /\bapprovals?$/i.test(label) ? `${label} needed.` : `${label} approval needed.`
}

const wordingOf = (
  kind: NotificationKind,
  actor: string,
  recipient: NotificationRecipient,
  { title, amount }: { title: string; amount: string | null },
): Wording => {
  const label = recipient.blockLabel
  const step = label ? `“${label}”` : 'a step'
  switch (kind) {
    case 'APPROVAL_REQUESTED':
      return {
        subject: `Approve: ${title}${amount ? ` (${amount})` : ''}`,
        sentence: approvalNeeded(label),
        action: 'Review request',
      }
    case 'APPROVAL_RESTARTED':
      return {
        subject: `Confirm changes: ${title}${amount ? ` (${amount})` : ''}`,
        sentence: `${actor} changed the request after you decided on ${step}. See what changed, then confirm or decide again.`,
        action: 'Review changes',
      }
    case 'TASK_REQUESTED':
      return {
        subject: `Task for you: ${title}`,
        sentence: `The task ${step} is waiting for you.`,
        action: 'Open task',
      }
    case 'ASSIGNED':
      return {
        subject: `Assigned to you: ${title}`,
        sentence: `${actor} assigned this request to you.`,
        action: 'View request',
      }
    case 'MENTIONED':
      return {
        subject: `${actor} mentioned you: ${title}`,
        sentence: `${actor} mentioned you in a comment.`,
        action: 'Read and reply',
      }
    case 'COMMENTED':
      return {
        subject: `${actor} commented: ${title}`,
        sentence: label ? `${actor} commented on ${step}.` : `${actor} commented on the request.`,
        action: 'Read and reply',
      }
    case 'BLOCK_APPROVED':
      return {
        subject: `${actor} approved: ${title}`,
        sentence: label ? `${actor} approved (${label}).` : `${actor} approved a step.`,
        action: 'View request',
      }
    case 'REQUEST_APPROVED':
      return { subject: `Approved: ${title}`, sentence: 'The request is approved.', action: 'View request' }
    case 'REQUEST_REJECTED':
      return { subject: `Rejected: ${title}`, sentence: `${actor} rejected the request.`, action: 'View request' }
    case 'REMINDER':
      return {
        subject: `Reminder: ${title}`,
        sentence: label ? `${actor} reminds you to approve (${label}).` : `${actor} reminds you to approve.`,
        action: 'Review request',
      }
    case 'ANSWERS_CHANGED':
      return {
        subject: `Changed: ${title}`,
        sentence: `${actor} changed the answers of the request.`,
        action: 'View changes',
      }
    case 'RESTARTED':
      return {
        subject: `Restarted: ${title}`,
        sentence: `${actor} restarted the approvals.`,
        action: 'View request',
      }
    case 'ARCHIVED':
      return { subject: `Archived: ${title}`, sentence: `${actor} archived the request.`, action: 'View request' }
    case 'UNARCHIVED':
      return {
        subject: `Unarchived: ${title}`,
        sentence: `${actor} unarchived the request.`,
        action: 'View request',
      }
    case 'SUBMITTED':
      return { subject: `Submitted: ${title}`, sentence: `${actor} submitted the request.`, action: 'View request' }
    case 'WATCHING':
      return {
        subject: `Watching: ${title}`,
        sentence: label ? `The step ${step}, which you watch, has started.` : 'You’re watching this request.',
        action: 'View request',
      }
  }
}

/** One email per person about one event of a request. The key makes a repeated delivery harmless. */
export const mailRequestNotifications: OutboxHandler<'request.notify'> = async ({ env, db, clock }, effects) => {
  const [requests, people, delegations] = await db.batch([
    factsStatement(
      db,
      effects.map(({ payload }) => payload.targetId),
    ),
    ...peopleStatements(
      db,
      effects.map(({ companyId, payload }) => ({ companyId, recipients: payload.recipients })),
      clock.now(),
    ),
  ])
  const requestBy = toRequests(requests?.results)
  const peopleBy = toPeople(people?.results)
  const delegationsBy = toDelegations(delegations?.results)
  const post = openPost({ env, db, clock })
  return async (effect) => {
    const { id, companyId, payload } = effect
    const request = requestBy.get(keyOf(companyId, payload.targetId))
    if (request?.isMailOn !== 1) return
    const away = payload.recipients
      .flatMap(({ userId }) => delegationsBy.get(keyOf(companyId, userId)) ?? [])
      .filter((delegation) => mayActFor(delegation, request))
    const letters = chooseMails(payload.recipients, away, peopleBy.get(companyId) ?? new Map()).map((recipient) => {
      const wording = wordingOf(recipient.kind, payload.actorName, recipient, {
        title: request.title,
        amount: amountOf(request),
      })
      const mail = composeMail(env.OUTLAY_ORIGIN, request, wording, payload.note, payload.tab && 'threads')
      return {
        key: `${id}:${recipient.userId}`,
        userId: recipient.userId,
        mail: { to: recipient.email, ...mail, threadKey: payload.targetId },
      }
    })
    await post(effect, letters)
    const mailed = stepsMailed(payload, new Set(letters.map(({ userId }) => userId)), away)
    if (mailed.length > 0) await db.batch([mailedStatement(db, companyId, payload.targetId, mailed, clock.now())])
  }
}

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
