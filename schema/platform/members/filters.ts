import { z } from 'zod'
import { listFilter, lookupFilter, searchFilter, yesNoFilter } from '../../shared/list-filters.ts'
import { id } from '../../shared/values.ts'

/** What the list of members can be filtered by. */

const further = { isFurther: true } as const
const ofUnits = { flag: 'enableBusinessUnits' } as const

export const memberFilters = {
  inDepartmentId: lookupFilter('department', { label: 'In department', ...further }),
  notInDepartmentId: lookupFilter('department', { label: 'Not in department', ...further }),
  inBusinessUnitId: lookupFilter('business-unit', { label: 'In business unit', ...further, ...ofUnits }),
  notInBusinessUnitId: lookupFilter('business-unit', { label: 'Not in business unit', ...further, ...ofUnits }),
  inGroupId: lookupFilter('group', { label: 'In group', ...further }),
  notInGroupId: lookupFilter('group', { label: 'Not in group', ...further }),
  enabled: yesNoFilter({ label: 'Active' }),
  userIds: listFilter(z.array(id).max(100, 'At most 100 members'), { label: 'Chosen members' }),
  /** Part of the name, ignoring case. */
  name: searchFilter('Search members', 'Name, or email with @'),
  email: searchFilter('Search members by email', 'Email', 254),
} as const
