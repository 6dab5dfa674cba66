import * as endpoints from '../../../../schema/requests/sourcing-events/endpoints.ts'
import { EVENT_LIMITS } from '../../../../schema/requests/sourcing-events/values.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { refuseArchived } from '../../../core/kinds/archived.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { sealOf } from '../../../objects/sourcing-seal/client.ts'
import { type EventAccess, requireStatus } from './access.ts'
import { partAudit, requireManagedEvent, whileEvent } from './load.ts'
import { accepted } from './refusals.ts'
import { newToken } from './token.ts'

/** Inviting vendors, and taking their links back. */

const BIDDER = 'The bidder'

interface BidderRow {
  id: string
  name: string
  email: string
  status: string
  vendorId: string | null
}

const requireBidder = async ({ db }: StaffContext, event: EventAccess, bidderId: string): Promise<BidderRow> => {
  const row = await db.first<BidderRow>(
    db.sql(
      `SELECT id, name, email, status, vendor_id AS vendorId FROM sourcing_bidders
        WHERE id = ? AND company_id = ? AND event_id = ?`,
      ...[bidderId, event.companyId, event.id],
    ),
  )
  if (!row) throw notFound(BIDDER)
  return row
}

/** @param before the vendor that it was said to be, which may have been archived since */
const requireVendor = async (
  { db, actor }: StaffContext,
  vendorId: string | null | undefined,
  before: string | null = null,
): Promise<void> => {
  if (!vendorId) return
  const found = await db.first<Record<string, unknown>>(
    db.sql(
      'SELECT name, archived_at AS archivedAt FROM vendors WHERE id = ? AND company_id = ?',
      vendorId,
      actor.companyId,
    ),
  )
  if (!found) throw invalidField('vendorId', 'Choose a vendor of your company')
  const named = { id: vendorId, name: String(found.name), isArchived: found.archivedAt !== null }
  refuseArchived('vendorId', [named], new Set(before === null ? [] : [before]))
}

/** Throws RULE_BROKEN after the deadline and with too many, INVALID for an address that is invited already. */
export const addBidder = command({
  id: 'sourcing-events.add-bidder',
  access: 'sourcing.use',
  input: inputOf(endpoints.addBidder),
  run: async (context, { eventId, name, email, vendorId }) => {
    const event = requireStatus(await requireManagedEvent(context, eventId), 'DRAFT', 'OPEN')
    const { db, env, clock, newId } = context
    await requireVendor(context, vendorId)
    const counted = await db.first<{ count: number }>(
      db.sql(
        'SELECT COUNT(*) AS count FROM sourcing_bidders WHERE company_id = ? AND event_id = ?',
        ...[event.companyId, event.id],
      ),
    )
    if ((counted?.count ?? 0) >= EVENT_LIMITS.bidders)
      throw new AppError('RULE_BROKEN', `An event has at most ${EVENT_LIMITS.bidders} bidders.`, { reason: 'TOO_MANY' })
    const id = newId()
    const now = clock.now()
    const isOpen = event.status === 'OPEN'
    const link = isOpen ? newToken(event.companyId) : null
    if (link) {
      requireTime(event, now)
      accepted(await sealOf(env, event.companyId, event.id).admit({ [id]: link.hash }))
    }
    return commit(context, {
      subject: BIDDER,
      statements: [
        db.sql(
          `INSERT INTO sourcing_bidders (event_id, company_id, id, name, email, vendor_id, token_hash, invited_at, created_at)
           SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 WHERE ${whileEvent(`'${event.status}'`)}`,
          ...[
            event.id,
            event.companyId,
            id,
            name,
            email,
            vendorId ?? null,
            link?.hash ?? null,
            isOpen ? now : null,
            now,
          ],
        ),
        guardOneRow(db),
      ],
      audit: [
        partAudit(event.id, `bidder:${id}:added`, 'bidder-added', `Added ${name} to the bidders of ${event.title}`, {
          after: { name, email },
        }),
      ],
      outbox: link
        ? [{ topic: 'sourcing-event.mail-bidder', payload: { bidderId: id, kind: 'INVITED', token: link.token } }]
        : [],
      result: { id },
      onDuplicate: {
        'sourcing_bidders.company_id, sourcing_bidders.event_id, sourcing_bidders.email': () =>
          invalidField('email', 'This address is already invited'),
      },
    })
  },
})

const requireTime = ({ deadline }: EventAccess, now: number): void => {
  if (deadline <= now) throw new AppError('RULE_BROKEN', 'The deadline has passed.', { reason: 'DEADLINE_PASSED' })
}

