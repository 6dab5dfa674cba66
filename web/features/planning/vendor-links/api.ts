import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  answerVendorLink,
  listVendorLinks,
  setVendorLinking,
  undoVendorLink,
  type VendorLink,
} from '../../../../schema/planning/actuals/link-endpoints.ts'
import { type BodyOf, call } from '../../../lib/rest.ts'

export type { VendorLink } from '../../../../schema/planning/actuals/link-endpoints.ts'

export type ShownLinks = 'OPEN' | 'SETTLED'

export const linkKeys = {
  all: ['vendor-links'] as const,
  list: (show: ShownLinks) => ['vendor-links', 'list', show] as const,
  count: ['vendor-links', 'count'] as const,
}

/** What a link changes: lists of vendors, bills and transactions name the vendor. */
export const FOLLOWING = [['vendor-links'], ['vendors'], ['erp-mappings'], ['bills'], ['transactions']]

const AT_ONCE = 30

export const useVendorLinks = (show: ShownLinks) =>
  useInfiniteQuery({
    queryKey: linkKeys.list(show),
    queryFn: ({ pageParam, signal }) =>
      call(listVendorLinks, { query: { show, first: AT_ONCE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined),
  })

/** How many wait for an answer. */
export const useOpenLinks = (enabled: boolean) =>
  useQuery({
    queryKey: linkKeys.count,
    queryFn: ({ signal }) => call(listVendorLinks, { query: { first: 1 }, signal }),
    enabled,
    select: ({ open }) => open,
  })

export const answerLink = (
  { id, version }: VendorLink,
  body: Omit<BodyOf<typeof answerVendorLink>, 'version'>,
  commandId: string,
) => call(answerVendorLink, { params: { objectId: id }, body: { ...body, version }, commandId })

export const undoLink = (id: string, version: number, commandId: string) =>
  call(undoVendorLink, { params: { objectId: id }, body: { version }, commandId })

export const setLinking = (isOn: boolean, commandId: string) => call(setVendorLinking, { body: { isOn }, commandId })
