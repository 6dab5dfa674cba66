import type { AnyEndpoint } from '../../../../schema/shared/endpoint.ts'
import { foundOf } from '../../../../schema/shared/list-query.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { SavedViews as Views } from '../../../ui/list/saved-views.tsx'
import { useTableSearch } from '../../../ui/table/use-table-search.ts'
import { ask, type UsedList } from './use-list.ts'

type Saved = Record<string, unknown>
type Any = UsedList<never>

const save = ({ definition }: Any, body: { filters: Saved; label?: string }, commandId: string) =>
  ask(definition.saveFilters as AnyEndpoint, { body, commandId }) as Promise<{ hash: string }>

/** An address has "true" where the endpoint's answer has the value. */
const textOf = (value: object): string =>
  JSON.stringify(
    Object.entries(value)
      .map(([key, of]) => [key, typeof of === 'boolean' ? String(of) : of] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

/** What applies without another choice. It is part of what is saved. */
const usualOf = ({ definition: { filters, toQuery } }: Any): Saved =>
  toQuery
    ? {}
    : Object.fromEntries(Object.entries(filters).flatMap(([key, { usual }]) => (usual ? [[key, usual]] : [])))

/** How the list looks, where its address says so: part of a saved view, but of no query. */
const useLook = (): Saved => {
  const { columns, groupBy } = useTableSearch()
  return { ...(columns.text && { columns: columns.text }), ...(groupBy && { groupBy }) }
}

/** The person's saved views of the list. Nothing for a list without them. */
export const SavedViews = ({ list }: { list: Any }) => {
  const { definition, query, shared, isNarrowed, set } = list
  const { views, deleteView, saveFilters } = definition
  const look = useLook()
  if (!views || !deleteView || !saveFilters) return null
  const source = {
    key: [definition.name, 'views'],
    read: (signal: AbortSignal) => ask(views, { signal }),
    saving: saveFilters,
    save: (body: { filters: Saved; label?: string }, commandId: string) => save(list, body, commandId),
    remove: (id: string, commandId: string) => ask(deleteView, { params: { id }, commandId }),
  }
  return (
    <Views<Saved, Saved>
      source={source}
      nouns={definition.nouns}
      query={{ ...query, ...look }}
      shared={shared}
      isNarrowed={isNarrowed || Object.keys(look).length > 0}
      isShown={({ orderBy: _, ...filters }) => textOf(filters) === textOf({ ...usualOf(list), ...query, ...look })}
      onChoose={(filters) =>
        set({
          ...foundOf(definition.filters, definition.fromQuery?.(filters) ?? filters),
          columns: filters.columns,
          groupBy: filters.groupBy,
          view: undefined,
        })
      }
    />
  )
}

/** Downloads everything that matches the filters, through the address of their hash. */
export const useViewFile = (list: Any) => {
  const { sort } = useTableSearch()
  return useCommand<undefined, { hash: string }>({
    run: async (_, { commandId }) => {
      if (list.shared) return { hash: list.shared }
      const orderBy = sort && { by: [sort.by], dir: [sort.dir] }
      return save(list, { filters: { ...list.query, ...(orderBy && { orderBy }) } }, commandId)
    },
    onSuccess: ({ hash }) => {
      const link = document.createElement('a')
      link.href = `${list.definition.list.path}/by-filter/${hash}.csv`
      link.download = ''
      link.click()
    },
  })
}
