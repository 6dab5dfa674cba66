import { z } from 'zod'
import { checkFilters } from '../../../../schema/money/checks/endpoints.ts'
import { addressSchema } from '../../../../schema/shared/list-filters.ts'

/** What the addresses of the pages of checks say. */

export const checkSearch = addressSchema(checkFilters)
export const checkDialogSearch = z.object({ dialog: z.literal('silenced').optional().catch(undefined) })
