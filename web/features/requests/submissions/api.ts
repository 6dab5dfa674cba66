import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { getApprovals } from '../../../../schema/approvals/engine/endpoints.ts'
import {
  archiveSeveral,
  completeIntakeTask,
  type decideIntakeSubmission,
  deleteFilterQuery,
  deleteIntakeSubmission,
  getIntakeAnswers,
  getIntakeSteps,
  getIntakeSubmission,
  getIntakeTabs,
  type ListedSubmission,
  listCategoryColumns,
  listFilterOptions,
  listFilterQueries,
  listIntakeCategories,
  listIntakeSubmissions,
  previewApprovals,
  remindSeveral,
  restartIntakeSubmission,
  saveFilterQuery,
} from '../../../../schema/requests/endpoints.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { type BodyOf, call, type QueryOf } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import type { PageRequest } from '../../../ui/table/data-table.tsx'
import { filledPage } from '../../../ui/table/filled-page.ts'
import { requestKeyOf, useSubjectApi } from './subject-api.ts'

type CategoryType = 'INTERNAL' | 'PUBLIC' | 'VENDOR'

const capital = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}`

export const requestKeys = {
  all: ['requests'] as const,
  lists: ['requests', 'list'] as const,
  list: (filters: object) => ['requests', 'list', filters] as const,
  categories: (type: CategoryType) => ['requests', 'categories', type] as const,
  filterOptions: (categoryId?: string, source = 'MEMBERS') =>
    ['requests', 'filter-options', source, categoryId ?? 'all'] as const,
  columns: (categoryId: string) => ['requests', 'columns', categoryId] as const,
  savedFilters: ['requests', 'saved-filters'] as const,
  form: (categoryId: string, version?: number) => ['requests', 'form', categoryId, version ?? 'newest'] as const,
  preview: (input: object) => ['requests', 'preview', input] as const,
  /** Everything of one request that a live change makes outdated. */
  one: requestKeyOf,
  submission: (id: string) => ['requests', 'one', id, 'submission'] as const,
  answers: (id: string) => ['requests', 'one', id, 'answers'] as const,
  approvals: (id: string) => ['requests', 'one', id, 'approvals'] as const,
  tabs: (id: string) => ['requests', 'one', id, 'tabs'] as const,
  history: (id: string) => ['requests', 'one', id, 'history'] as const,
}

type ListFilters = Omit<QueryOf<typeof listIntakeSubmissions>, 'cursor' | 'first' | 'orderBy'>

type ListQuery = QueryOf<typeof listIntakeSubmissions>
type Include = ListQuery['include']

export const fetchRequests = (
  filters: ListFilters,
  { cursor, first, orderBy }: PageRequest,
  signal: AbortSignal,
  include?: Include,
): Promise<Connection<ListedSubmission>> =>
  filledPage({ cursor, first }, (page) =>
    call(listIntakeSubmissions, {
      query: { ...filters, ...page, orderBy, include: include?.length ? include : ['none'] } as ListQuery,
      signal,
    }),
  )

/** Questions that the list can be filtered by. */
export const useFilterOptions = (intakeCategoryId: string | undefined, source?: 'PUBLIC', enabled = true) =>
  useQuery({
    enabled,
    queryKey: requestKeys.filterOptions(intakeCategoryId, source),
    queryFn: ({ signal }) => call(listFilterOptions, { query: { intakeCategoryId, source }, signal }),
    placeholderData: keepPreviousData,
  })

/** A category's custom columns in its list. */
export const useCategoryColumns = (intakeCategoryId: string | undefined) =>
  useQuery({
    queryKey: requestKeys.columns(intakeCategoryId ?? ''),
    queryFn: ({ signal }) =>
      call(listCategoryColumns, { params: { intakeCategoryId: intakeCategoryId ?? '' }, signal }),
    enabled: intakeCategoryId !== undefined,
  })

export const useSavedFilters = () =>
  useQuery({ queryKey: requestKeys.savedFilters, queryFn: ({ signal }) => call(listFilterQueries, { signal }) })

export const saveFilter = (body: BodyOf<typeof saveFilterQuery>, commandId: string) =>
  call(saveFilterQuery, { body, commandId })

export const deleteSavedFilter = (id: string, commandId: string) =>
  call(deleteFilterQuery, { params: { id }, commandId })

export const archiveRequests = (body: BodyOf<typeof archiveSeveral>, commandId: string) =>
  call(archiveSeveral, { body, commandId })

export const remindRequests = (body: BodyOf<typeof remindSeveral>, commandId: string) =>
  call(remindSeveral, { body, commandId })

export const categoriesQuery = (type: CategoryType) =>
  queryOptions({
    queryKey: requestKeys.categories(type),
    queryFn: ({ signal }) => call(listIntakeCategories, { query: { type }, signal }),
  })

/** What members file in, or the public forms. */
export const useCategories = (type: CategoryType = 'INTERNAL') => useQuery(categoriesQuery(type))

interface FormOptions {
  /** For a request in progress, the form it was filed with. Otherwise the newest one. */
  formVersion?: number | undefined
  enabled?: boolean
}

export const useForm = (intakeCategoryId: string, { formVersion, enabled = true }: FormOptions = {}) =>
  useQuery({
    queryKey: requestKeys.form(intakeCategoryId, formVersion),
    queryFn: ({ signal }) =>
      call(getIntakeSteps, { params: { intakeCategoryId }, ...(formVersion && { query: { formVersion } }), signal }),
    enabled,
  })

export const readSubmission = (id: string, signal?: AbortSignal) =>
  call(getIntakeSubmission, { params: { id }, signal })

export const readAnswers = (id: string, signal?: AbortSignal) => call(getIntakeAnswers, { params: { id }, signal })

export const submissionQuery = (id: string) =>
  queryOptions({ queryKey: requestKeys.submission(id), queryFn: ({ signal }) => readSubmission(id, signal) })
export const useSubmission = (id: string, enabled = true) => useQuery({ ...submissionQuery(id), enabled })

export const useAnswers = (id: string, enabled = true) =>
  useQuery({ queryKey: requestKeys.answers(id), queryFn: ({ signal }) => readAnswers(id, signal), enabled })

export const useApprovals = (id: string, enabled = true) =>
  useQuery({
    queryKey: requestKeys.approvals(id),
    queryFn: ({ signal }) => call(getApprovals, { params: { id }, signal }),
    enabled,
  })

/** What changed since a version of the answers. */
export const useChanges = (id: string, since: number | null) => {
  const { keyOf, changesSince } = useSubjectApi()
  return useQuery({
    queryKey: [...keyOf(id), 'changes', since],
    queryFn: ({ signal }) => changesSince(id, since ?? 0, signal),
    enabled: since !== null,
  })
}

export const useTabs = (id: string, enabled = true) =>
  useQuery({
    queryKey: requestKeys.tabs(id),
    queryFn: ({ signal }) => call(getIntakeTabs, { params: { id }, signal }),
    enabled,
  })

export type PreviewInput = BodyOf<typeof previewApprovals>

/** Who would approve these answers. The last result stays visible while the next one is computed. */
export const usePreview = (input: PreviewInput, enabled: boolean) =>
  useQuery({
    queryKey: requestKeys.preview(input),
    queryFn: ({ signal }) => call(previewApprovals, { body: input, signal }),
    placeholderData: keepPreviousData,
    enabled,
  })

type DecideBody = BodyOf<typeof decideIntakeSubmission>

/** `onRefused` returns true if it told the person itself. `offer` confirms the action and offers to undo it. */
export const useDecide = (
  id: string,
  onRefused: (error: Error) => boolean,
  offer: (message: string, sequence: number) => void,
) => {
  const { keyOf, decide, noun } = useSubjectApi()
  return useCommand({
    run: (body: DecideBody, { commandId }) => decide(id, body, commandId),
    onSuccess: ({ status, sequence }, decision) => {
      const what = capital(noun)
      const approved = status === 'APPROVED' ? `${what} approved` : 'Your approval is recorded'
      offer(decision.status === 'REJECTED' ? `${what} rejected` : approved, sequence)
    },
    invalidates: [keyOf(id)],
    onError: onRefused,
  })
}

export const useCompleteTask = (id: string, onRefused: (error: Error) => boolean) =>
  useCommand({
    run: (body: BodyOf<typeof completeIntakeTask>, { commandId }) =>
      call(completeIntakeTask, { params: { id }, body, commandId }),
    success: 'Task completed',
    invalidates: [requestKeys.one(id)],
    onError: onRefused,
  })

export const useRemind = (id: string) => {
  const { keyOf, remind } = useSubjectApi()
  return useCommand({
    run: (body: Parameters<typeof remind>[1], { commandId }) => remind(id, body, commandId),
    success: 'Reminder sent',
    invalidates: [keyOf(id)],
  })
}

export const useRestart = (id: string) =>
  useCommand({
    run: (_: undefined, { commandId }) => call(restartIntakeSubmission, { params: { id }, commandId }),
    success: 'Approvals restarted',
    invalidates: [requestKeys.one(id)],
  })

export const useDeleteDraft = (onSuccess: () => void) =>
  useCommand({
    run: (id: string, { commandId }) => call(deleteIntakeSubmission, { params: { id }, commandId }),
    success: 'Draft deleted',
    onSuccess,
  })
