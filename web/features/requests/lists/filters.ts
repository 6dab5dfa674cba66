import { z } from 'zod'
import { listStatusFilter } from '../../../../schema/requests/endpoints.ts'
import { isCalendarDate, requestStatus } from '../../../../schema/shared/values.ts'

const flag = z.literal('true').optional().catch(undefined)
const text = z.string().optional().catch(undefined)
const date = z.string().refine(isCalendarDate).optional().catch(undefined)
const pairs = z
  .preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(z.string()))
  .transform((list) => (list.length % 2 === 0 ? list : list.slice(0, -1)))
  .optional()
  .catch(undefined)

/** The list's state in the address. */
export const listSearch = z.object({
  filter: listStatusFilter.default('ACTIVE').catch('ACTIVE'),
  status: requestStatus.optional().catch(undefined),
  intakeCategoryId: text,
  vendorId: text,
  requestorUserId: text,
  assigneeUserId: text,
  createdFrom: date,
  createdTo: date,
  submittedFrom: date,
  submittedTo: date,
  decidedFrom: date,
  decidedTo: date,
  dueFrom: date,
  dueTo: date,
  /** Labels of questions, each followed by a value. */
  answers: pairs,
  search: text,
  mine: flag,
  drafts: flag,
  attention: z.enum(['approver', 'watcher', 'recently-completed']).optional().catch(undefined),
  cursor: z.unknown().optional(),
})
export type ListSearch = z.output<typeof listSearch>
export type SetListSearch = (patch: Partial<z.input<typeof listSearch>>) => void

export const LIST_VIEWS = ['all', 'attention', 'mine', 'drafts'] as const
export type ListView = (typeof LIST_VIEWS)[number]

export const VIEW_LABELS: Record<ListView, string> = {
  all: 'Requests',
  attention: 'Needs attention',
  mine: 'My requests',
  drafts: 'My drafts',
}

export const viewOf = (search: Pick<ListSearch, 'mine' | 'drafts' | 'attention'>): ListView => {
  if (search.attention) return 'attention'
  if (search.drafts) return 'drafts'
  return search.mine ? 'mine' : 'all'
}

/** Date ranges, in the person's time zone. */
export const PERIODS = [
  { label: 'Created', from: 'createdFrom', to: 'createdTo' },
  { label: 'Submitted', from: 'submittedFrom', to: 'submittedTo' },
  { label: 'Approved or rejected', from: 'decidedFrom', to: 'decidedTo' },
  { label: 'Due', from: 'dueFrom', to: 'dueTo' },
] as const
type PeriodKey = (typeof PERIODS)[number]['from' | 'to']
const PERIOD_KEYS: PeriodKey[] = PERIODS.flatMap(({ from, to }) => [from, to])

const SIMPLE = ['intakeCategoryId', 'vendorId', 'requestorUserId', 'assigneeUserId'] as const

// ---- Answers

export interface AnswerFilter {
  label: string
  /** Matches any of them. */
  values: string[]
}

/** `[label, value, label, value, …]` by label. */
export const answerFiltersOf = (list: readonly string[] | undefined): AnswerFilter[] => {
  const found: AnswerFilter[] = []
  for (let i = 0; i + 1 < (list?.length ?? 0); i += 2) {
    const [label = '', value = ''] = (list ?? []).slice(i, i + 2)
    const known = found.find((filter) => filter.label === label)
    if (known) known.values.push(value)
    else found.push({ label, values: [value] })
  }
  return found
}

export const answerPairs = (filters: readonly AnswerFilter[]): string[] | undefined => {
  const list = filters.flatMap(({ label, values }) => values.flatMap((value) => [label, value]))
  return list.length > 0 ? list : undefined
}

/** `from,to` dates, either of which may be missing. */
export const periodOf = (value: string | undefined): { from: string | null; to: string | null } => {
  const [from = '', to = from] = (value ?? '').split(',')
  return { from: from || null, to: to || null }
}

export const periodValue = ({ from, to }: { from: string | null; to: string | null }): string | null =>
  from || to ? `${from ?? ''},${to ?? ''}` : null

// ---- Queries

/** The query for the endpoint. Drafts have no status to filter by, and white space is no search. */
export const listFilters = (search: ListSearch, categoryId?: string) => {
  const view = viewOf(search)
  const shared = {
    ...Object.fromEntries([...SIMPLE, ...PERIOD_KEYS].map((key) => [key, search[key] || undefined])),
    intakeCategoryId: categoryId ?? (search.intakeCategoryId || undefined),
    answerFilters: search.answers?.length ? search.answers : undefined,
    search: search.search?.trim() || undefined,
  }
  if (view === 'drafts') return { ...shared, answerFilters: undefined, drafts: 'true' }
  return { ...shared, filter: search.filter, status: search.status, ...(view === 'mine' ? { mine: 'true' } : {}) }
}

/** How many filters are set besides the toolbar's. */
/** @param categoryId for the page of one category, which offers no choice of category */
export const furtherCount = (search: ListSearch, categoryId?: string): number =>
  (search.intakeCategoryId && !categoryId ? 1 : 0) +
  (['vendorId', 'requestorUserId', 'assigneeUserId'] as const).filter((key) => search[key]).length +
  PERIODS.filter(({ from, to }) => search[from] || search[to]).length +
  answerFiltersOf(search.answers).length

/** Whether anything besides the choice of Active, All, … filters the view. */
export const hasFilters = (search: ListSearch): boolean =>
  Boolean(search.search?.trim() || search.status) || furtherCount(search) > 0

/** Whether anything filters the view, so that an empty list doesn't mean that there is nothing. */
export const isNarrowed = (search: ListSearch): boolean =>
  hasFilters(search) || (viewOf(search) !== 'drafts' && search.filter !== 'ACTIVE')

/** For the dialog with further filters. */
export const NO_FURTHER = {
  intakeCategoryId: undefined,
  vendorId: undefined,
  requestorUserId: undefined,
  assigneeUserId: undefined,
  ...(Object.fromEntries(PERIOD_KEYS.map((key) => [key, undefined])) as Record<PeriodKey, undefined>),
  answers: undefined,
  cursor: undefined,
} as const

export const NO_FILTERS = {
  ...NO_FURTHER,
  search: undefined,
  status: undefined,
  filter: undefined,
} as const

// ---- Saved filters

const NOT_SAVED = new Set(['cursor', 'view', 'attention'])

/** What is saved from the address: filters, tab and sorting, but not the page. */
export const savedQuery = (address: string): string => {
  const params = new URLSearchParams(address)
  for (const name of NOT_SAVED) params.delete(name)
  return params.toString()
}
