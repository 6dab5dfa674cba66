import type { z } from 'zod'
import { vendorList } from '../../../../schema/vendors/vendors/list-endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { SavedViews as Views } from '../../../ui/list/saved-views.tsx'
import { deleteView, saveFilters, type VendorQuery, vendorKeys } from './api.ts'
import { isNarrowed, type ListSearch, NO_FILTERS, queryOf, type SetListSearch } from './filters.ts'

type Saved = Partial<z.output<typeof vendorList.saved>>

const VIEWS = {
  key: vendorKeys.views,
  read: (signal: AbortSignal): Promise<{ id: string; label: string; hash: string; filters: Saved }[]> =>
    call(vendorList.views, { signal }),
  save: (body: { filters: VendorQuery; label?: string }, commandId: string) => saveFilters(body, commandId),
  remove: deleteView,
}

const searchOf = ({ answerFilters, filter, orderBy: _, ...rest }: Saved): Parameters<SetListSearch>[0] => ({
  ...{ ...NO_FILTERS, ...rest, answers: answerFilters },
  filter: filter === 'ACTIVE' ? undefined : filter,
})

const same = ({ orderBy: _, ...filters }: Saved, search: ListSearch): boolean => {
  const text = (value: object) => JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return text(filters) === text({ filter: 'ACTIVE', ...queryOf(search) })
}

export const SavedViews = ({ search, setSearch }: { search: ListSearch; setSearch: SetListSearch }) => (
  <Views
    source={VIEWS}
    nouns="vendors"
    query={queryOf(search)}
    shared={search.view}
    isNarrowed={isNarrowed(search)}
    isShown={(filters: Saved) => same(filters, search)}
    onChoose={(filters: Saved) => setSearch(searchOf(filters))}
  />
)
