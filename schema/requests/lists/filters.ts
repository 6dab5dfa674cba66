import { z } from 'zod'
import { SHOWN_STATUSES } from '../../approvals/engine/statuses.ts'
import {
  choiceFilter,
  dayFilter,
  lookupFilter,
  pairsFilter,
  searchFilter,
  statusFilter,
  yesNoFilter,
} from '../../shared/list-filters.ts'

/** The filters of the list. Apart from its rows, because the address of its page needs no more. */

const SOURCES = ['MEMBERS', 'PUBLIC'] as const
const STATUS_WORDS = {
  ...{ PENDING: 'Pending', APPROVED: 'Approved', REJECTED: 'Rejected', WITHDRAWN: 'Withdrawn', ARCHIVED: 'Archived' },
} as const

/** Days are in the person's time zone. */
export const requestFilters = {
  search: searchFilter('Search requests', 'Search title or number'),
  filter: statusFilter(['ACTION_REQUIRED', 'ACTIVE', 'ALL', 'ARCHIVED']),
  /** What members filed, or what came by the public forms of sourcing categories. */
  source: {
    ...choiceFilter(SOURCES, { MEMBERS: 'Members', PUBLIC: 'Public forms' }, { label: 'From' }),
    schema: z.enum(SOURCES).default('MEMBERS'),
  },
  /** ARCHIVED is the filter with that name. */
  status: choiceFilter(SHOWN_STATUSES, STATUS_WORDS, { label: 'Status' }),
  intakeCategoryId: lookupFilter('category', { label: 'Category', isFurther: true }),
  requestorUserId: lookupFilter('member', { label: 'Requester', isFurther: true }),
  assigneeUserId: lookupFilter('member', { label: 'Assignee', isFurther: true }),
  vendorId: lookupFilter('vendor', { label: 'Vendor', isFurther: true }),
  /** The person's own drafts instead of submitted requests. */
  drafts: yesNoFilter({ label: 'Drafts' }),
  /** The person's own requests only. */
  mine: yesNoFilter({ label: 'Own' }),
  createdFrom: dayFilter('Created from'),
  createdTo: dayFilter('Created until'),
  submittedFrom: dayFilter('Submitted from'),
  submittedTo: dayFilter('Submitted until'),
  /** For the final approval or rejection. */
  decidedFrom: dayFilter('Approved or rejected from'),
  decidedTo: dayFilter('Approved or rejected until'),
  dueFrom: dayFilter('Due from'),
  dueTo: dayFilter('Due until'),
  /**
   * Question labels, each followed by a value: the id of a choice, the label of a custom option, `true` or `false`, or
   * `from,to` dates. Repeating a label means any of its values.
   */
  answerFilters: pairsFilter('answerFilters', 'answers', 20),
  /** The same for custom fields of a request's linked services, and of their periods. */
  serviceAnswerFilters: pairsFilter('serviceAnswerFilters', 'serviceAnswers'),
  servicePeriodAnswerFilters: pairsFilter('servicePeriodAnswerFilters', 'periodAnswers'),
} as const
