import { useQuery } from '@tanstack/react-query'
import { getCompanyLogo, getCompanyMemberships } from '../../../../schema/platform/shell/endpoints.ts'
import { call } from '../../../lib/rest.ts'

export const useCompanyMemberships = (enabled: boolean) =>
  useQuery({
    queryKey: ['shell', 'memberships'],
    queryFn: ({ signal }) => call(getCompanyMemberships, { signal }),
    enabled,
  })

export const useCompanyLogo = () =>
  useQuery({ queryKey: ['shell', 'logo'], queryFn: ({ signal }) => call(getCompanyLogo, { signal }), retry: false })
