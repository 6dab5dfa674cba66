import * as endpoints from '../../../../schema/requests/sourcing-events/bidder-endpoints.ts'
import type { Bid, BidFile, Criterion } from '../../../../schema/requests/sourcing-events/values.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { notFound } from '../../../core/errors.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { type BaseContext, command, inputOf, query } from '../../../core/operation.ts'
import { sealOf } from '../../../objects/sourcing-seal/client.ts'
import { exchangeOf, ratesStatement } from '../../platform/currency-rates/index.ts'
import {
  type BidderAccess,
  bidderStatement,
  limitBidder,
  requireBidder,
  requireOpen,
  toBidder,
} from './bidder-access.ts'
import { partAudit, whileEvent } from './load.ts'
import { requireRoomForQuestion } from './questions.ts'
import type { StoredAward } from './read.ts'
import { accepted } from './refusals.ts'
import { companyOfToken } from './token.ts'

export const placeOfToken = ({ token }: { token: string }) => ({ companyId: companyOfToken(token) })

export interface StoredFile {
  id: string
  storageKey: string
  sealed: string
  content: string | null
}

/** A file's details with its key. */
export interface FileDetails extends Omit<BidFile, 'id'> {
  key: string
}

/** A bid as it is kept once it was opened. */
export interface OpenedContent extends Bid {
  files: BidFile[]
}

/** The bid without what was added when it was opened. */
export const openedBid = (content: string): { bid: Bid; files: BidFile[] } => {
  const { files, ...bid } = JSON.parse(content) as OpenedContent
  return { bid, files }
}

export const filesStatement = ({ db }: Pick<BaseContext, 'db'>, token: string) =>
  db.sql(
    `SELECT f.id, f.storage_key AS storageKey, f.sealed, f.content
       FROM sourcing_bidders b INDEXED BY sourcing_bidders_token
      CROSS JOIN sourcing_bid_files f ON f.company_id = b.company_id AND f.event_id = b.event_id AND f.bidder_id = b.id
      WHERE b.token_hash = ? ORDER BY f.id`,
    sha256Hex(token),
  )

/** The bidder with their files, in one round trip. */
export const requireBidderWithFiles = async (context: BaseContext, token: string) => {
  const [bidders, files] = await context.db.batch([bidderStatement(context, token), filesStatement(context, token)])
  return {
    bidder: toBidder(bidders?.results[0], token, context),
    files: (files?.results ?? []) as unknown as StoredFile[],
  }
}

/** Their own bid and files: sealed ones by their link's secret, opened ones as they are. Drafts end at the deadline. */
export const readOwn = async (
  { env }: Pick<BaseContext, 'env'>,
  bidder: BidderAccess,
  files: readonly StoredFile[],
): Promise<{ bid: Bid | null; submitted: Bid | null; hasDraft: boolean; files: Map<string, FileDetails> }> => {
  if (bidder.eventStatus !== 'OPEN') {
    const bid = bidder.content ? openedBid(bidder.content).bid : null
    const opened = files.flatMap(({ id, content }): [string, FileDetails][] =>
      content ? [[id, JSON.parse(content) as FileDetails]] : [],
    )
    return { bid, submitted: bid, hasDraft: false, files: new Map(opened) }
  }
  const { sealedDraft, sealedBid } = bidder
  const parts = [
    ...(sealedDraft ? [{ part: 'draft' as const, sealed: sealedDraft }] : []),
    ...(sealedBid ? [{ part: 'bid' as const, sealed: sealedBid }] : []),
    ...files.map(({ id, sealed }) => ({ part: `file:${id}` as const, sealed })),
  ]
  if (parts.length === 0) return { bid: null, submitted: null, hasDraft: false, files: new Map() }
  const { texts } = accepted(
    await sealOf(env, bidder.companyId, bidder.eventId).readOwn(bidder.id, bidder.token, parts),
  )
  const textOf = (part: string) => texts[parts.findIndex((each) => each.part === part)] ?? null
  const [draft, bid] = [textOf('draft'), textOf('bid')].map((text) =>
    text === null ? null : (JSON.parse(text) as Bid),
  )
  return {
    bid: draft ?? bid ?? null,
    submitted: bid ?? null,
    hasDraft: Boolean(draft),
    files: new Map(
      files.flatMap(({ id }): [string, FileDetails][] => {
        const text = textOf(`file:${id}`)
        return text === null ? [] : [[id, JSON.parse(text) as FileDetails]]
      }),
    ),
  }
}

const toIso = (time: number | null) => (time === null ? null : new Date(time).toISOString())

const outcomeOf = (award: StoredAward, { id }: BidderAccess): 'WON' | 'LOST' => (award.bidderId === id ? 'WON' : 'LOST')

