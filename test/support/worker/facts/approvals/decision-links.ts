import { decisionLinkFixtures } from '../../fixtures/decision-links.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: decisionLinkFixtures,
  left: {
    'approvals.save-decision-links': left('company.decision-links-changed'),
    'approvals.decide-by-link': left('intake-submission.block-approved approvals.decided-from-email', 'request.notify'),
  },
  leftElse: {
    'approvals.save-decision-links enabled true': left(''),
  },
  limits: {
    'approvals.decide-by-link': 'token 200; text 10000',
    'approvals.open-decision-document': 'token 200',
    'approvals.open-decision-link': 'token 200',
    'approvals.save-decision-links': 'maxAmount 1–',
  },
}
