import { companyFixtures } from '../../fixtures/company.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: companyFixtures,
  left: {
    'first-steps.set': left('company.first-steps'),
    'first-steps.tried-approvals': left(),
    'sample-data.load': left(
      'vendor.created vendor.created vendor.created vendor.created service.created service.created service.created service.created service.created service.created document.created document.created intake-category.created intake-workflow.created intake-submission.submitted intake-submission.block-approved intake-submission.block-approved intake-submission.task-completed intake-submission.approved intake-submission.submitted intake-submission.block-rejected intake-submission.rejected intake-submission.submitted intake-submission.block-approved intake-submission.block-approved intake-submission.submitted intake-submission.drafted sample-data.loaded',
      'document.read document.read',
    ),
    'sample-data.remove': left('sample-data.removed'),
    'company.update-settings': left('company.features-changed'),
  },
  limits: {
    'company.update-settings': 'timeZone 60',
  },
  leftElse: {
    'first-steps.set state OPEN': left(''),
  },
}
