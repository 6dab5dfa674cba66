import { z } from 'zod'
import { pageFilters } from '../../../../schema/requests/lists/filters.ts'
import { addressSchema } from '../../../../schema/shared/list-filters.ts'

const flag = z.literal('true').optional().catch(undefined)

/** The list's state in the address: its filters, and its view. */
export const listSearch = addressSchema(pageFilters).extend({
  mine: flag,
  drafts: flag,
  /** Whether questions about all requests are open. */
  ask: flag,
  attention: z.enum(['approver', 'watcher', 'recently-completed']).optional().catch(undefined),
})
