import type { InboxItem } from '../../../../schema/approvals/inbox/endpoints.ts'
import type { Notification } from '../../../../schema/platform/bell/endpoints.ts'
import { knownZone } from '../../../../schema/shared/calendar.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { loadMember, type StaffActor } from '../../../core/actor.ts'
import type { Effect, OutboxContext } from '../../../core/outbox-registry.ts'
import { samplesStatement, unreadSince } from '../../platform/bell/index.ts'
import { BY_MAIL } from '../../platform/notifications/index.ts'
import { offerDecisions } from '../decision-links/index.ts'
import { inboxOf } from '../inbox/index.ts'
import { factsStatement, type SubjectFacts } from '../subject-facts/index.ts'

/** What a person's digest says, read with the rights that they have when it leaves. */

export const MOST_ITEMS = 10

export interface DigestItem extends InboxItem {
  /** Where the person can decide without signing in. */
  decideUrl: string | null
}

export interface Digest {
  email: string
  timeZone: string
  items: DigestItem[]
  hasMoreItems: boolean
  unread: Notification[]
}

type Context = Pick<OutboxContext, 'env' | 'db' | 'clock'>

/** Asked again when the email leaves: people change their minds, and leave. */
const isWanted = async ({ db }: Pick<Context, 'db'>, { companyId, userId }: StaffActor): Promise<boolean> => {
  const row = await db.first<{ wanted: number }>(
    db.sql(
      `SELECT p.digest_at IS NOT NULL AND ${BY_MAIL} AS wanted FROM notification_preferences p
         LEFT JOIN notification_settings n ON n.company_id = p.company_id
        WHERE p.company_id = ? AND p.user_id = ?`,
      ...[companyId, userId],
    ),
  )
  return row?.wanted === 1
}

/** Sample data waits too, but no digest says so. */
const withoutSamples = async (
  { db }: Pick<Context, 'db'>,
  companyId: string,
  items: readonly InboxItem[],
): Promise<InboxItem[]> => {
  if (items.length === 0) return []
  const asked = items.map(({ id }) => ({ companyId, id }))
  const samples = new Set((await db.all<{ id: string }>(samplesStatement(db, asked))).map(({ id }) => id))
  return items.filter(({ id }) => !samples.has(id))
}

const withLinks = async (
  context: Context,
  { companyId, userId }: StaffActor,
  effectId: string,
  items: readonly InboxItem[],
): Promise<DigestItem[]> => {
  if (items.length === 0) return []
  const ids = items.map(({ id }) => id)
  const rows = await context.db.all<SubjectFacts>(factsStatement(context.db, ids))
  const factsBy = new Map(rows.map((facts) => [facts.id, facts]))
  const asking = items.flatMap(({ id, actions }) => {
    const facts = factsBy.get(id)
    if (!facts) return []
    const absentIds = actions.flatMap(({ onBehalfOf }) => (onBehalfOf ? [onBehalfOf.id] : []))
    const askedIds = actions.map((action) => action.id)
    return [{ effectId: `${effectId}:${id}`, companyId, facts, userId, askedIds, absentIds }]
  })
  const offers = await offerDecisions(context, asking)
  const urlBy = new Map(asking.map((one) => [one.facts.id, offers.get(one)?.url]))
  return items.map((item) => ({ ...item, decideUrl: urlBy.get(item.id) ?? null }))
}

/** Null if there is nothing to say, or no one to say it to. */
export const readDigest = async (
  context: Context,
  { id: effectId, companyId, payload: { userId, since } }: Effect<'digest.send'>,
): Promise<Digest | null> => {
  const { env, db, clock } = context
  const actor = await loadMember(env, db, companyId, userId, clock.now())
  if (!actor || !(await isWanted(context, actor))) return null
  const asPerson = { db, actor }
  const nothing = { items: [], pageInfo: { hasNextPage: false } }
  const inbox = can(actor.policy, 'approvals.take-part') ? await inboxOf(asPerson, MOST_ITEMS) : nothing
  const items = await withoutSamples(context, companyId, inbox.items)
  const waiting = new Set(items.map(({ id }) => id))
  const unread = (await unreadSince(asPerson, since, MOST_ITEMS)).filter(
    ({ targetId }) => targetId === null || !waiting.has(targetId),
  )
  if (items.length === 0 && unread.length === 0) return null
  return {
    email: actor.email,
    timeZone: knownZone(actor.timezone),
    items: await withLinks(context, actor, effectId, items),
    hasMoreItems: inbox.pageInfo.hasNextPage,
    unread,
  }
}
