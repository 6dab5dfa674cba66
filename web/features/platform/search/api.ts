import { useQuery } from '@tanstack/react-query'
import { globalSearch, SEARCHED, type SearchResult } from '../../../../schema/platform/search/endpoints.ts'
import { REQUEST_SOURCES } from '../../../../schema/shared/kinds.ts'
import { type Address, to } from '../../../lib/address.ts'
import { addressOf } from '../../../lib/kinds.ts'
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

/** The page of a result. */
export const hrefOfResult = (result: SearchResult): Address => {
  const { kind, idField } = SEARCHED[result.kind]
  if (result.request) {
    const { base } = REQUEST_SOURCES[result.request.source]
    return to(`/${base}/$intakeSubmissionId/{-$tab}`, {
      intakeSubmissionId: result.intakeSubmissionId ?? '',
      tab: undefined,
    })
  }
  return addressOf(kind, result[idField] ?? '')
}
