import { memberList } from '../../../../schema/platform/members/member-endpoints.ts'
import { pageFilters } from './page-filters.ts'

export const memberPage = {
  ...memberList,
  filters: pageFilters,
  /** A text with an @ is an address. */
  toQuery: ({ search, status, ...rest }: Record<string, unknown>): Record<string, unknown> => ({
    ...rest,
    ...(search ? { [String(search).includes('@') ? 'email' : 'name']: search } : {}),
    ...(status !== 'all' && { enabled: status === 'disabled' ? 'false' : 'true' }),
  }),
  fromQuery: ({ name, email, enabled, ...rest }: Record<string, unknown>): Record<string, unknown> => ({
    ...rest,
    search: email ?? name,
    status: enabled === undefined ? 'all' : enabled ? 'active' : 'disabled',
  }),
}
