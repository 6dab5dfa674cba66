import { listColumnFixtures } from '../../fixtures/list-columns.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: listColumnFixtures,
  left: {
    'list-columns.keep': left(),
  },
  limits: {
    'list-columns.keep': 'columns 3000',
  },
}
