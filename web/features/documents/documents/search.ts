import { z } from 'zod'
import { DOCUMENT_FILTERS, documentType } from '../../../../schema/documents/documents/values.ts'

/** The state of the list in the address. */
export const documentListSearch = z.object({
  search: z.string().trim().optional().catch(undefined),
  filter: z.enum(DOCUMENT_FILTERS).optional().catch(undefined),
  /** Only unattached documents. */
  view: z.literal('unassociated').optional().catch(undefined),
  type: documentType.optional().catch(undefined),
  vendorId: z.string().optional().catch(undefined),
  serviceId: z.string().optional().catch(undefined),
  cursor: z.unknown().optional(),
})

export const documentSearch = z.object({
  page: z.coerce.number().int().min(1).optional().catch(undefined),
  /** Which extracted term is shown on its page. */
  place: z.coerce.number().int().min(0).optional().catch(undefined),
})
