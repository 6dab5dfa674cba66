import { requestServiceFixtures } from '../../fixtures/request-services.ts'
import { requestFixtures } from '../../fixtures/requests.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: { ...requestFixtures, ...requestServiceFixtures },
  left: {
    'intake.delete-submission': left('intake-submission.draft-deleted'),
    'intake.save-submission': left('intake-submission.submitted', 'request.notify'),
    'intake.decide': left('intake-submission.block-approved', 'request.notify'),
    'intake.undo-decision': left('intake-submission.decision-undone'),
    'intake.complete-task': left('intake-submission.task-completed', 'request.notify'),
    'intake.remind': left('intake-submission.reminded', 'request.notify'),
    'intake.restart': left('intake-submission.restarted', 'request.notify'),
    'intake.add-services': left('intake-submission.services-added'),
    'intake.unlink-service': left('intake-submission.service-removed'),
  },
  leftElse: {
    'intake.decide status REJECTED': left(
      'intake-submission.block-rejected intake-submission.rejected',
      'request.notify',
    ),
    'intake.delete-submission: a submitted request': left('intake-submission.deleted'),
    'intake.save-submission: a submitted request': left('intake-submission.edited', 'request.notify'),
    "intake.save-submission: somebody's draft": left(''),
  },
  limits: {
    'intake.add-services': 'serviceIds[] 50',
    'intake.complete-task': 'comment 5000',
    'intake.decide': 'comment 5000',
    'intake.get-changes': 'since 0–',
    'intake.list-submissions':
      'search 200; departmentIds[] 20; answerFilters[] 40; answerFilters[] 500; serviceAnswerFilters[] 20; serviceAnswerFilters[] 500; servicePeriodAnswerFilters[] 20; servicePeriodAnswerFilters[] 500; by[] 3; dir[] 3; include[] 5',
    'intake.preview-approvals':
      'answers[] 1000; value 20000; years 0–999; months 0–9999; days 0–99999; country 80; address1 300; address2 300; city 120; state 120; postalCode 40; memo 500; value[] 1000; name 500; departmentApproverAssigneeName 500; note 50000; steps[] 100; stepLabel 500; fields[] 1000',
    'intake.remind': 'note 2000',
    'intake.save-submission':
      'batch 1–100; totalBatches 1–100; watcherUserIds[] 100; title 500; answers[] 1000; value 20000; years 0–999; months 0–9999; days 0–99999; country 80; address1 300; address2 300; city 120; state 120; postalCode 40; memo 500; value[] 1000; name 500; departmentApproverAssigneeName 500; note 50000; steps[] 100; stepLabel 500; fields[] 1000',
    'intake.undo-decision': 'sequence 1–',
    'requests.totals':
      'search 200; departmentIds[] 20; answerFilters[] 40; answerFilters[] 500; serviceAnswerFilters[] 20; serviceAnswerFilters[] 500; servicePeriodAnswerFilters[] 20; servicePeriodAnswerFilters[] 500',
  },
  acting: ['intake.save-submission', 'intake.remind', 'intake.add-services', 'intake.unlink-service'],
}
