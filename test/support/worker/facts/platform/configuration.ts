import { companyConfigurationFixtures } from '../../fixtures/company-configuration.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: companyConfigurationFixtures,
  left: {
    'configuration.export': left('configuration.exported'),
    'configuration.import': left('configuration.import-started', 'configuration.run'),
    'configuration.undo-import': left('configuration.undo-started', 'configuration.run'),
  },
  limits: {
    'configuration.compare': 'file 500000; mappings[] 1000; name 600; to 600; removals[] 500; section 60; name 300',
    'configuration.import':
      'file 500000; mappings[] 1000; name 600; to 600; removals[] 500; section 60; name 300; fileName 200; fingerprint 100',
  },
}
