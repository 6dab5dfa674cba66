import { z } from 'zod'
import { listStatusFilter, requestStatus } from '../../../../schema/intake/endpoints.ts'

const flag = z.literal('true').optional().catch(undefined)
const text = z.string().optional().catch(undefined)

/** The list's state in the address. */
export const listSearch = z.object({
  filter: listStatusFilter.default('ACTIVE').catch('ACTIVE'),
  status: requestStatus.optional().catch(undefined),
  intakeCategoryId: text,
  vendorId: text,
  search: text,
  mine: flag,
  drafts: flag,
  cursor: z.unknown().optional(),
})
export type ListSearch = z.output<typeof listSearch>

export const LIST_VIEWS = ['all', 'mine', 'drafts'] as const
export type ListView = (typeof LIST_VIEWS)[number]

export const VIEW_LABELS: Record<ListView, string> = { all: 'Requests', mine: 'My requests', drafts: 'My drafts' }

export const viewOf = (search: Pick<ListSearch, 'mine' | 'drafts'>): ListView => {
  if (search.drafts) return 'drafts'
  return search.mine ? 'mine' : 'all'
}

/** What the endpoint is asked: drafts have no status to filter by; white space is no search. */
export const listFilters = (search: ListSearch, categoryId?: string) => {
  const view = viewOf(search)
  const shared = {
    intakeCategoryId: categoryId ?? (search.intakeCategoryId || undefined),
    vendorId: search.vendorId || undefined,
    search: search.search?.trim() || undefined,
  }
  if (view === 'drafts') return { ...shared, drafts: 'true' }
  return { ...shared, filter: search.filter, status: search.status, ...(view === 'mine' ? { mine: 'true' } : {}) }
}

/** Whether anything narrows the view, so that an empty list is not the whole truth. */
export const isNarrowed = (search: ListSearch): boolean =>
  Boolean(search.search?.trim() || search.status || search.intakeCategoryId || search.vendorId) ||
  (viewOf(search) !== 'drafts' && search.filter !== 'ACTIVE')
