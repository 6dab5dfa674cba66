import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  getCompanyLogo,
  getCompanyMemberships,
  getCurrentCompany,
  getCurrentPermissions,
} from '../../../../schema/platform/shell/endpoints.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { call } from '../../../lib/rest.ts'

export const shellKeys = {
  all: ['shell'] as const,
  permissions: ['shell', 'permissions'] as const,
  company: ['shell', 'company'] as const,
  memberships: ['shell', 'memberships'] as const,
  logo: ['shell', 'logo'] as const,
}

/** Cached while the app is open. Requested again when the frame is mounted, and when rights change. */
const HELD = { gcTime: Number.POSITIVE_INFINITY, staleTime: 30_000, refetchOnMount: true } as const

export const permissionsQuery = queryOptions({
  queryKey: shellKeys.permissions,
  queryFn: ({ signal }) => call(getCurrentPermissions, { signal }),
  ...HELD,
})

export const companyQuery = queryOptions({
  queryKey: shellKeys.company,
  queryFn: ({ signal }) => call(getCurrentCompany, { signal }),
  ...HELD,
})

/** What the frame needs, requested before it is rendered. */
export const prefetchFrame = (): void => {
  void queryClient.prefetchQuery(permissionsQuery)
  void queryClient.prefetchQuery(companyQuery)
}

export const useCompanyMemberships = (enabled: boolean) =>
  useQuery({
    queryKey: shellKeys.memberships,
    queryFn: ({ signal }) => call(getCompanyMemberships, { signal }),
    enabled,
  })

export const useCompanyLogo = () =>
  useQuery({ queryKey: shellKeys.logo, queryFn: ({ signal }) => call(getCompanyLogo, { signal }), retry: false })
