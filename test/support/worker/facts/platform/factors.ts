import { secondFactorFixtures } from '../../factors/fixtures.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: secondFactorFixtures,
  left: {
    'factors.begin-app': left(),
    'factors.prove-app': left('member.factor-added', 'factors.changed'),
    'factors.begin-passkey': left(),
    'factors.add-passkey': left('member.factor-added', 'factors.changed'),
    'factors.rename-passkey': left('member.factor-renamed'),
    'factors.remove': left('member.factor-removed', 'factors.changed'),
    'factors.renew-recovery-codes': left('member.recovery-codes-renewed', 'factors.changed'),
    'factors.ask-for-passkey': left(),
    'factors.set-settings': left(),
    'factors.reset': left('member.factors-reset', 'factors.changed factors.changed'),
    'factors.cancel-reset': left('member.factor-reset-canceled', 'factors.changed factors.changed'),
    'factors.cancel-own-reset': left('member.factor-reset-canceled', 'factors.changed factors.changed'),
    'factors.give': left('session.factor-given', 'factors.changed'),
  },
  limits: {
    'factors.add-passkey':
      'name 60; id 1400; rawId 1400; clientDataJSON 8000; attestationObject 60000; authenticatorData 20000; transports[] 10; transports[] 40; publicKey 20000',
    'factors.give':
      'code 40; recoveryCode 40; id 1400; rawId 1400; clientDataJSON 8000; authenticatorData 20000; signature 20000; userHandle 200',
    'factors.prove-app': 'code 40',
    'factors.rename-passkey': 'name 60',
  },
  viewing: ['factors.ask-for-passkey', 'factors.give'],
}
