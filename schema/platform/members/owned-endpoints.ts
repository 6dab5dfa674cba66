import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { id } from '../../shared/values.ts'

/** What a member is responsible for, and what happens to it when they are disabled. */

/** The most objects that are transferred at once. */
export const MOST_HANDED_OVER = 2000

/** What a member owns is counted up to this number, for each kind. */
export const OWNED_COUNTED = 10

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
  /** Categories of requests, vendor forms and sourcing. */
  categories: some,
  /** Sourcing events that aren't over, which they own or review. */
  sourcingEvents: some,
  /** Forms they sent that the vendor hasn't submitted yet. */
  vendorForms: some,
})
export type Owned = z.infer<typeof owned>

export const getOwned = endpoint({
  id: 'members.owned',
  method: 'GET',
  path: '/api/members/{memberId}/owned',
  summary: 'What a member owns, signs for or reviews',
  params: z.object({ memberId: id }),
  response: owned,
})
