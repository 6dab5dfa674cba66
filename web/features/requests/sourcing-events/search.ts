import { eventFilters } from '../../../../schema/requests/sourcing-events/filters.ts'
import { addressSchema } from '../../../../schema/shared/list-filters.ts'

export const eventSearch = addressSchema(eventFilters)
