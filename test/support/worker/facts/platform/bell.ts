import { bellFixtures } from '../../fixtures/bell.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: bellFixtures,
  left: {
    'bell.mark': left(),
    'bell.mark-all': left(),
    'bell.mute': left(),
    'bell.unmute': left(),
  },
}
