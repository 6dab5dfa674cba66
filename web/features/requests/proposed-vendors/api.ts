import { useQuery } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/requests/proposed-vendors/endpoints.ts'
import { isProposedVendorId } from '../../../../schema/requests/proposed-vendors/values.ts'
import { call } from '../../../lib/rest.ts'

export const proposedKeys = {
  one: (id: string) => ['proposed-vendors', id] as const,
}

/** Approvals can be undone for some seconds, and then the vendor is created. */
const CREATED_WITHIN_MS = 4000

/** @param isApproved looks again until the vendor is created */
export const useProposedVendor = (proposedVendorId: string | null, isApproved = false) =>
  useQuery({
    queryKey: proposedKeys.one(proposedVendorId ?? ''),
    queryFn: ({ signal }) =>
      call(endpoints.getProposedVendor, { params: { proposedVendorId: proposedVendorId ?? '' }, signal }),
    enabled: proposedVendorId !== null,
    refetchInterval: ({ state: { data } }) => isApproved && data?.state === 'PROPOSED' && CREATED_WITHIN_MS,
  })

/** Whether the vendor is one that a request proposes and that has no page yet. */
export const useIsProposed = (vendorId: string): boolean => {
  const isNamedSo = isProposedVendorId(vendorId)
  const { data } = useProposedVendor(isNamedSo ? vendorId : null)
  return isNamedSo && data?.state !== 'MADE'
}

export const useSimilar = (name: string, website: string) =>
  useQuery({
    queryKey: ['proposed-vendors', 'similar', name, website],
    queryFn: ({ signal }) => call(endpoints.findSimilarVendors, { query: { name, website }, signal }),
    enabled: name.length > 1 || website !== '',
  })
