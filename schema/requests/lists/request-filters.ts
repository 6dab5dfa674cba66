import { SHOWN_STATUSES, STATUS_WORDS } from '../../approvals/engine/statuses.ts'
import { choiceFilter, pairsFilter, yesNoFilter } from '../../shared/list-filters.ts'
import { pageFilters } from './filters.ts'

const SOURCES = ['MEMBERS', 'PUBLIC'] as const

/** What the list can be filtered by: what its page offers, and more. */
export const requestFilters = {
  ...pageFilters,
  /** ARCHIVED is the filter with that name. */
  status: choiceFilter(SHOWN_STATUSES, { ...STATUS_WORDS, ARCHIVED: 'Archived' }, { label: 'Status' }),
  /**
   * What members filed, or what came by the public forms of sourcing categories. Without it, a category's list has what
   * is filed in it, and others have what members filed.
   */
  source: choiceFilter(SOURCES, { MEMBERS: 'Members', PUBLIC: 'Public forms' }, { label: 'From' }),
  /** The person's own drafts instead of submitted requests. */
  drafts: yesNoFilter({ label: 'Drafts' }),
  /** The person's own requests only. */
  mine: yesNoFilter({ label: 'Own' }),
  /** As answers, for custom fields of a request's linked services, and of their periods. */
  serviceAnswerFilters: pairsFilter('serviceAnswerFilters', 'serviceAnswers'),
  servicePeriodAnswerFilters: pairsFilter('servicePeriodAnswerFilters', 'periodAnswers'),
} as const
