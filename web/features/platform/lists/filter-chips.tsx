import { useQueries } from '@tanstack/react-query'
import type { OptionKind } from '../../../../schema/platform/lookups/endpoints.ts'
import { daysText } from '../../../lib/days-text.ts'
import { monthText } from '../../../lib/months.ts'
import { type Chip, ChipList } from '../../../ui/list/chip-list.tsx'
import { lookupKeys, optionSource } from '../lookups/index.ts'
import { amountText } from './amount-text.ts'
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
    const chosen =
      filter.kind === 'lookups' && Array.isArray(id)
        ? (id as string[])
        : filter.kind === 'lookup' && id
          ? [String(id)]
          : []
    return chosen.length > 0 ? [{ key, of: filter.of as OptionKind, chosen }] : []
  })
  const names = useQueries({
    queries: ids.map(({ key, of, chosen }) => {
      const { name, load } = sources[key] ?? { name: of, load: optionSource(of) }
      return {
        queryKey: lookupKeys.labels(name, chosen),
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await load({ ids: chosen, first: chosen.length }, signal)).edges.map(({ node }) => node),
      }
    }),
  })
  const nameOf = (key: string): string => {
    const at = ids.findIndex((each) => each.key === key)
    const data = names[at]?.data
    if (!data) return '…'
    const labels = new Map(data.map(({ value, label }) => [value, label]))
    return (ids[at]?.chosen ?? []).map((id) => labels.get(id) ?? 'Unknown').join(', ')
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
    if (Array.isArray(value) && value.length === 0) return []
    const words =
      kind === 'amount'
        ? amountText(String(value))
        : kind === 'lookup' || kind === 'lookups'
          ? nameOf(key)
          : (options.find((each) => each.value === value)?.label ?? String(value))
    return [{ id: key, label, value: words, remove: { [address]: undefined } }]
  })
  return <ChipList chips={[...chips, ...more]} setSearch={set} clear={withoutFurther(list)} />
}
