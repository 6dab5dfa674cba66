import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { money } from '../../shared/money.ts'
import { connection, pageQuery } from '../../shared/paging.ts'
import { id, instant, requiredText } from '../../shared/values.ts'
import { LINK_REASONS, LINK_STATES } from './link-values.ts'
import { LONGEST_NEW_NAME } from './mapping-values.ts'

/** Accounting vendors that are, or may be, vendors of the company. */

/** As many open ones are counted. */
export const MOST_COUNTED_LINKS = 100

const vendorLink = z.object({
  /** The accounting vendor’s. */
  id: z.string(),
  state: z.enum(LINK_STATES),
  reason: z.enum(LINK_REASONS),
  /** When it was settled. Null while it is open. */
  settledAt: instant.nullable(),
  accounting: z.object({
    name: z.string(),
    number: z.string().nullable(),
    email: z.string().nullable(),
    isActive: z.boolean(),
    /** What it came to in the last twelve months. Null for people who may not know, because payroll is in it. */
    last12: money.nullable(),
  }),
  vendor: z
    .object({
      id: z.string(),
      name: z.string(),
      website: z.string(),
      email: z.string().nullable(),
      isArchived: z.boolean(),
      servicesCount: z.number().int(),
      last12: money,
      /** What the accounting system calls it already, at most three. */
      alsoKnownAs: z.array(z.string()),
    })
    .nullable(),
  version: z.number().int(),
})
export type VendorLink = z.infer<typeof vendorLink>

/** Open ones by what they come to, the largest first. Settled ones by when, the newest first. */
export const listVendorLinks = endpoint({
  id: 'vendor-links.list',
  method: 'GET',
  path: '/api/vendor-links',
  summary: 'Accounting vendors that someone should say something about, or that were linked',
  query: pageQuery.extend({ show: z.enum(['OPEN', 'SETTLED']).default('OPEN') }),
  response: connection(vendorLink).extend({
    /** How many are open, counted to a hundred. */
    open: z.number().int(),
    /** Whether sure ones are linked, and unknown ones made, without anyone. */
    isOn: z.boolean(),
  }),
})

export const answerVendorLink = endpoint({
  id: 'vendor-links.answer',
  method: 'POST',
  path: '/api/vendor-links/{objectId}/answer',
  summary: 'Say which vendor an accounting vendor is',
  params: z.object({ objectId: id }),
  body: z
    .object({
      /** LINK: it is this vendor. REFUSE: it isn’t. NEW: it is none of the company’s, and becomes one. */
      answer: z.enum(['LINK', 'REFUSE', 'NEW']),
      vendorId: id.nullish(),
      /** What a new vendor is called. Without it, like the accounting vendor. */
      name: requiredText(LONGEST_NEW_NAME).nullish(),
      version: z.number().int().min(1),
    })
    .superRefine(({ answer, vendorId }, check) => {
      if (answer !== 'NEW' && !vendorId)
        check.addIssue({ code: 'custom', path: ['vendorId'], message: 'Choose a vendor' })
      if (answer === 'NEW' && vendorId)
        check.addIssue({ code: 'custom', path: ['vendorId'], message: 'A new vendor isn’t one of the company’s' })
    }),
  response: z.object({ id: z.string(), vendorId: z.string().nullable() }),
})

/** What was linked is open again. A vendor that was made stays. */
export const undoVendorLink = endpoint({
  id: 'vendor-links.undo',
  method: 'POST',
  path: '/api/vendor-links/{objectId}/undo',
  summary: 'Take off what an accounting vendor was linked to',
  params: z.object({ objectId: id }),
  body: z.object({ version: z.number().int().min(1) }),
  response: z.object({ id: z.string() }),
})

/** Turned on, it begins at once. */
export const setVendorLinking = endpoint({
  id: 'vendor-links.set',
  method: 'POST',
  path: '/api/vendor-links/settings',
  summary: 'Turn linking of accounting vendors on or off',
  body: z.object({ isOn: z.boolean() }),
  response: z.object({ isOn: z.boolean() }),
})
