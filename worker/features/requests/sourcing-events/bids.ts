import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import * as endpoints from '../../../../schema/requests/sourcing-events/review-endpoints.ts'
import {
  bidderScore,
  type ComparedBid,
  comparablePrice,
  compareBids,
  seesScores,
} from '../../../../schema/requests/sourcing-events/rules.ts'
import { sourcingEvents } from '../../../../schema/requests/sourcing-events/tables.ts'
import type { Criterion } from '../../../../schema/requests/sourcing-events/values.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { type Asker, sealOf } from '../../../objects/sourcing-seal/client.ts'
import { type EventAccess, eventStatement, toAccess, wrongStatus } from './access.ts'
import { readFile } from './bid-files.ts'
import { type FileDetails, openedBid, type StoredFile } from './bidder.ts'
import { readEventAccess } from './load.ts'
import { NO_FORM, peopleStatement, toPeople } from './read.ts'
import { accepted } from './refusals.ts'
import { type CardRow, cardsStatement, toCard } from './scorecards.ts'

/** Bids after the deadline. Before it, the event's object refuses and writes the attempt into the audit log. */

const askerOf = ({ actor }: StaffContext): Asker => ({
  userId: actor.userId,
  impersonatorUserId: actor.impersonator?.userId ?? null,
  apiKeyId: actor.apiKey?.id ?? null,
})

/** Throws RULE_BROKEN (SEALED) before the deadline, and while the bids are still being opened. */
export const requireOpened = async (context: StaffContext, event: EventAccess): Promise<EventAccess> => {
  if (event.status === 'OPENED' || event.status === 'AWARDED') return event
  if (event.status !== 'OPEN' && event.openedAt === null) throw wrongStatus(event.status)
  if (event.status !== 'OPEN') return event
  accepted(await sealOf(context.env, event.companyId, event.id).open(askerOf(context), []))
  throw new AppError('RULE_BROKEN', 'The deadline has passed and the bids are being opened. Try again in a minute.', {
    reason: 'BEING_OPENED',
  })
}

interface BidRow {
  id: string
  name: string
  submittedAt: number
  content: string | null
}

export const bidsStatement = ({ db, actor }: StaffContext, eventId: string): D1PreparedStatement =>
  db.sql(
    `SELECT id, name, submitted_at AS submittedAt, content FROM sourcing_bidders
      WHERE company_id = ? AND event_id = ? AND status = 'SUBMITTED' ORDER BY created_at, id`,
    actor.companyId,
    eventId,
  )

export const toBids = (rows: unknown[] = []): endpoints.OpenedBid[] =>
  (rows as BidRow[]).map(({ id, name, submittedAt, content }) => {
    const opened = content ? openedBid(content) : null
    return {
      bidder: { id, name },
      submittedAt: new Date(submittedAt).toISOString(),
      content: opened?.bid ?? null,
      files: opened?.files ?? [],
    }
  })

/** Throws NOT_FOUND, RULE_BROKEN before the deadline. */
export const readBids = query({
  id: 'sourcing-events.get-bids',
  access: 'sourcing.use',
  input: inputOf(endpoints.getBids),
  readsFirst: true,
  run: async (context, { eventId }) => {
    await requireOpened(context, await readEventAccess(context, eventId))
    return { bids: toBids(await context.db.all(bidsStatement(context, eventId))) }
  },
})

export const openFile = query({
  id: 'sourcing-events.open-file',
  access: 'sourcing.use',
  input: inputOf(endpoints.openFile),
  readsFirst: true,
  run: async (context, { eventId, fileId }) => {
    const event = await requireOpened(context, await readEventAccess(context, eventId))
    const file = await context.db.first<StoredFile>(
      context.db.sql(
        `SELECT id, storage_key AS storageKey, content FROM sourcing_bid_files
          WHERE id = ? AND company_id = ? AND event_id = ? AND content IS NOT NULL`,
        ...[fileId, event.companyId, event.id],
      ),
    )
    if (!file?.content) throw notFound('The file')
    const details = JSON.parse(file.content) as FileDetails
    return { details, bytes: await readFile(context, { companyId: event.companyId, eventId: event.id }, file, details) }
  },
})

export const readComparison = query({
  id: 'sourcing-events.get-comparison',
  access: 'sourcing.use',
  input: inputOf(endpoints.getComparison),
  readsFirst: true,
  run: async (context, { eventId }) => {
    const { db, actor } = context
    const [events, people, bidRows, cardRows] = await db.batch([
      eventStatement(context, eventId, sourcingEvents),
      peopleStatement(context, eventId),
      bidsStatement(context, eventId),
      cardsStatement(context, eventId),
    ])
    const event = await requireOpened(context, toAccess(events?.results[0], actor))
    const { reviewers } = toPeople(people?.results ?? [])
    const criteria = JSON.parse(event.criteria) as Criterion[]
    const exchange = JSON.parse(event.exchange ?? 'null') as Exchange
    const cards = ((cardRows?.results ?? []) as unknown as CardRow[])
      .filter(({ submittedAt }) => submittedAt !== null)
      .map(toCard)
    const withScores = event.status === 'AWARDED' || seesScores(reviewers, actor.userId)
    const bids = toBids(bidRows?.results)
    const compared = bids.flatMap(({ bidder, content, files }): ComparedBid[] =>
      content ? [{ bidderId: bidder.id, content, files: new Map(files.map(({ id, name }) => [id, name])) }] : [],
    )
    const form = event.form ? (JSON.parse(event.form) as FormDefinition) : NO_FORM
    return {
      bidders: bids.filter(({ content }) => content).map(({ bidder }) => bidder),
      rows: compareBids(compared, { form, criteria, cards: withScores ? cards : null, exchange }),
      points: compared.map(({ bidderId, content }) => {
        const score = withScores ? bidderScore(criteria, cards, bidderId) : null
        return {
          bidderId,
          price: comparablePrice(content.price, exchange)?.price ?? null,
          score: score === null ? null : score / 100,
        }
      }),
      exchange,
      withScores,
    }
  },
})
