import { useQuery } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/vendors/merges/endpoints.ts'
import { type BodyOf, call } from '../../../lib/rest.ts'

export type { MergePreview, VendorMerge } from '../../../../schema/vendors/merges/endpoints.ts'

export const mergeKeys = {
  preview: (vendorId: string, fromVendorId: string) => ['vendor-merges', 'preview', vendorId, fromVendorId] as const,
  list: (vendorId: string) => ['vendor-merges', 'list', vendorId] as const,
}

/** Everything that shows vendors or what they have, because a merge moves it. */
export const MOVED = [['vendors'], ['services'], ['vendor-merges'], ['documents'], ['threads'], ['intake-requests']]

export const useMergePreview = (vendorId: string, fromVendorId: string | undefined) =>
  useQuery({
    queryKey: mergeKeys.preview(vendorId, fromVendorId ?? ''),
    queryFn: ({ signal }) =>
      call(endpoints.previewVendorMerge, {
        params: { vendorId },
        query: { fromVendorId: fromVendorId ?? '' },
        signal,
      }),
    enabled: Boolean(fromVendorId),
    // The person agrees to what was shown.
    staleTime: 0,
  })

export const useVendorMerges = (vendorId: string, enabled: boolean) =>
  useQuery({
    queryKey: mergeKeys.list(vendorId),
    queryFn: ({ signal }) => call(endpoints.listVendorMerges, { params: { vendorId }, signal }),
    enabled,
  })

export const mergeVendors = (vendorId: string, body: BodyOf<typeof endpoints.mergeVendors>, commandId: string) =>
  call(endpoints.mergeVendors, { params: { vendorId }, body, commandId })

export const undoMerge = (mergeId: string, commandId: string) =>
  call(endpoints.undoVendorMerge, { params: { mergeId }, body: {}, commandId })

/** After a merge was undone. */
export const backText = (name: string, kept: readonly string[]): string =>
  kept.length === 0 ? `${name} is back` : `${name} is back, except for what its page lists`
