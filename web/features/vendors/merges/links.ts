import { z } from 'zod'
import { type Address, to } from '../../../lib/address.ts'
import { isApiError } from '../../../lib/errors.ts'

export const mergeHref = (vendorId: string, fromVendorId?: string): Address =>
  to('/vendors/$vendorId/merge', { vendorId }, { from: fromVendorId })

const merged = z.object({ vendorId: z.string() })

/** The remaining vendor if one couldn't be read because it was merged. Null for other errors. */
export const survivorOf = (error: unknown): string | null =>
  isApiError(error, 'NOT_FOUND') && error.reason === 'MERGED'
    ? (merged.safeParse(error.details).data?.vendorId ?? null)
    : null
