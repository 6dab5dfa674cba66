import type { z } from 'zod'
import type { MemberQuery } from './api.ts'
import type { memberSearch } from './search.ts'

export type MemberSearch = z.output<typeof memberSearch>
export type SetMemberSearch = (patch: Partial<z.input<typeof memberSearch>>) => void

export const UNIT_FILTERS = [
  { key: 'inDepartmentId', label: 'In department', kind: 'department' },
  { key: 'notInDepartmentId', label: 'Not in department', kind: 'department' },
  { key: 'inBusinessUnitId', label: 'In business unit', kind: 'business-unit' },
  { key: 'notInBusinessUnitId', label: 'Not in business unit', kind: 'business-unit' },
  { key: 'inGroupId', label: 'In group', kind: 'group' },
  { key: 'notInGroupId', label: 'Not in group', kind: 'group' },
] as const satisfies { key: keyof MemberSearch; label: string; kind: string }[]

export const unitFilterCount = (search: MemberSearch): number => UNIT_FILTERS.filter(({ key }) => search[key]).length

export const isNarrowed = (search: MemberSearch): boolean =>
  Boolean(search.search?.trim() || search.status === 'disabled' || search.userIds?.length) ||
  unitFilterCount(search) > 0

/** The query for the endpoint. A text with an @ is an address. White space is no filter. */
export const memberFilters = (search: MemberSearch): MemberQuery => {
  const typed = search.search?.trim() || undefined
  const isAddress = typed?.includes('@')
  return {
    name: isAddress ? undefined : typed,
    email: isAddress ? typed : undefined,
    enabled: search.status === 'all' ? undefined : search.status === 'disabled' ? 'false' : 'true',
    userIds: search.userIds,
    ...Object.fromEntries(UNIT_FILTERS.map(({ key }) => [key, search[key] || undefined])),
  }
}
