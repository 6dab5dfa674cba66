import { evidenceFixtures } from '../../fixtures/evidence.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: evidenceFixtures,
  left: {
    'evidence.make': left('intake-submission.evidence-asked', 'evidence.make'),
  },
  leftElse: {
    'evidence.make: a bill': left('bill.evidence-asked', 'evidence.make'),
  },
}
