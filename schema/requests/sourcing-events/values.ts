import { z } from 'zod'
import { money } from '../../shared/money.ts'
import { limitedText, requiredText } from '../../shared/values.ts'
import { answersInput } from '../forms/form.ts'
import { EVENT_STATUSES } from './filters.ts'

/** Sourcing events: what they are made of, and how much of it there can be. */

export { EVENT_STATUS_WORDS, type EventStatus } from './filters.ts'

export const eventStatus = z.enum(EVENT_STATUSES)

export const BIDDER_STATUSES = ['INVITED', 'DRAFT', 'SUBMITTED', 'WITHDRAWN', 'REVOKED'] as const
export const bidderStatus = z.enum(BIDDER_STATUSES)
export type BidderStatus = z.infer<typeof bidderStatus>

export const BIDDER_STATUS_WORDS: Record<BidderStatus, string> = {
  INVITED: 'Invited',
  DRAFT: 'Preparing a bid',
  SUBMITTED: 'Bid submitted',
  WITHDRAWN: 'Bid withdrawn',
  REVOKED: 'Link revoked',
}

export const EVENT_LIMITS = {
  bidders: 40,
  reviewers: 20,
  owners: 10,
  criteria: 20,
  questions: 100,
  /** The files of one bidder. */
  files: 20,
  /** The size of one bid without its files, in bytes of JSON. */
  bidBytes: 100_000,
} as const

/** Bytes of one file, as in public forms. */
export const MAX_BID_FILE_BYTES = 10 * 1024 * 1024

/** A link works until this long after the deadline, so that bidders can read what they sent. */
export const LINK_AFTER_DEADLINE_MS = 30 * 24 * 60 * 60 * 1000

export const MAX_SCORE = 10

export const criterion = z.object({
  id: z.string().min(1).max(64),
  label: requiredText(120),
  description: limitedText(500),
  /** Percent. All criteria together have 100. */
  weight: z.number().int('Whole percent only').min(1, 'At least 1%').max(100, 'At most 100%'),
})
export type Criterion = z.infer<typeof criterion>

/** A bid as it is sealed, and as everyone with access reads it after the deadline. */
export const bid = z.object({
  price: money.nullable(),
  /** Until delivery, or until the work can start. */
  leadTimeDays: z.number().int('Whole days only').min(0, 'At least 0 days').max(3650, 'At most 3,650 days').nullable(),
  remark: limitedText(5000),
  answers: answersInput,
  /** Files that belong to no question. */
  fileIds: z.array(z.string().max(64)).max(EVENT_LIMITS.files),
})
export type Bid = z.output<typeof bid>

/** A file of a bid. */
export const bidFile = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  size: z.number().int(),
})
export type BidFile = z.infer<typeof bidFile>
