import { externalRequestFixtures } from '../../fixtures/external-requests.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: externalRequestFixtures,
  left: {
    'external-requests.upload': left(),
    'external-requests.start': left('external-requests.imported', 'external-requests.run'),
    'external-requests.roll-back': left('external-requests.taken-back', 'external-requests.run'),
    'external-requests.delete': left(),
  },
  limits: {
    'external-requests.upload': 'system 100',
  },
}
