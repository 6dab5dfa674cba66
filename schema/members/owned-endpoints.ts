import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { id } from '../shared/values.ts'

/** What a member answers for, and what becomes of it when they are disabled. */

/** At most so many vendors, services and categories are handed over at once. */
export const MOST_HANDED_OVER = 2000

/** What a member owns is counted up to this, of each kind. */
export const OWNED_COUNTED = 20

const some = z.object({
  /** At most OWNED_COUNTED, which then means that many or more. */
  total: z.number().int(),
  /** The first ones by name. */
  first: z.array(z.object({ id: z.string(), name: z.string() })),
})

export const owned = z.object({
  vendors: some,
  /** Vendors whose contracts they sign. */
  signedVendors: some,
  services: some,
  /** Categories of requests, of vendors' forms and of sourcing. */
  categories: some,
})
export type Owned = z.infer<typeof owned>

export const getOwned = endpoint({
  id: 'members.owned',
  method: 'GET',
  path: '/api/members/{memberId}/owned',
  summary: 'The vendors, services and categories that a member owns or signs for',
  params: z.object({ memberId: id }),
  response: owned,
})
