import { z } from 'zod'
import { email, id, requiredText } from '../../shared/values.ts'

/** Instead of `erpVendorId`: a vendor that the accounting system doesn't have yet. */
export const newVendorFields = {
  newErpVendorName: requiredText(200)
    .nullish()
    .transform((name) => name ?? null),
  newErpVendorEmail: email.nullish().transform((address) => address ?? null),
  /** It isn't the vendor with nearly the same name, which is asked otherwise. */
  isAnotherVendor: z.boolean().default(false),
  /** Also make it a vendor of the company, owned by this member. */
  shouldCreateVendor: z.boolean().default(false),
  ownerId: id.nullish().transform((ownerId) => ownerId ?? null),
} as const
