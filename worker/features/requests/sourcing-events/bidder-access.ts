import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { unusedTypes } from '../../../../schema/requests/forms/unused-questions.ts'
import {
  type BidderStatus,
  type EventStatus,
  LINK_AFTER_DEADLINE_MS,
} from '../../../../schema/requests/sourcing-events/values.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { readCompanyFlags } from '../../../../schema/shared/permissions.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { networkOf } from '../../../core/network.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { limitRate } from '../../platform/session/index.ts'
import { NO_FORM } from './read.ts'

/** The bidder whose link it is. They see one event, and of the company its name, logo and currency. */

interface Row {
  id: string
  companyId: string
  eventId: string
  name: string
  email: string
  status: BidderStatus
  submittedAt: number | null
  viewedAt: number | null
  sealedDraft: string | null
  sealedBid: string | null
  bidVersion: number
  content: string | null
  title: string
  description: string
  eventStatus: EventStatus
  deadline: number
  form: string | null
  criteria: string
  award: string | null
  companyName: string
  companyFlags: string
  currency: Currency
  lightLogoKey: string | null
  darkLogoKey: string | null
}

export interface BidderAccess extends Omit<Row, 'form' | 'companyFlags'> {
  token: string
  form: FormDefinition
  allowsCurrencies: boolean
}

const GONE = 'The invitation'

export const bidderStatement = ({ db }: Pick<BaseContext, 'db'>, token: string): D1PreparedStatement =>
  db.sql(
    `SELECT b.id, b.company_id AS companyId, b.event_id AS eventId, b.name, b.email, b.status,
            b.submitted_at AS submittedAt, b.viewed_at AS viewedAt, b.sealed_draft AS sealedDraft,
            b.sealed_bid AS sealedBid, b.bid_version AS bidVersion, b.content, e.title, e.description,
            e.status AS eventStatus, e.deadline, e.form, e.criteria, e.award, o.name AS companyName,
            o.flags AS companyFlags, o.currency, o.light_logo_key AS lightLogoKey, o.dark_logo_key AS darkLogoKey
       FROM sourcing_bidders b INDEXED BY sourcing_bidders_token
       JOIN sourcing_events e ON e.id = b.event_id AND e.company_id = b.company_id AND e.deleted_at IS NULL
       JOIN companies o ON o.id = b.company_id
      WHERE b.token_hash = ?`,
    sha256Hex(token),
  )

/** Throws the same NOT_FOUND for an unknown, replaced, revoked or expired link, and if the company has no sourcing. */
export const toBidder = (found: unknown, token: string, { clock }: Pick<BaseContext, 'clock'>): BidderAccess => {
  const row = (found ?? null) as Row | null
  const flags = row && readCompanyFlags(row.companyFlags)
  if (!row || !flags?.enableSourcing || !flags.enableIntakeRequests) throw notFound(GONE)
  if (clock.now() > row.deadline + LINK_AFTER_DEADLINE_MS) throw notFound(GONE)
  const { companyFlags: _, form, ...rest } = row
  return {
    ...rest,
    token,
    form: { ...(form ? (JSON.parse(form) as FormDefinition) : NO_FORM), unused: unusedTypes(flags) },
    allowsCurrencies: flags.enableCurrencies,
  }
}

export const requireBidder = async (context: BaseContext, token: string): Promise<BidderAccess> =>
  toBidder(await context.db.first(bidderStatement(context, token)), token, context)

/** The event's object decides too, by its own clock. */
export const requireOpen = (bidder: BidderAccess, now: number): BidderAccess => {
  if (bidder.eventStatus === 'CANCELLED')
    throw new AppError('RULE_BROKEN', 'This event was canceled.', { reason: 'EVENT_CANCELLED' })
  if (bidder.eventStatus !== 'OPEN' || bidder.deadline <= now)
    throw new AppError('RULE_BROKEN', 'The deadline has passed.', { reason: 'DEADLINE_PASSED' })
  return bidder
}

const HOUR_MS = 60 * 60 * 1000

/** By bidder and, where there is a proxy in front, by network. */
export const limitBidder = (
  context: BaseContext,
  what: 'save' | 'send' | 'ask' | 'file',
  bidderId: string,
): Promise<void> => {
  const max = { save: 600, send: 60, ask: 20, file: 60 }[what]
  const { clientAddress } = context
  return limitRate(context, HOUR_MS, [
    { key: `sourcing-bid-${what}-by:${bidderId}`, max },
    { key: `sourcing-bid-${what}-from:${networkOf(clientAddress)}`, max: clientAddress === 'local' ? 10_000 : 3 * max },
  ])
}
