import { z } from 'zod'
import { utcDayOf } from '../../../../schema/shared/day-count.ts'
import { type AuditEntry, auditStatement } from '../../../core/audit.ts'
import { cellsOf, inCell, livesHere } from '../../../core/cells.ts'
import type { Database } from '../../../core/database.ts'
import type { SystemContext } from '../../../core/operation.ts'
import type { WebhookSender } from '../../../core/webhook-senders.ts'
import { cellOfTags, effectOfTags } from '../../../integrations/resend/client.ts'
import { verifySvix } from '../../../integrations/svix/verify.ts'

/**
 * What became of emails, by Resend's events (https://resend.com/docs/webhooks/emails/bounced). Their order isn't
 * certain, so each kind has its own time, and what they mean for a member is computed from all of them.
 */

const COLUMNS = {
  'email.delivered': 'delivered_at',
  'email.bounced': 'bounced_at',
  'email.complained': 'complained_at',
} as const
type Kind = keyof typeof COLUMNS

const mailEvent = z.object({
  type: z.enum(['email.delivered', 'email.bounced', 'email.complained']),
  created_at: z.coerce.date(),
  data: z.object({
    email_id: z.string().min(1),
    to: z.array(z.string()).min(1),
    tags: z.record(z.string(), z.string()).catch({}),
    bounce: z.object({ message: z.string().catch(''), type: z.string().catch('') }).optional(),
  }),
})
type MailEvent = z.output<typeof mailEvent>

interface Sent {
  companyId: string
  topic: string
  /** The member with this address, if there is one. */
  userId: string | null
}

export const mailOutcomes: WebhookSender = {
  secret: (env) => env.RESEND_WEBHOOK_SECRET,
  verify: verifySvix,
  handle: async (context, { eventId, body }) => {
    const parsed = mailEvent.safeParse(parseJson(body))
    // Other kinds of events are of no use here, if someone turns them on.
    if (!parsed.success) return context.log.info('mail-outcome.ignored', { eventId })
    await recordOutcome(context, parsed.data)
  },
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const MOST_REASON = 500

const recordOutcome = async (caller: SystemContext, { type, created_at, data }: MailEvent): Promise<void> => {
  const { clock, log } = caller
  const effectId = effectOfTags(data.tags)
  const address = (data.to[0] ?? '').trim().toLowerCase()
  const found = effectId === null ? null : await sentBy(caller, cellOfTags(data.tags), effectId, address)
  // The provider's account may send for others, too.
  if (!effectId || !found) return log.info('mail-outcome.not-ours', { mailId: data.email_id })
  const { db, companyId, topic, userId } = found
  const at = created_at.getTime()
  const reason = data.bounce?.message.slice(0, MOST_REASON) || null
  const column = COLUMNS[type]
  const now = clock.now()
  await db.batch([
    db.sql(
      `INSERT INTO mail_outcomes (mail_id, company_id, effect_id, address, ${column}, reason, updated_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
       ON CONFLICT (mail_id) DO UPDATE SET ${column} = ?5, reason = COALESCE(?6, reason), updated_at = ?7`,
      ...[data.email_id, companyId, effectId, address, at, reason, now],
    ),
    db.sql(
      `UPDATE company_memberships SET bounced_email = (
         SELECT CASE WHEN MAX(bounced_at) > COALESCE(MAX(delivered_at), 0) THEN ?2 END
           FROM mail_outcomes INDEXED BY mail_outcomes_address WHERE company_id = ?1 AND address = ?2)
        WHERE company_id = ?1 AND email_key = ?2`,
      ...[companyId, address],
    ),
    ...(type === 'email.delivered'
      ? []
      : [auditStatement(db, [auditOf(type, { companyId, userId, address, at, topic, reason }, now)], 'ignore')]),
  ])
}

const SENT_BY = `SELECT o.company_id AS companyId, o.topic, m.user_id AS userId
   FROM outbox o LEFT JOIN company_memberships m ON m.company_id = o.company_id AND m.email_key = ?2
  WHERE o.id = ?1 AND o.company_id <> '' AND ${livesHere('o.company_id')}`

/** In the cell that sent it, or in the one to which its company has moved since. */
const sentBy = async (
  caller: SystemContext,
  cell: number,
  effectId: string,
  address: string,
): Promise<(Sent & { db: Database }) | null> => {
  for (const at of new Set([cell, ...cellsOf(caller.env)])) {
    const { db } = inCell(caller, at)
    const sent = await db.first<Sent>(db.sql(SENT_BY, effectId, address))
    if (sent) return { ...sent, db }
  }
  return null
}

const WORDS: Record<Exclude<Kind, 'email.delivered'>, (address: string) => { action: string; message: string }> = {
  'email.bounced': (address) => ({
    action: 'member.email-bounced',
    message: `Email to ${address} came back as undeliverable`,
  }),
  'email.complained': (address) => ({
    action: 'member.email-reported',
    message: `${address} reported an email from Outlay as spam`,
  }),
}

/** One entry a day for an address, however many emails it concerns. */
const auditOf = (
  type: Exclude<Kind, 'email.delivered'>,
  { companyId, userId, address, at, topic, reason }: Sent & { address: string; at: number; reason: string | null },
  now: number,
): AuditEntry => {
  const { action, message } = WORDS[type](address)
  return {
    ...{ companyId, action, message, actorUserId: null, impersonatorUserId: null, occurredAt: now },
    changeKey: `${action}:${companyId}:${address}:${utcDayOf(at)}`,
    targetType: userId ? 'MEMBER' : 'COMPANY',
    targetId: userId ?? companyId,
    changeData: { address, sent: topic, at: new Date(at).toISOString(), reason },
  }
}

const KEPT_MS = 90 * 24 * 60 * 60 * 1000
const WINDOW = 2_000

export const forgetOldOutcomes = async ({ db, clock }: SystemContext): Promise<void> => {
  await db.batch([
    db.sql(
      `DELETE FROM mail_outcomes WHERE rowid IN (
         SELECT rowid FROM mail_outcomes INDEXED BY mail_outcomes_age
          WHERE updated_at < ? ORDER BY updated_at LIMIT ${WINDOW})`,
      clock.now() - KEPT_MS,
    ),
  ])
}
