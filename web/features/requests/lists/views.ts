import type { z } from 'zod'
import { downloadIntakeSubmissions, requestList } from '../../../../schema/requests/lists/endpoints.ts'
import { pageFilters } from '../../../../schema/requests/lists/filters.ts'
import type { listSearch } from './search.ts'

/** The tabs above the list, and what each can be filtered by. */

export const LIST_VIEWS = ['all', 'attention', 'mine', 'drafts'] as const
export type ListView = (typeof LIST_VIEWS)[number]

export const VIEW_LABELS: Record<ListView, string> = {
  all: 'Requests',
  attention: 'Needs attention',
  mine: 'My requests',
  drafts: 'My drafts',
}

type ListSearch = z.output<typeof listSearch>

export const viewOf = (search: Pick<ListSearch, 'mine' | 'drafts' | 'attention'>): ListView => {
  if (search.attention) return 'attention'
  if (search.drafts) return 'drafts'
  return search.mine ? 'mine' : 'all'
}

const requests = { ...requestList, file: downloadIntakeSubmissions, filters: pageFilters }

const { search, intakeCategoryId, requestorUserId, vendorId, createdFrom, createdTo, dueFrom, dueTo } = pageFilters
/** Drafts have no status, and no answers that count. */
const drafts = {
  ...requests,
  filters: { search, intakeCategoryId, requestorUserId, vendorId, createdFrom, createdTo, dueFrom, dueTo },
}

const { requestorUserId: _, departmentIds: __, ...others } = pageFilters
/** What came by public forms. Its senders aren't members. */
const forms = {
  ...requests,
  noun: 'form',
  nouns: 'forms',
  filters: {
    ...others,
    search: { ...search, label: 'Search forms' },
    intakeCategoryId: { ...intakeCategoryId, label: 'Form' },
  },
}

/** The list of a view. */
export const listOfView = (view: ListView, isPublic: boolean) =>
  (isPublic ? forms : view === 'drafts' ? drafts : requests) as typeof requests

/** What a view shows without any filter of the person. */
export const fixedFilters = (view: ListView, isPublic: boolean, categoryId: string | undefined) => ({
  ...(view === 'mine' && { mine: 'true' }),
  ...(view === 'drafts' && { drafts: 'true' }),
  ...(isPublic && { source: 'PUBLIC' }),
  ...(categoryId && { intakeCategoryId: categoryId }),
})
