import { queryOptions } from '@tanstack/react-query'
import { getCurrentCompany, getCurrentPermissions } from '../../../../schema/platform/shell/endpoints.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { call } from '../../../lib/rest.ts'

/** Cached while the app is open. Requested again when the frame is mounted, and when rights change. */
const HELD = { gcTime: Number.POSITIVE_INFINITY, staleTime: 30_000, refetchOnMount: true } as const

export const permissionsQuery = queryOptions({
  queryKey: ['shell', 'permissions'],
  queryFn: ({ signal }) => call(getCurrentPermissions, { signal }),
  ...HELD,
})

export const companyQuery = queryOptions({
  queryKey: ['shell', 'company'],
  queryFn: ({ signal }) => call(getCurrentCompany, { signal }),
  ...HELD,
})

/** What the frame needs, requested before it is rendered. */
export const prefetchAccess = (): void => {
  void queryClient.prefetchQuery(permissionsQuery)
  void queryClient.prefetchQuery(companyQuery)
}
