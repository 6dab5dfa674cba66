import { vendorImportFixtures } from '../../fixtures/vendor-merges.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: vendorImportFixtures,
  left: {
    'vendor-imports.upload': left(),
    'vendor-imports.check': left(),
    'vendor-imports.start': left('vendor-import.started', 'vendor-import.run'),
    'vendor-imports.roll-back': left('vendor-import.taken-back', 'vendor-import.run'),
    'vendor-imports.delete': left(),
  },
  limits: {
    'vendor-imports.check': 'mapping[] 100; mapping[] 200',
  },
}
