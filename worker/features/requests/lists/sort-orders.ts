import { REQUEST_SORT_FIELDS } from '../../../../schema/requests/endpoints.ts'
import type { Way } from '../../../core/list/rows.ts'

/** In which index requests are found in an order. */

export type SortField = (typeof REQUEST_SORT_FIELDS)[number]
type Indexes = Partial<Record<SortField, string>>

/** The sort columns, before the number. */
const COLUMNS: Record<SortField, readonly string[]> = {
  createdAt: ['created_at'],
  id: ['number'],
  number: ['number'],
  status: ['status', 'created_at'],
  requestorName: ['requestor_name'],
  coalescedRequestAmount: ['amount_sort'],
  dueDate: ['due_sort'],
}
export const isByNumber = (field: SortField): boolean => COLUMNS[field][0] === 'number'
export const isByCreation = (field: SortField): boolean => COLUMNS[field].includes('created_at')

interface Sort {
  columns: string[]
  usual: 'DESC'
  index: string | undefined
  from: string | undefined
  isUnique?: true
}
type Sorts = Record<SortField, Sort>
const sortsOf = (alias: string, indexes: Indexes, from: Partial<Record<SortField, string>> = {}): Sorts => {
  const sort = (field: SortField) => ({
    columns: COLUMNS[field].map((column) => `${alias}.${column}`),
    ...{ usual: 'DESC' as const, index: indexes[field], from: from[field] },
    ...(isByNumber(field) && { isUnique: true as const }),
  })
  const sorts: Partial<Sorts> = {}
  for (const field of REQUEST_SORT_FIELDS) sorts[field] = sort(field)
  return sorts as Sorts
}

const own = (indexes: Indexes) => ({ from: 'intake_submissions s', id: 's.number', sorts: sortsOf('s', indexes) })
const INDEXES = {
  createdAt: 'intake_submissions_created',
  id: 'intake_submissions_number',
  number: 'intake_submissions_number',
  status: 'intake_submissions_status',
  requestorName: 'intake_submissions_name',
  coalescedRequestAmount: 'intake_submissions_amount',
  dueDate: 'intake_submissions_due',
}
export const OWN = own(INDEXES)
/** A person's drafts are few, and sorted once they are found. */
export const DRAFTS = own({ createdAt: 'intake_submissions_author' })

const ORDERS = {
  createdAt: 'request_orders p',
  id: 'request_number_orders p',
  number: 'request_number_orders p',
  status: 'request_status_orders p',
  requestorName: 'request_name_orders p',
  coalescedRequestAmount: 'request_amount_orders p',
  dueDate: 'request_due_orders p',
}
/** A person's requests: a table for each order. */
export const OF_PERSON: Way<SortField> = {
  ...{ from: ORDERS.createdAt, id: 'p.number', hasNoCompany: true as const },
  sorts: sortsOf('p', {}, ORDERS),
}
/** What waits for a person. */
export const ASKED: Way<SortField> = { ...OF_PERSON, sorts: sortsOf('p', { createdAt: 'request_orders_asked' }) }

export interface Lead {
  way: Way<SortField>
  /** What it is equal in. */
  columns: readonly string[]
}
const lead = (index: string, ...columns: string[]): Lead => ({ way: own({ ...INDEXES, createdAt: index }), columns })

/** Equalities with an index in creation order. The first one whose columns are all filtered leads. */
export const LEADS = [
  lead('intake_submissions_vendor', 's.vendor_id', 's.status', 's.intake_category_id'),
  lead('intake_submissions_requestor', 's.requestor_user_id'),
  lead('intake_submissions_assignee', 's.assignee_user_id'),
  lead('intake_submissions_of_vendor', 's.vendor_id'),
  lead('intake_submissions_category', 's.intake_category_id'),
]
/** A status alone matches more requests than the others. */
export const STATUS_LEAD = lead('intake_submissions_status', 's.status')
/** Requests from public forms, and archived ones, are usually few. Their indexes contain nothing else. */
export const PUBLIC_LEAD = lead('intake_submissions_contact')
export const ARCHIVED_LEAD = lead('intake_submissions_archived')
