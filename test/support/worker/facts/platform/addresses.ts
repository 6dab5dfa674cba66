import type { OperationFixture } from '../../fixtures/fixture.ts'
import { NOBODY, OFF, OTHERS, OWN, told, VENDORS } from '../../fixtures/fixture.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

const SESSION = '3f1c8a52-0d5e-4a39-9a35-6a6f3f7c1b11'
const anyone = told({ UNAUTHENTICATED: NOBODY, OK: `${OWN} ${OTHERS} ${OFF} ${VENDORS}` })

const asked = (of: string, input: Record<string, string>, field: string): OperationFixture => ({
  cases: [{ of, outcomes: anyone, input: async () => ({ ...input, session: SESSION }) }],
  invalid: { change: { [field]: '' }, field },
  unknown: null,
  repeat: null,
})

export const facts: AreaFacts = {
  fixtures: {
    'addresses.suggest': asked('an address', { query: 'Keizersgracht' }, 'query'),
    'addresses.read-suggested': asked('a suggested address', { id: 'place' }, 'id'),
    'query.googleMapsApiKey': {
      cases: [{ of: 'the key', outcomes: anyone, input: async () => ({}) }],
      invalid: null,
      unknown: null,
      repeat: null,
    },
  },
  left: { 'addresses.suggest': left(), 'addresses.read-suggested': left() },
  limits: { 'addresses.suggest': 'query 200', 'addresses.read-suggested': 'id 400' },
  viewing: ['addresses.suggest', 'addresses.read-suggested'],
}
