import { signOnFixtures } from '../../sign-on/fixtures.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: signOnFixtures,
  left: {
    'sign-on.begin': left(),
    'sign-on.finish': left('session.method-linked'),
  },
  limits: {
    'sign-on.begin': 'email 254',
    'sign-on.finish': 'provider 100; answer 8000',
    'sign-on.methods': 'domain 253',
  },
  viewing: ['sign-on.begin', 'sign-on.finish'],
}
