import { useQuery } from '@tanstack/react-query'
import { globalSearch, SEARCHED, type SearchResult } from '../../../../schema/platform/search/endpoints.ts'
import type { Address } from '../../../lib/address.ts'
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
  return addressOf(kind, result[idField] ?? '')
}
