import { z } from 'zod'
import { id, limitedText, requiredText } from '../../shared/values.ts'
import { documentType } from './types.ts'

/** What people enter about a document: the inputs of its mutations, and the bodies of its forms. */

const types = z.array(documentType).max(10)
const description = limitedText(5000)
/** Null means no vendor. Where nulls are left out, so does a missing value. */
const relations = { vendorId: id.or(z.literal('')).nullable(), serviceIds: z.array(id).max(50) }

export const newDocument = z.object({
  /** The key of the upload. */
  name: z.string().min(1, 'Choose a file').max(200),
  displayName: requiredText(300),
  type: types.default([]),
  description: description.default(''),
  vendorId: relations.vendorId.optional(),
  serviceIds: relations.serviceIds.optional(),
  /** Uploaded by an unfinished form: deleted after a day unless it is attached to something. */
  isTemporary: z.boolean().optional(),
})
export type NewDocument = z.input<typeof newDocument>

export const documentChange = z.object({
  id,
  displayName: requiredText(300).optional(),
  type: types.optional(),
  description: description.optional(),
  vendorId: relations.vendorId.optional(),
  serviceIds: relations.serviceIds.optional(),
  /** The version that was read. Without it the newest counts. */
  version: z.number().int().optional(),
})
export type DocumentChange = z.input<typeof documentChange>
