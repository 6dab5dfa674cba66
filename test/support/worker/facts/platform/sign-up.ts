import { signUpFixtures } from '../../fixtures/session.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: signUpFixtures,
  left: {
    'sign-up.ask': left('', 'sign-up.link'),
    'sign-up.start': left('company.created member.joined', 'directory.people'),
  },
  limits: {
    'sign-up.ask': 'email 254; personToken 2048',
    'sign-up.look': 'token 200',
    'sign-up.start': 'token 200; companyName 120; firstName 100; lastName 100; timeZone 60',
  },
  viewing: ['sign-up.ask', 'sign-up.start'],
}
