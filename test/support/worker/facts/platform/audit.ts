import { auditFixtures } from '../../fixtures/audit.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: auditFixtures,
  left: {
    'audit.set-recipients': left('company.audit-recipients-changed'),
  },
  limits: {
    'audit.set-recipients': 'emails[] 20; emails[] 254',
  },
}
