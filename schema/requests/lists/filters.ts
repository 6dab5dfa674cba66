import { REQUEST_STATUSES, STATUS_WORDS } from '../../approvals/engine/statuses.ts'
import {
  amountFilter,
  choiceFilter,
  daysFilters,
  lookupFilter,
  lookupsFilter,
  pairsFilter,
  searchFilter,
  statusFilter,
} from '../../shared/list-filters.ts'

/** The filters that the page of the list offers, apart from its rows, because its address needs no more. */

/** Days are in the person's time zone. */
export const pageFilters = {
  search: searchFilter('Search requests', 'Title or number'),
  filter: { ...statusFilter(['ACTION_REQUIRED', 'ACTIVE', 'ALL', 'ARCHIVED']), label: 'Show' },
  status: choiceFilter(REQUEST_STATUSES, STATUS_WORDS, { label: 'Status' }),
  intakeCategoryId: lookupFilter('category', { label: 'Category', isFurther: true }),
  requestorUserId: lookupFilter('member', { label: 'Requester', isFurther: true }),
  assigneeUserId: lookupFilter('member', { label: 'Assignee', isFurther: true }),
  vendorId: lookupFilter('vendor', { label: 'Vendor', isFurther: true }),
  /** The requester is in any of them. */
  departmentIds: lookupsFilter('department', 'departments', { label: 'Departments', isFurther: true }),
  amount: amountFilter({ label: 'Amount', isFurther: true }),
  ...daysFilters('Created', 'createdFrom', 'createdTo'),
  ...daysFilters('Submitted', 'submittedFrom', 'submittedTo'),
  /** For the final approval or rejection. */
  ...daysFilters('Approved or rejected', 'decidedFrom', 'decidedTo'),
  ...daysFilters('Due', 'dueFrom', 'dueTo'),
  /**
   * Question labels, each followed by a value: the id of a choice, the label of a custom option, `true` or `false`, or
   * `from,to` dates. Repeating a label means any of its values.
   */
  answerFilters: pairsFilter('answerFilters', 'answers', 20),
} as const
