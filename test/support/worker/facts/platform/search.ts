import { searchFixtures } from '../../fixtures/search.ts'
import type { AreaFacts } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: searchFixtures,
  limits: {
    'lookups.users-for-mention': 'query 20000',
    'search.global': 'query 20000',
  },
}
