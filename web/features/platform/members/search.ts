import { z } from 'zod'
import { addressSchema } from '../../../../schema/shared/list-filters.ts'
import { pageFilters } from './page-filters.ts'

/** Read at the start of the app, so without the endpoints. The list's state in the address, and its open dialog. */
export const memberSearch = addressSchema(pageFilters).extend({
  dialog: z.enum(['new']).optional().catch(undefined),
})
