import { syncRunFixtures } from '../../fixtures/sync-runs.ts'
import type { AreaFacts } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: syncRunFixtures,
}
