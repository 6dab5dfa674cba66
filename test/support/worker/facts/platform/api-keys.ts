import { apiKeyFixtures } from '../../fixtures/api-keys.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: apiKeyFixtures,
  left: {
    'settings.create-api-key': left('api-key.created'),
    'settings.delete-api-key': left('api-key.revoked'),
    'settings.set-api-key-enabled': left('api-key.disabled'),
  },
  leftElse: {
    'settings.set-api-key-enabled enabled true': left('api-key.enabled'),
    'settings.set-api-key-enabled enabled false': left(''),
  },
  limits: {
    'settings.create-api-key': 'name 32',
  },
}
