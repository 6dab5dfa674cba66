import { lookupFixtures } from '../../fixtures/session.ts'
import type { AreaFacts } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: lookupFixtures,
  limits: {
    'lookups.business-unit-select-options': 'search 200; ids[] 100',
    'lookups.department-approver-select-options': 'search 200; ids[] 100',
    'lookups.department-select-options': 'search 200; ids[] 100',
    'lookups.entity-select-options': 'search 200; ids[] 100',
    'lookups.group-select-options': 'search 200; ids[] 100',
    'lookups.location-select-options': 'search 200; ids[] 100',
    'lookups.member-select-options': 'search 200; ids[] 100',
    'lookups.request-category-select-options': 'search 200; ids[] 100',
    'lookups.service-select-options': 'search 200; ids[] 100',
    'lookups.spend-category-select-options': 'search 200; ids[] 100',
    'lookups.vendor-select-options': 'search 200; ids[] 100',
  },
}
