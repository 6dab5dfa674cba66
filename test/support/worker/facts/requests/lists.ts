import { requestListFixtures } from '../../fixtures/request-lists.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: requestListFixtures,
  left: {
    'intake.save-filter-query': left(),
    'intake.delete-filter-query': left(),
    'intake.duplicate': left('intake-submission.drafted'),
    'intake.archive-several': left('intake-submission.archived', 'request.notify'),
    'intake.remind-several': left(
      'intake-submission.reminded intake-submission.reminded',
      'request.notify request.notify',
    ),
  },
  leftElse: {
    'intake.archive-several archived true': left(''),
    'intake.archive-several archived false': left('intake-submission.unarchived', 'request.notify'),
  },
  limits: {
    'intake.archive-several': 'ids[] 100; message 5000',
    'intake.download-submissions':
      'search 200; departmentIds[] 20; answerFilters[] 40; answerFilters[] 500; serviceAnswerFilters[] 20; serviceAnswerFilters[] 500; servicePeriodAnswerFilters[] 20; servicePeriodAnswerFilters[] 500',
    'intake.remind-several': 'ids[] 100; note 2000',
    'intake.save-filter-query': 'label 100; queryString 4000',
  },
  acting: [
    'intake.archive-several',
    'intake.remind-several',
    'intake.duplicate',
    'intake.save-filter-query',
    'intake.delete-filter-query',
  ],
}
