import { z } from 'zod'
import { PAYMENT_METHODS, VENDOR_FILTERS } from '../../../../schema/vendors/vendors/values.ts'

const text = z.string().trim().optional().catch(undefined)
const pairs = z
  .union([z.string().transform((one) => [one]), z.array(z.string())])
  .transform((list) => (list.length % 2 === 0 ? list : list.slice(0, -1)))
  .optional()
  .catch(undefined)

export const listSearch = z.object({
  search: text,
  filter: z.enum(VENDOR_FILTERS).optional().catch(undefined),
  vendorCategoryId: text,
  ownerId: text,
  paymentMethod: z.enum(PAYMENT_METHODS).optional().catch(undefined),
  answers: pairs,
  /** The hash of shared filters, which replace the others. */
  view: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional()
    .catch(undefined),
  cursor: z.unknown().optional(),
})
