import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { exchange } from '../../shared/exchange.ts'
import { money } from '../../shared/money.ts'
import { id, instant, limitedText, named, requiredText } from '../../shared/values.ts'
import { eventParams, savedEvent } from './endpoints.ts'
import { bid, bidFile, EVENT_LIMITS, MAX_SCORE } from './values.ts'

/** After the deadline: reading bids, scoring and comparing them, and choosing one. */

const openedBid = z.object({
  bidder: named,
  submittedAt: instant,
  /** Null if what is stored isn't what was sealed. */
  content: bid.nullable(),
  files: z.array(bidFile),
})
export type OpenedBid = z.output<typeof openedBid>

export const getBids = endpoint({
  id: 'sourcing-events.get-bids',
  method: 'GET',
  path: '/api/sourcing-events/{eventId}/bids',
  summary: 'The opened bids. Before the deadline it is refused for everyone, and in the audit log',
  params: eventParams,
  response: z.object({ bids: z.array(openedBid) }),
})

export const openFile = endpoint({
  id: 'sourcing-events.open-file',
  method: 'GET',
  path: '/api/sourcing-events/{eventId}/files/{fileId}',
  summary: 'A file of an opened bid. Before the deadline it is refused for everyone, and in the audit log',
  params: eventParams.extend({ fileId: id }),
  response: z.string(),
  raw: 'the file',
})

export const score = z.object({
  bidderId: z.string().min(1).max(64),
  criterionId: z.string().min(1).max(64),
  score: z
    .number()
    .int('Whole points only')
    .min(0, `From 0 to ${MAX_SCORE}`)
    .max(MAX_SCORE, `From 0 to ${MAX_SCORE}`)
    .nullable(),
  note: limitedText(2000),
})
export type Score = z.output<typeof score>

const scorecard = z.object({
  reviewer: named,
  submittedAt: instant.nullable(),
  scores: z.array(score),
  version: z.number().int(),
})
export type Scorecard = z.output<typeof scorecard>

export const getScores = endpoint({
  id: 'sourcing-events.get-scores',
  method: 'GET',
  path: '/api/sourcing-events/{eventId}/scores',
  summary: 'The person’s own scorecard, and once it is submitted those of the others',
  params: eventParams,
  response: z.object({
    /** Null for people who don't review. */
    mine: scorecard.nullable(),
    /** The submitted ones. Null while the person can't see them. */
    all: z.array(scorecard).nullable(),
    submitted: z.number().int(),
    reviewers: z.number().int(),
  }),
})
export type Scores = z.output<(typeof getScores)['response']>

export const saveScores = endpoint({
  id: 'sourcing-events.save-scores',
  method: 'PUT',
  path: '/api/sourcing-events/{eventId}/scores',
  summary: 'Keep or submit the person’s own scorecard. A change after submitting is in the history',
  params: eventParams,
  body: z.object({
    scores: z.array(score).max(EVENT_LIMITS.bidders * EVENT_LIMITS.criteria),
    submit: z.boolean(),
    version: z.number().int().min(0).optional(),
  }),
  response: z.object({ version: z.number().int(), submittedAt: instant.nullable() }),
})

const cell = z.object({
  bidderId: z.string(),
  /** As people read it. */
  text: z.string(),
  /** How an amount was converted. */
  note: z.string().nullable(),
  isBest: z.boolean(),
})
export const comparisonRow = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(['PRICE', 'LEAD_TIME', 'SCORE', 'CRITERION', 'ANSWER']),
  cells: z.array(cell),
})
export type ComparisonRow = z.output<typeof comparisonRow>

export const getComparison = endpoint({
  id: 'sourcing-events.get-comparison',
  method: 'GET',
  path: '/api/sourcing-events/{eventId}/comparison',
  summary: 'Opened bids side by side: a row for each question, a column for each bidder, the best marked',
  params: eventParams,
  response: z.object({
    bidders: z.array(named),
    rows: z.array(comparisonRow),
    /** For the chart. Prices in the company's currency; what can't be converted or isn't scored yet is null. */
    points: z.array(z.object({ bidderId: z.string(), price: money.nullable(), score: z.number().nullable() })),
    exchange,
    /** Whether scores are shown, which are hidden from reviewers until they have submitted their own. */
    withScores: z.boolean(),
  }),
})
export type Comparison = z.output<(typeof getComparison)['response']>

export const awardEvent = endpoint({
  id: 'sourcing-events.award',
  method: 'POST',
  path: '/api/sourcing-events/{eventId}/award',
  summary: 'Choose a bid: drafts a request with it, tells the winner, and declines the others politely',
  params: eventParams,
  body: z.object({
    bidderId: id,
    reason: requiredText(5000),
    /** The category of the request, or null for none. */
    intakeCategoryId: id.nullable(),
    /** What the emails say. Nothing is sent without a text. */
    winnerText: limitedText(5000),
    refusalText: limitedText(5000),
    version: z.number().int().min(1).optional(),
  }),
  response: savedEvent.extend({ requestId: z.string().nullable() }),
})
