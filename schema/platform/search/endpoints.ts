import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { type Kind, REQUEST_SOURCE_NAMES } from '../../shared/kinds.ts'
import { person, requestStatus } from '../../shared/values.ts'

/**
 * Global search over vendors, requests, spend requests, purchase orders, services, documents and members (specification 1
 * §2), and people a comment can mention.
 */

/** What global search finds, and the field with its id. Results that match equally well come in this order. */
export const SEARCHED = {
  VENDOR: { kind: 'VENDOR', idField: 'vendorId' },
  SERVICE: { kind: 'SERVICE', idField: 'serviceId' },
  REQUEST: { kind: 'INTAKE_SUBMISSION', idField: 'intakeSubmissionId' },
  SPEND_REQUEST: { kind: 'SPEND_REQUEST', idField: 'spendRequestId' },
  DOCUMENT: { kind: 'DOCUMENT', idField: 'documentId' },
  PURCHASE_ORDER: { kind: 'PURCHASE_ORDER', idField: 'purchaseOrderId' },
  MEMBER: { kind: 'MEMBER', idField: 'memberId' },
} as const satisfies Record<string, { kind: Kind; idField: string }>
export type SearchKind = keyof typeof SEARCHED
export const SEARCH_KINDS = Object.keys(SEARCHED) as [SearchKind, ...SearchKind[]]

export const searchResult = z.object({
  kind: z.enum(SEARCH_KINDS),
  name: z.string(),
  /** The one of them that matches the kind. */
  vendorId: z.string().nullable(),
  intakeSubmissionId: z.string().nullable(),
  spendRequestId: z.string().nullable(),
  serviceId: z.string().nullable(),
  documentId: z.string().nullable(),
  purchaseOrderId: z.string().nullable(),
  memberId: z.string().nullable(),
  archived: z.boolean(),
  /** Requests only. */
  request: z
    .object({
      number: z.number().int(),
      status: requestStatus,
      categoryName: z.string(),
      requestorName: z.string(),
      source: z.enum(REQUEST_SOURCE_NAMES),
    })
    .nullable(),
  /** Spend requests only. */
  spendRequest: z.object({ number: z.number().int(), status: requestStatus, requestorName: z.string() }).nullable(),
})
export type SearchResult = z.infer<typeof searchResult>

/** What a dialog shows. The list of requests has more. */
export const MAX_SEARCH_RESULTS = 12

/** Longer than what anyone looks for, also pasted. */
const MOST_SEARCHED = 20_000
const TOO_LONG = 'At most 20,000 characters'

/** Any text can be searched for. Anything that isn't a word is ignored. */
const searchedText = z
  .string('Type what to search for')
  .trim()
  .min(1, 'Type what to search for')
  .max(MOST_SEARCHED, TOO_LONG)

export const globalSearch = endpoint({
  id: 'search.global',
  method: 'GET',
  path: '/api/search',
  summary:
    'Vendors, requests, spend requests, purchase orders, services, documents and members that match all the words and that one can read, best match first',
  query: z.object({ query: searchedText }),
  response: z.array(searchResult),
})

export const usersForMention = endpoint({
  id: 'lookups.users-for-mention',
  method: 'GET',
  path: '/api/users-for-mention',
  summary: 'Members whose name or address begins with the words; without words the newest members',
  query: z.object({ query: z.string().trim().max(MOST_SEARCHED, TOO_LONG).optional() }),
  response: z.array(person),
})
