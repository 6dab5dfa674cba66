import { z } from 'zod'
import { documentFilters } from '../../../../schema/documents/documents/filters.ts'
import { addressSchema, choiceFilter, LIST_FILTER_LABELS } from '../../../../schema/shared/list-filters.ts'
import { SEARCH_DEBOUNCE_MS } from './words.ts'

const { displayName, type, vendorId, serviceId } = documentFilters
const SHOWN = { ...LIST_FILTER_LABELS, unassociated: 'Not linked to anything' }

/** On the page one choice has the states of documents, and those that aren't attached to anything. */
export const pageFilters = {
  displayName: { ...displayName, delayMs: SEARCH_DEBOUNCE_MS },
  show: {
    ...choiceFilter(['ACTIVE', 'unassociated', 'ALL', 'ARCHIVED'], SHOWN, { label: 'Show' }),
    usual: 'ACTIVE',
  },
  ...{ type, vendorId, serviceId },
} as const

/** The state of the list in the address. */
export const documentListSearch = addressSchema(pageFilters)

export const documentSearch = z.object({
  page: z.coerce.number().int().min(1).optional().catch(undefined),
  /** Which extracted term is shown on its page. */
  place: z.coerce.number().int().min(0).optional().catch(undefined),
})
