import { businessHoursFixtures } from '../../fixtures/business-hours.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: businessHoursFixtures,
  left: { 'business-hours.save': left('company.business-hours-changed') },
  limits: {
    'business-hours.save': 'weekdays[] 7; weekdays 0–6; worked[] 60; worked 100; own[] 100; name 100',
  },
}
