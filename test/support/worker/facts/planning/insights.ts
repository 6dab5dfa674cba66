import { insightFixtures } from '../../fixtures/planning/insights.ts'
import type { AreaFacts } from '../area-facts.ts'

const ITEMS = ['Department', 'BusinessUnit', 'Category', 'Location', 'Vendor']
  .flatMap((name) => [`in${name}Ids[] 50`, `notIn${name}Ids[] 50`])
  .join('; ')

export const facts: AreaFacts = {
  fixtures: insightFixtures,
  limits: {
    'insights.transactions': ITEMS,
    'insights.services': ITEMS,
    'insights.spend-requests': ITEMS,
  },
}
