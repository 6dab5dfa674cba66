import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { exchange } from '../../shared/exchange.ts'
import { currency } from '../../shared/money.ts'
import { instant, requiredText } from '../../shared/values.ts'
import { formToFill } from '../forms/form.ts'
import { sharedQuestion } from './endpoints.ts'
import { bid, bidderStatus, bidFile, criterion, eventStatus } from './values.ts'

/** What a bidder does by their personal link, without an account. */

/** The link's secret. It names one event and one bidder. */
const tokenParams = z.object({ token: z.string().min(1).max(200) })
const PATH = '/public-api/sourcing-event/{token}'
const saved = z.object({ version: z.number().int(), savedAt: instant })

export const bidderEvent = z.object({
  company: z.object({ name: z.string(), currency, enableCurrencies: z.boolean(), hasLogo: z.boolean() }),
  title: z.string(),
  description: z.string(),
  status: eventStatus,
  deadline: z.string(),
  /** By the clock that decides. */
  now: z.string(),
  form: formToFill.omit({ exchange: true }),
  /** How bids are scored. */
  criteria: z.array(criterion.omit({ id: true })),
  exchange,
  questions: z.array(sharedQuestion),
  bidder: z.object({ name: z.string(), email: z.string(), status: bidderStatus, submittedAt: instant.nullable() }),
  /** The draft, or what was submitted. Null while nothing was saved, and after the deadline. */
  bid: bid.nullable(),
  /** Whether `bid` has changes that were not submitted. */
  hasDraft: z.boolean(),
  files: z.array(bidFile),
  version: z.number().int(),
  /** What the company decided, once it did. */
  outcome: z.enum(['WON', 'LOST']).nullable(),
})
export type BidderEvent = z.output<typeof bidderEvent>

export const getBidderEvent = endpoint({
  id: 'sourcing-bid.get',
  method: 'GET',
  path: PATH,
  summary: 'The event of a personal link, with the bidder’s own bid',
  params: tokenParams,
  response: bidderEvent,
})

export const getBidderLogo = endpoint({
  id: 'sourcing-bid.logo',
  method: 'GET',
  path: `${PATH}/logo`,
  summary: 'The logo of the company whose event it is',
  params: tokenParams,
  query: z.object({ scheme: z.enum(['light', 'dark']).default('light') }),
  response: z.string(),
  raw: 'image/*',
})

export const seeBidderEvent = endpoint({
  id: 'sourcing-bid.see',
  method: 'POST',
  path: `${PATH}/seen`,
  summary: 'Say that the bidder has opened their invitation',
  params: tokenParams,
  response: z.null(),
})

export const askQuestion = endpoint({
  id: 'sourcing-bid.ask',
  method: 'POST',
  path: `${PATH}/questions`,
  summary: 'Ask the company a question. The answer goes to all bidders, but not who asked',
  params: tokenParams,
  body: z.object({ question: requiredText(2000) }),
  response: z.object({ id: z.string() }),
})

const version = z.number().int().min(0).optional()

export const saveBid = endpoint({
  id: 'sourcing-bid.save',
  method: 'PUT',
  path: `${PATH}/draft`,
  summary: 'Keep a draft of the bid, sealed. It can be incomplete',
  params: tokenParams,
  body: bid.extend({ version }),
  response: saved,
})

export const submitBid = endpoint({
  id: 'sourcing-bid.submit',
  method: 'POST',
  path: `${PATH}/submit`,
  summary: 'Submit the bid, sealed until the deadline. Until then it can be replaced',
  params: tokenParams,
  body: bid.extend({ version }),
  response: saved,
})

export const withdrawBid = endpoint({
  id: 'sourcing-bid.withdraw',
  method: 'POST',
  path: `${PATH}/withdraw`,
  summary: 'Withdraw a submitted bid. It stays as a draft',
  params: tokenParams,
  body: z.object({ version }),
  response: saved,
})

export const addBidFile = endpoint({
  id: 'sourcing-bid.add-file',
  method: 'POST',
  path: `${PATH}/files`,
  summary: 'Add a file to the bid, encrypted before it is stored',
  params: tokenParams,
  response: bidFile,
  raw: 'multipart/form-data: file',
})

export const removeBidFile = endpoint({
  id: 'sourcing-bid.remove-file',
  method: 'DELETE',
  path: `${PATH}/files/{fileId}`,
  summary: 'Delete a file that the submitted bid doesn’t have',
  params: tokenParams.extend({ fileId: z.string().min(1).max(64) }),
  response: z.null(),
})

export const openBidFile = endpoint({
  id: 'sourcing-bid.open-file',
  method: 'GET',
  path: `${PATH}/files/{fileId}`,
  summary: 'A file of the bidder’s own bid',
  params: tokenParams.extend({ fileId: z.string().min(1).max(64) }),
  response: z.string(),
  raw: 'the file',
})