/** In a draft the bidder is removed. Later their link is revoked, and a bid that they sent doesn't count. */
export const removeBidder = command({
  id: 'sourcing-events.remove-bidder',
  access: 'sourcing.use',
  input: inputOf(endpoints.removeBidder),
  run: async (context, { eventId, bidderId }) => {
    const event = requireStatus(await requireManagedEvent(context, eventId), 'DRAFT', 'OPEN')
    const bidder = await requireBidder(context, event, bidderId)
    const { db, env } = context
    const isDraft = event.status === 'DRAFT'
    if (!isDraft) {
      if (bidder.status === 'REVOKED')
        throw new AppError('RULE_BROKEN', 'This link was revoked before.', { reason: 'ALREADY_REVOKED' })
      accepted(await sealOf(env, event.companyId, event.id).admit({ [bidder.id]: null }))
    }
    const place = [event.id, event.companyId, bidder.id]
    return commit(context, {
      subject: BIDDER,
      statements: [
        isDraft
          ? db.sql(
              `DELETE FROM sourcing_bidders WHERE id = ?3 AND event_id = ?1 AND company_id = ?2 AND ${whileEvent("'DRAFT'")}`,
              ...place,
            )
          : db.sql(
              `UPDATE sourcing_bidders SET status = 'REVOKED', token_hash = NULL, sealed_draft = NULL
                WHERE id = ?3 AND event_id = ?1 AND company_id = ?2 AND status <> 'REVOKED' AND ${whileEvent("'OPEN'")}`,
              ...place,
            ),
        guardOneRow(db),
      ],
      audit: [
        partAudit(
          event.id,
          `bidder:${bidder.id}:removed`,
          isDraft ? 'bidder-removed' : 'link-revoked',
          isDraft
            ? `Removed ${bidder.name} from the bidders of ${event.title}`
            : `Revoked the link of ${bidder.name} to ${event.title}`,
          { before: { name: bidder.name, email: bidder.email, status: bidder.status } },
        ),
      ],
      outbox: isDraft
        ? []
        : [{ topic: 'sourcing-event.mail-bidder', payload: { bidderId: bidder.id, kind: 'REVOKED' } }],
      result: null,
    })
  },
})

/** A new link to the same address. Can't be repeated by its command id, because the link isn't stored. */
export const sendLink = command({
  id: 'sourcing-events.send-link',
  access: 'sourcing.use',
  idempotency: 'none',
  input: inputOf(endpoints.sendLink),
  run: async (context, { eventId, bidderId }) => {
    const event = requireStatus(await requireManagedEvent(context, eventId), 'OPEN')
    const bidder = await requireBidder(context, event, bidderId)
    const { db, env, clock, newId } = context
    requireTime(event, clock.now())
    if (bidder.status === 'REVOKED')
      throw new AppError('RULE_BROKEN', 'This link was revoked. Invite another address instead.', {
        reason: 'ALREADY_REVOKED',
      })
    const link = newToken(event.companyId)
    accepted(await sealOf(env, event.companyId, event.id).admit({ [bidder.id]: link.hash }))
    return commit(context, {
      subject: BIDDER,
      statements: [
        db.sql(
          `UPDATE sourcing_bidders SET token_hash = ?4, invited_at = ?5
            WHERE id = ?3 AND event_id = ?1 AND company_id = ?2 AND status <> 'REVOKED' AND ${whileEvent("'OPEN'")}`,
          ...[event.id, event.companyId, bidder.id, link.hash, clock.now()],
        ),
        guardOneRow(db),
      ],
      audit: [
        partAudit(
          event.id,
          `bidder:${bidder.id}:link:${newId()}`,
          'link-sent',
          `Sent ${bidder.name} a new link to ${event.title}`,
        ),
      ],
      outbox: [
        { topic: 'sourcing-event.mail-bidder', payload: { bidderId: bidder.id, kind: 'INVITED', token: link.token } },
      ],
      result: { id: bidder.id },
    })
  },
})

export const linkVendor = command({
  id: 'sourcing-events.link-vendor',
  access: 'sourcing.use',
  input: inputOf(endpoints.linkVendor),
  run: async (context, { eventId, bidderId, vendorId }) => {
    const event = requireStatus(await requireManagedEvent(context, eventId), 'DRAFT', 'OPEN', 'OPENED')
    const bidder = await requireBidder(context, event, bidderId)
    await requireVendor(context, vendorId, bidder.vendorId)
    const { db, newId } = context
    return commit(context, {
      subject: BIDDER,
      statements: [
        db.sql(
          'UPDATE sourcing_bidders SET vendor_id = ? WHERE id = ? AND company_id = ? AND event_id = ?',
          ...[vendorId, bidder.id, event.companyId, event.id],
        ),
        guardOneRow(db),
      ],
      audit: [
        partAudit(
          event.id,
          `bidder:${bidder.id}:vendor:${newId()}`,
          'vendor-linked',
          `Said which vendor ${bidder.name} is`,
          {
            before: { vendorId: bidder.vendorId },
            after: { vendorId },
          },
        ),
      ],
      result: { id: bidder.id },
    })
  },
})
