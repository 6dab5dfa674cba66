import { useQueries } from '@tanstack/react-query'
import type { OptionKind } from '../../../../schema/platform/lookups/endpoints.ts'
import { daysText } from '../../../lib/days-text.ts'
import { monthText } from '../../../lib/months.ts'
import { type Chip, ChipList } from '../../../ui/list/chip-list.tsx'
import { lookupKeys, optionSource } from '../lookups/index.ts'
import { type FieldsOf, useShownFilters, withoutFurther } from './filter-fields.tsx'
import type { UsedList } from './use-list.ts'

/**
 * The filters of the dialog that are set, each with a button that removes it.
 * @param more chips of the list's own filters
 */
export const FilterChips = ({
  list,
  sources = {},
  more = [],
}: { list: UsedList<never>; more?: readonly Chip<Record<string, unknown>>[] } & FieldsOf) => {
  const { found, set } = list
  const shown = useShownFilters(list)
    .filter(([, { isFurther, kind }]) => isFurther && kind !== 'pairs' && kind !== 'list')
    .map(([key, filter]) => ({ key, filter, address: filter.address ?? key }))
  const ids = shown.flatMap(({ key, filter, address }) => {
    const id = found[address]
    return filter.kind === 'lookup' && typeof id === 'string' && id ? [{ key, of: filter.of as OptionKind, id }] : []
  })
  const names = useQueries({
    queries: ids.map(({ key, of, id }) => {
      const { name, load } = sources[key] ?? { name: of, load: optionSource(of) }
      return {
        queryKey: lookupKeys.labels(name, [id]),
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await load({ ids: [id], first: 1 }, signal)).edges.map(({ node }) => node),
      }
    }),
  })
  const nameOf = (key: string): string => {
    const data = names[ids.findIndex((each) => each.key === key)]?.data
    return data ? (data[0]?.label ?? 'Unknown') : '…'
  }
  const chips = shown.flatMap(({ key, filter, address }): Chip<Record<string, unknown>>[] => {
    const { kind, label, options = [] } = filter
    if (kind === 'months') {
      const [from, to] = [found.from, found.to].map((month) => (typeof month === 'string' ? monthText(month) : null))
      if (!from && !to) return []
      const value = from && to ? `${from} – ${to}` : from ? `from ${from}` : `until ${to}`
      return [{ id: key, label, value, remove: { from: undefined, to: undefined } }]
    }
    if (kind === 'days' && filter.until) {
      const { until } = filter
      const [from, to] = [found[address], found[until]] as (string | undefined)[]
      const remove = { [address]: undefined, [until]: undefined }
      return from || to ? [{ id: key, label, value: daysText(from, to), remove }] : []
    }
    const value = found[address]
    if (!value || kind === 'lastDay') return []
    const words =
      kind === 'lookup' ? nameOf(key) : (options.find((each) => each.value === value)?.label ?? String(value))
    return [{ id: key, label, value: words, remove: { [address]: undefined } }]
  })
  return <ChipList chips={[...chips, ...more]} setSearch={set} clear={withoutFurther(list)} />
}
