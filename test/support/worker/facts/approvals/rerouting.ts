import { reroutingFixtures } from '../../fixtures/rerouting.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: reroutingFixtures,
  left: {
    // A request that is up to date stays as it is.
    'approvals.move-running': left(),
  },
  limits: {
    'approvals.find-running': 'after 100',
    'approvals.move-running': 'requests[] 20; sequence 1–',
  },
}
