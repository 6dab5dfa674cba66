import { useQuery } from '@tanstack/react-query'
import type { VendorUserSession } from '../../../../schema/platform/session/endpoints.ts'
import {
  chooseCompany,
  getVendorSession,
  listAssociatedCompanies,
} from '../../../../schema/vendors/portal/endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { announceSessionChange, sessionQuery } from '../../platform/session/index.ts'

export const vendorKeys = {
  session: ['vendor-portal', 'session'] as const,
  companies: ['vendor-portal', 'companies'] as const,
}

/** The signed-in vendor user. Pages under the vendor layout always have one. */
export const useVendorUser = (): VendorUserSession => {
  const { data } = useQuery(sessionQuery)
  if (data?.kind !== 'VENDOR_USER') throw new Error('Not signed in as a vendor user')
  return data
}

export const readVendorSession = (signal?: AbortSignal) => call(getVendorSession, { signal })

export const useVendorSession = () =>
  useQuery({ queryKey: vendorKeys.session, queryFn: ({ signal }) => readVendorSession(signal) })
export type VendorSession = NonNullable<ReturnType<typeof useVendorSession>['data']>

export const associatedCompanies = (signal?: AbortSignal) => call(listAssociatedCompanies, { signal })

export const useAssociatedCompanies = () =>
  useQuery({ queryKey: vendorKeys.companies, queryFn: ({ signal }) => associatedCompanies(signal) })

export interface Pair {
  companyId: string
  vendorCompanyId: string
}

/** Continues with a pair in a new session. A full page load must follow. */
export const choosePair = async (pair: Pair, commandId?: string): Promise<VendorUserSession> => {
  const session = await call(chooseCompany, { body: pair, ...(commandId && { commandId }) })
  announceSessionChange()
  return session
}
