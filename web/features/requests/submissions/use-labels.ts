import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { getDocumentsFromIds } from '../../../../schema/documents/documents/endpoints.ts'
import { selectOptions } from '../../../../schema/platform/lookups/endpoints.ts'
import type { Question } from '../../../../schema/requests/forms/form.ts'
import { call } from '../../../lib/rest.ts'
import { type LabelKind, optionPaths } from '../forms/index.ts'

/** The most that the endpoints take at once. */
const CHUNK = 100

const load = async (kind: LabelKind, ids: string[], signal: AbortSignal): Promise<[string, string][]> => {
  if (kind === 'document') {
    const documents = await call(getDocumentsFromIds, { query: { documentId: ids }, signal })
    return documents.map((document) => [document.id, document.displayName])
  }
  const page = await call(selectOptions[kind], { query: { ids, first: CHUNK }, signal })
  return page.edges.map(({ node }) => [node.value, node.label])
}

const NOTHING: ReadonlyMap<string, string> = new Map()

/** Names of ids. Those that can't be found are missing in the map. */
export const useLabels = (ids: readonly (readonly [LabelKind, readonly string[]])[]): ReadonlyMap<string, string> => {
  const { data } = useQuery({
    queryKey: ['requests', 'labels', ids],
    queryFn: async ({ signal }) => {
      const chunks = ids.flatMap(([kind, list]) =>
        Array.from({ length: Math.ceil(list.length / CHUNK) }, (_, i) => ({
          kind,
          ids: list.slice(i * CHUNK, (i + 1) * CHUNK),
        })),
      )
      return new Map((await Promise.all(chunks.map((chunk) => load(chunk.kind, chunk.ids, signal)))).flat())
    },
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  })
  return data ?? NOTHING
}

/** Names of the questions' own options. */
export const useOwnOptions = (questions: readonly Question[]): ReadonlyMap<string, string> =>
  useMemo(
    () => new Map(questions.flatMap(({ options }) => optionPaths(options).map(({ value, label }) => [value, label]))),
    [questions],
  )
