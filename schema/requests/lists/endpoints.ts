import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { listOf } from '../../shared/list.ts'
import { currency } from '../../shared/money.ts'
import { id, option, requiredText } from '../../shared/values.ts'
import { categoryParams } from '../categories/category-endpoints.ts'
import { questionType } from '../forms/question-types.ts'
import { intakeSubmissionRow, nameRef } from '../submissions/row-endpoints.ts'
import { requestFilters } from './request-filters.ts'

/**
 * The list of requests (specification 2 §5, §7 and §9): filters, sorting, its file, and actions on several requests.
 */

/** `id` is the number that people see, because the other ids are random and have no order. */
export const REQUEST_SORT_FIELDS = [
  'createdAt',
  'id',
  'status',
  'requestorName',
  'number',
  'coalescedRequestAmount',
  'dueDate',
] as const
/** Fields that cost further rows and are returned only on request. columnAnswers is only for one category's list. */
export const LIST_EXTRAS = ['createdBy', 'requestorUnits', 'watchers', 'columnAnswers', 'vendorForm'] as const

/** A custom column that a category adds to its list of requests (specification 2 §2). */
export const listColumn = z.object({
  ruleId: z.string().nullable(),
  questionId: z.string().nullable(),
  ordinal: z.number().int(),
  columnName: z.string(),
  /** The id of the question, or of the task. */
  type: z.string(),
})
export type ListColumn = z.infer<typeof listColumn>

/** A request's value in such a column. Empty without an answer, or if the task isn't required. */
export const columnAnswer = listColumn.extend({
  answers: z.array(
    z.object({
      /** The id of what was chosen, or of the task's block. */
      id: z.string().nullable(),
      /** Current names. Minor units if there is a currency. */
      value: z.union([z.string(), z.number(), z.boolean()]),
      currency: currency.nullable(),
    }),
  ),
})
export type ColumnAnswer = z.infer<typeof columnAnswer>

export const listedSubmission = intakeSubmissionRow.extend({
  intakeCategoryId: z.string(),
  assignee: nameRef.nullable(),
  createdBy: nameRef.optional(),
  requestor: nameRef.extend({
    departments: z.array(nameRef).optional(),
    businessUnits: z.array(nameRef).optional(),
  }),
  /** The currency of the amount. */
  currency: currency.nullable(),
  /** The vendor in its answers. */
  vendors: z.array(nameRef),
  watchers: z.array(nameRef).optional(),
  columnAnswers: z.array(columnAnswer).optional(),
  /** Whether it is a form that a vendor fills in, and with which account. */
  forVendor: z.boolean().optional(),
  vendorCompany: nameRef.nullable().optional(),
})
export type ListedSubmission = z.infer<typeof listedSubmission>

/** A page can be short, even empty, and still have a next one, because searching many requests is done in portions. */
export const requestList = listOf({
  name: 'requests',
  id: 'intake.list-submissions',
  path: '/api/intake-submissions',
  noun: 'request',
  nouns: 'requests',
  summary: 'Requests the person can see, page by page',
  filters: requestFilters,
  amounts: 'Amount',
  sorts: REQUEST_SORT_FIELDS,
  groups: ['status', 'requestorName', 'dueDate'],
  more: {
    /** All of them by default. `none` for none. */
    include: z
      .array(z.enum([...LIST_EXTRAS, 'none']))
      .max(LIST_EXTRAS.length)
      .optional()
      .transform((asked) => LIST_EXTRAS.filter((extra) => !asked || asked.includes(extra))),
  },
  node: listedSubmission,
})
export const listIntakeSubmissions = requestList.list
type Query = z.output<typeof requestList.query>
/** Without `include` it has all extras. */
export type RequestListQuery = Omit<Query, 'include'> & Partial<Pick<Query, 'include'>>

export const listCategoryColumns = endpoint({
  id: 'intake.category-columns',
  method: 'GET',
  path: '/api/intake-categories/{intakeCategoryId}/columns',
  summary: 'The columns that a category adds to the list of its requests',
  params: categoryParams,
  response: z.array(listColumn),
})

export const downloadIntakeSubmissions = endpoint({
  id: 'intake.download-submissions',
  method: 'GET',
  path: '/api/download-intake-submissions',
  summary: 'Requests that match the filters, as CSV',
  query: requestList.saved.omit({ orderBy: true }),
  response: z.string(),
  raw: 'text/csv',
})

/** A question that requests can be filtered by. Questions with the same label and type are one. */
export const filterOption = z.object({
  label: z.string(),
  type: questionType,
  /** What can be chosen. Null for dates and for types with a lookup. */
  options: z.array(option).nullable(),
})
export type FilterOption = z.infer<typeof filterOption>

export const listFilterOptions = endpoint({
  id: 'intake.filter-options',
  method: 'GET',
  path: '/api/intake-submissions/filter-options',
  summary: 'Questions that the list can be filtered by, with their choices',
  query: z.object({ intakeCategoryId: id.optional(), source: requestFilters.source.schema }),
  response: z.array(filterOption),
})

export const savedFilter = z.object({ id: z.string(), label: z.string(), queryString: z.string() })
export type SavedFilter = z.infer<typeof savedFilter>
export const MOST_SAVED_FILTERS = 50

export const listFilterQueries = endpoint({
  id: 'intake.list-filter-queries',
  method: 'GET',
  path: '/api/intake-submissions/filter-queries',
  summary: 'The filters that the person has saved, by label',
  response: z.array(savedFilter),
})

export const saveFilterQuery = endpoint({
  id: 'intake.save-filter-query',
  method: 'POST',
  path: '/api/intake-submissions/filter-queries',
  summary: 'Save a filter, or change one of the person’s own',
  body: z.object({
    id: id.optional(),
    label: requiredText(100),
    /** The query string of the list's address. A leading question mark is dropped. */
    queryString: z
      .string()
      .trim()
      .max(4000)
      .transform((text) => text.replace(/^\?/, ''))
      .pipe(z.string().min(1, 'Required')),
  }),
  response: z.object({ id: z.string() }),
})

export const deleteFilterQuery = endpoint({
  id: 'intake.delete-filter-query',
  method: 'DELETE',
  path: '/api/intake-submissions/filter-queries/{id}',
  summary: 'Delete one of the person’s own saved filters',
  params: z.object({ id }),
  response: z.null(),
})

// ---- Actions on several requests

const several = z.array(id).min(1, 'Choose at least one request').max(100, 'At most 100 requests')
const message = z.string().trim().max(5000).optional()

/** The result of each. A refusal doesn't affect the others. */
const resultsOfSeveral = z.object({
  results: z.array(z.object({ id: z.string(), done: z.boolean(), message: z.string().nullable() })),
})
export type ResultsOfSeveral = z.infer<typeof resultsOfSeveral>

export const archiveSeveral = endpoint({
  id: 'intake.archive-several',
  method: 'POST',
  path: '/api/intake-submissions/archived',
  summary: 'Archive or unarchive several requests, with the result for each',
  body: z.object({ ids: several, archived: z.boolean(), message }),
  response: resultsOfSeveral,
})

export const remindSeveral = endpoint({
  id: 'intake.remind-several',
  method: 'POST',
  path: '/api/intake-submissions/remind',
  summary: 'Send reminders for several requests, with the result for each',
  body: z.object({ ids: several, note: z.string().trim().max(2000).optional() }),
  response: resultsOfSeveral,
})
