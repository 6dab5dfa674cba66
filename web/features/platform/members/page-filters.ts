import { memberFilters } from '../../../../schema/platform/members/filters.ts'
import { choiceFilter, searchFilter } from '../../../../schema/shared/list-filters.ts'

const { name, email: _, enabled: __, ...others } = memberFilters
const STATUSES = { active: 'Active', disabled: 'Disabled', all: 'Active and disabled' }

/** On the page one search finds names and addresses, and disabled members are shown only on request. */
export const pageFilters = {
  search: searchFilter(name.label, name.placeholder),
  status: { ...choiceFilter(['active', 'disabled', 'all'], STATUSES, { label: 'Status' }), usual: 'active' },
  ...others,
} as const
