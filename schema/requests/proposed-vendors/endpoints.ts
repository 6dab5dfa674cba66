import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { email, id, instant, limitedText, webAddress } from '../../shared/values.ts'

/** A vendor that the company doesn't have yet, proposed within a request. */

const name = z
  .string({ error: 'Vendor name is required' })
  .trim()
  .min(1, 'Vendor name is required')
  .max(200, 'At most 200 characters')

/** What the person knows of the vendor. Only its name is required. */
export const proposedVendorBody = z.object({
  name,
  website: webAddress.default(''),
  contactName: limitedText(200).default(''),
  contactEmail: z.union([z.literal(''), email], { error: 'Invalid email' }).default(''),
  country: limitedText(80).default(''),
})

/** A vendor of the company that may be the same. */
export const similarVendor = z.object({
  id: z.string(),
  name: z.string(),
  website: z.string(),
  archived: z.boolean(),
  /** The same name apart from spelling and company suffixes, or the same web domain. Otherwise it only starts the same. */
  isSame: z.boolean(),
})
export type SimilarVendor = z.infer<typeof similarVendor>

export const PROPOSED_STATES = ['PROPOSED', 'WAITING', 'MADE', 'REPLACED'] as const

export const proposedVendor = z.object({
  id: z.string(),
  name: z.string(),
  website: z.string(),
  contactName: z.string(),
  contactEmail: z.string(),
  country: z.string(),
  proposedBy: z.object({ id: z.string(), name: z.string() }),
  proposedAt: instant,
  /**
   * PROPOSED until the request is approved. WAITING: it was approved, and someone has to say whether another vendor is
   * the same. MADE: it is a vendor now. REPLACED: another vendor is used instead.
   */
  state: z.enum(PROPOSED_STATES),
  /** The vendor that it became. */
  vendor: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Vendors that may be the same, as long as it isn't made. */
  doubles: z.array(similarVendor),
  /** Whether the person says what a waiting one becomes. */
  canSettle: z.boolean(),
})
export type ProposedVendor = z.infer<typeof proposedVendor>

const proposedVendorParams = z.object({ proposedVendorId: id })

export const proposeVendor = endpoint({
  id: 'proposed-vendors.propose',
  method: 'POST',
  path: '/api/proposed-vendors',
  summary: 'Propose a vendor that the company doesn’t have yet, to be named in a request',
  body: proposedVendorBody,
  response: z.object({ id: z.string() }),
})

export const getProposedVendor = endpoint({
  id: 'proposed-vendors.get',
  method: 'GET',
  path: '/api/proposed-vendors/{proposedVendorId}',
  summary: 'A proposed vendor, for the person who proposed it and everyone who can read a request that names it',
  params: proposedVendorParams,
  response: proposedVendor,
})

export const findSimilarVendors = endpoint({
  id: 'proposed-vendors.similar',
  method: 'GET',
  path: '/api/similar-vendors',
  summary: 'Vendors of the company with the same or a similar name, or the same web domain',
  query: z.object({ name: z.string().trim().max(200), website: z.string().trim().max(300).default('') }),
  response: z.array(similarVendor),
})

/** For what an approved request proposed while another vendor was added that may be the same. */
export const settleProposedVendor = endpoint({
  id: 'proposed-vendors.settle',
  method: 'POST',
  path: '/api/proposed-vendors/{proposedVendorId}/settle',
  summary: 'Make a proposed vendor of an approved request, or use another vendor instead',
  params: proposedVendorParams,
  body: z
    .object({
      /** The vendor to use instead. Null makes the proposed one. */
      vendorId: id.nullable(),
      /** Its name, if another vendor has the proposed one. */
      name: name.optional(),
    })
    .refine(({ vendorId, name: given }) => vendorId === null || given === undefined, {
      path: ['name'],
      error: 'A name is only for a new vendor',
    }),
  response: z.object({ id: z.string() }),
})
