import { useQueries } from '@tanstack/react-query'
import { useRef } from 'react'
import { OPTION_KINDS } from '../../../../schema/platform/lookups/endpoints.ts'
import { lookupKeys, optionSource } from '../lookups/index.ts'
import type { IdsByKind } from './source-kinds.ts'

const AT_ONCE = 100

/** Names of vendors, departments, people, etc. by id. A known name stays known while the page is open. */
export const useNames = (ids: IdsByKind): ReadonlyMap<string, string> => {
  const known = useRef(new Map<string, string>())
  const asked = OPTION_KINDS.flatMap((kind) => {
    const all = [...(ids[kind] ?? [])].sort()
    return Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, i) => ({
      kind,
      ids: all.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
    }))
  })
  const answers = useQueries({
    queries: asked.map((part) => ({
      queryKey: lookupKeys.labels(part.kind, part.ids),
      // In the format of the selects, which cache the same answers under the same keys.
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const page = await optionSource(part.kind)({ ids: part.ids, first: AT_ONCE }, signal)
        return page.edges.map((edge) => edge.node)
      },
    })),
  })
  for (const { data } of answers) for (const option of data ?? []) known.current.set(option.value, option.label)
  return known.current
}
