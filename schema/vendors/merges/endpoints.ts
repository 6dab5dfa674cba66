import { z } from 'zod'
import { inUseReasons } from '../../platform/organisation/unit-shapes.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { mergedFields } from '../../shared/record.ts'
import { id, instant } from '../../shared/values.ts'
import { vendorFields } from '../vendors/record.ts'

/** Merging two vendors with everything that refers to them, and undoing that within a day. */

export const UNDO_HOURS = 24

/** Values that differ can be taken from either vendor. Lists combine both. */
export const MERGE_FIELDS: { key: string; label: string }[] = [
  ...mergedFields(vendorFields, ['name', 'description', 'website', 'paymentMethod', 'isSocTwoCompliant']),
  { key: 'logo', label: 'Logo' },
]

const side = z.object({
  id: z.string(),
  name: z.string(),
  archived: z.boolean(),
  version: z.number().int(),
  createdAt: instant,
})
const moved = z.object({ place: z.string(), text: z.string(), count: z.number().int() })

export const mergePreview = z.object({
  from: side,
  into: side,
  /** Fields and answers with at least one value, in words. `key` is one of MERGE_FIELDS or `field:<id>`. */
  fields: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      from: z.string(),
      into: z.string(),
      /** What is used by default: the remaining vendor's value, or the only one. */
      suggested: z.enum(['FROM', 'INTO']),
    }),
  ),
  /** Combined lists: what the remaining vendor will have. */
  lists: z.array(z.object({ label: z.string(), items: z.array(z.string()) })),
  /** What moves to the remaining vendor, in words with its number: "3 services". */
  moves: z.array(moved),
  /** Why they can't be merged yet. */
  settleFirst: inUseReasons,
})
export type MergePreview = z.infer<typeof mergePreview>

export const vendorMerge = z.object({
  id: z.string(),
  from: z.object({ id: z.string(), name: z.string() }),
  into: z.object({ id: z.string(), name: z.string() }),
  createdAt: instant,
  createdBy: z.string(),
  moves: z.array(moved),
  /** Until when it can be undone. */
  undoUntil: instant,
  canUndo: z.boolean(),
  undoneAt: instant.nullable(),
  /** What undoing couldn't restore, in sentences. */
  kept: z.array(z.string()),
})
export type VendorMerge = z.infer<typeof vendorMerge>

const vendorParams = z.object({ vendorId: id })

export const previewVendorMerge = endpoint({
  id: 'vendors.preview-merge',
  method: 'GET',
  path: '/api/vendors/{vendorId}/merge-preview',
  summary: 'What merging another vendor into this one would do',
  params: vendorParams,
  query: z.object({ fromVendorId: id }),
  response: mergePreview,
})

export const mergeVendors = endpoint({
  id: 'vendors.merge',
  method: 'POST',
  path: '/api/vendors/{vendorId}/merge',
  summary: 'Merge another vendor into this one: everything that belongs to it moves, and its links redirect here',
  params: vendorParams,
  body: z.object({
    fromVendorId: id,
    /** Which vendor each field is taken from, by key. Missing fields use the preview's suggestion. */
    choices: z.record(z.string().max(200), z.enum(['FROM', 'INTO'])).default({}),
    /** The versions of both, as they were read. */
    version: z.number().int().min(1),
    fromVersion: z.number().int().min(1),
  }),
  response: z.object({ id: z.string(), mergeId: z.string() }),
})

export const listVendorMerges = endpoint({
  id: 'vendors.list-merges',
  method: 'GET',
  path: '/api/vendors/{vendorId}/merges',
  summary: 'What was merged into a vendor, the newest first',
  params: vendorParams,
  response: z.array(vendorMerge),
})

export const undoVendorMerge = endpoint({
  id: 'vendors.undo-merge',
  method: 'POST',
  path: '/api/vendor-merges/{mergeId}/undo',
  summary: 'Undo a merge',
  params: z.object({ mergeId: id }),
  body: z.object({}),
  response: z.object({ id: z.string(), fromId: z.string(), kept: z.array(z.string()) }),
})