/** Throws NOT_FOUND. */
export const readBidderEvent = query({
  id: 'sourcing-bid.get',
  access: 'public',
  input: inputOf(endpoints.getBidderEvent),
  place: placeOfToken,
  run: async (context, { token }) => {
    const { db, clock } = context
    const [bidders, questions, files, rates] = await db.batch([
      bidderStatement(context, token),
      db.sql(
        `SELECT q.id, q.question, q.answer, q.created_at AS askedAt, q.answered_at AS answeredAt
           FROM sourcing_bidders b INDEXED BY sourcing_bidders_token
          CROSS JOIN sourcing_questions q ON q.company_id = b.company_id AND q.event_id = b.event_id
          WHERE b.token_hash = ? AND (q.answer IS NOT NULL OR q.bidder_id = b.id) ORDER BY q.created_at, q.id`,
        sha256Hex(token),
      ),
      filesStatement(context, token),
      ratesStatement(db, companyOfToken(token), null, clock.now()),
    ])
    const bidder = toBidder(bidders?.results[0], token, context)
    const read = await readOwn(context, bidder, (files?.results ?? []) as unknown as StoredFile[])
    // Between the deadline and the opening, too, only what was submitted counts.
    const own = bidder.deadline <= clock.now() ? { ...read, bid: read.submitted, hasDraft: false } : read
    const award = bidder.award ? (JSON.parse(bidder.award) as StoredAward) : null
    return {
      company: {
        name: bidder.companyName,
        currency: bidder.currency,
        enableCurrencies: bidder.allowsCurrencies,
        hasLogo: Boolean(bidder.lightLogoKey ?? bidder.darkLogoKey),
      },
      title: bidder.title,
      description: bidder.description,
      status: bidder.eventStatus,
      deadline: new Date(bidder.deadline).toISOString(),
      now: new Date(clock.now()).toISOString(),
      form: bidder.form,
      criteria: (JSON.parse(bidder.criteria) as Criterion[]).map(({ label, description, weight }) => ({
        label,
        description,
        weight,
      })),
      exchange: exchangeOf(rates?.results ?? [], bidder.currency, bidder.allowsCurrencies),
      questions: (questions?.results ?? []).map((row) => ({
        id: String(row.id),
        question: String(row.question),
        answer: row.answer === null ? null : String(row.answer),
        askedAt: new Date(Number(row.askedAt)).toISOString(),
        answeredAt: toIso(row.answeredAt === null ? null : Number(row.answeredAt)),
      })),
      bidder: {
        name: bidder.name,
        email: bidder.email,
        status: bidder.status,
        submittedAt: toIso(bidder.submittedAt),
      },
      bid: own.bid,
      hasDraft: own.hasDraft,
      files: [...own.files].map(([id, { key: _, ...file }]) => ({ id, ...file })),
      version: bidder.bidVersion,
      outcome: award && bidder.status === 'SUBMITTED' ? outcomeOf(award, bidder) : null,
    }
  },
})

/** Throws NOT_FOUND like the event, and for anything that isn't a picture. */
export const readBidderLogo = query({
  id: 'sourcing-bid.logo',
  access: 'public',
  input: inputOf(endpoints.getBidderLogo),
  place: placeOfToken,
  run: async (context, { token, scheme }) => {
    const { lightLogoKey, darkLogoKey } = await requireBidder(context, token)
    const key = (scheme === 'dark' && darkLogoKey) || lightLogoKey || darkLogoKey
    const object = key && (await context.env.DOCUMENTS.get(key))
    const contentType = object ? (object.httpMetadata?.contentType ?? '') : ''
    if (!object || !contentType.startsWith('image/')) throw notFound('The logo')
    return { object, contentType }
  },
})

/** The company sees that the invitation was opened. A call of its own, because mail scanners open links too. */
export const seeEvent = command({
  id: 'sourcing-bid.see',
  access: 'public',
  idempotency: 'none',
  input: inputOf(endpoints.seeBidderEvent),
  place: placeOfToken,
  run: async (context, { token }) => {
    const bidder = await requireBidder(context, token)
    if (bidder.viewedAt === null) {
      const { db, clock } = context
      await db.batch([
        db.sql(
          'UPDATE sourcing_bidders SET viewed_at = ? WHERE id = ? AND company_id = ? AND viewed_at IS NULL',
          ...[clock.now(), bidder.id, bidder.companyId],
        ),
      ])
    }
    return null
  },
})

/** Throws RULE_BROKEN after the deadline, LIMITED. */
export const askQuestion = command({
  id: 'sourcing-bid.ask',
  access: 'public',
  idempotency: 'public',
  input: inputOf(endpoints.askQuestion),
  place: placeOfToken,
  run: async (context, { token, question }) => {
    const { db, clock } = context
    const bidder = requireOpen(await requireBidder(context, token), clock.now())
    await limitBidder(context, 'ask', bidder.id)
    const id = context.newId()
    const counted = await db.first<{ count: number }>(
      db.sql(
        'SELECT COUNT(*) AS count FROM sourcing_questions WHERE company_id = ?1 AND event_id = ?2',
        ...[bidder.companyId, bidder.eventId],
      ),
    )
    requireRoomForQuestion(counted?.count ?? 0)
    return commit(context, {
      subject: 'The question',
      as: { companyId: bidder.companyId, userId: null },
      statements: [
        db.sql(
          `INSERT INTO sourcing_questions (event_id, company_id, id, bidder_id, question, created_at)
           SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE ${whileEvent("'OPEN'")}`,
          ...[bidder.eventId, bidder.companyId, id, bidder.id, question, clock.now()],
        ),
        guardOneRow(db),
      ],
      audit: [
        partAudit(
          bidder.eventId,
          `question:${id}:v1`,
          'question-asked',
          `${bidder.name} asked a question about ${bidder.title}`,
          {
            after: { question },
          },
        ),
      ],
      outbox: [
        {
          topic: 'sourcing-event.notify',
          payload: { eventId: bidder.eventId, kind: 'ASKED', userIds: null, text: question },
        },
      ],
      result: { id },
    })
  },
})
