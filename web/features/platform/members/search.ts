import { z } from 'zod'
import { addressSchema } from '../../../../schema/shared/list-filters.ts'
import { memberPage } from './filters.ts'

/** The list's state in the address, and its open dialog. */
export const memberSearch = addressSchema(memberPage.filters).extend({
  dialog: z.enum(['new']).optional().catch(undefined),
})
