import { useQuery } from '@tanstack/react-query'
import { globalSearch, type SearchResult } from '../../../../schema/platform/search/endpoints.ts'
import { type Address, to } from '../../../lib/address.ts'
import { call } from '../../../lib/rest.ts'

export const searchKeys = { query: (text: string) => ['search', text] as const }

const KEPT_MS = 30_000

/** The results of a search. Blank text sends no request. */
export const useSearch = (text: string) =>
  useQuery({
    queryKey: searchKeys.query(text),
    queryFn: ({ signal }) => call(globalSearch, { query: { query: text }, signal }),
    enabled: text !== '',
    gcTime: KEPT_MS,
  })

export const KIND_LABELS: Record<SearchResult['kind'], string> = {
  VENDOR: 'Vendor',
  REQUEST: 'Request',
  SERVICE: 'Service',
  DOCUMENT: 'Document',
}

/** The page of a result. */
export const hrefOfResult = (result: SearchResult): Address => {
  if (result.intakeSubmissionId)
    return to('/intake-request/$intakeSubmissionId/{-$tab}', { intakeSubmissionId: result.intakeSubmissionId })
  if (result.vendorId) return to('/vendors/$vendorId', { vendorId: result.vendorId })
  if (result.kind === 'DOCUMENT') return to('/documents/$documentId', { documentId: result.documentId ?? '' })
  return to('/services/$serviceId', { serviceId: result.serviceId ?? '' })
}
