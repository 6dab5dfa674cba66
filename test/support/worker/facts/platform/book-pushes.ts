import { bookPushFixtures } from '../../fixtures/book-pushes.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: bookPushFixtures,
  left: {
    'integrations.connect-custom': left('accounting.connected'),
    'custom-sync.push': left(),
    'custom-sync.complete': left('accounting.generation-complete', 'sync.run'),
    'custom-sync.discard': left('accounting.generation-discarded'),
  },
  limits: {
    'custom-sync.push': 'part 1–100; rows 1–200000',
    'integrations.connect-custom': 'name 120',
  },
}
