import { NOBODY, OFF, type OperationFixture, READERS, told, UNCONCERNED } from '../../fixtures/fixture.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

/** Admins, for their own company. */
const configures = told({
  UNAUTHENTICATED: NOBODY,
  OK: 'admin otherAdmin',
  FORBIDDEN: `${READERS.replace(' admin', '')} ${UNCONCERNED} otherMember ${OFF}`,
})
/** Each call changes something. */
let minute = 0
const closes = (): string => `17:${String(1 + (minute++ % 59)).padStart(2, '0')}`

/** When the company works. */
const businessHoursFixtures: Record<string, OperationFixture> = {
  'business-hours.get': {
    cases: [{ of: 'the company', outcomes: configures, input: () => ({}) }],
    invalid: null,
    unknown: null,
    repeat: null,
  },
  'business-hours.holidays': {
    cases: [{ of: 'a country', outcomes: configures, input: () => ({ country: 'US' }) }],
    invalid: { change: { country: 'XX' }, field: 'country' },
    unknown: null,
    repeat: null,
  },
  'business-hours.save': {
    cases: [
      {
        of: 'the company',
        outcomes: configures,
        input: () => ({ opens: '09:00', closes: closes(), weekdays: [1, 2, 3, 4, 5] }),
      },
    ],
    invalid: { change: { closes: '08:00' }, field: 'closes' },
    unknown: null,
    repeat: (input) => ({ ...input, opens: '08:30' }),
  },
}

export const facts: AreaFacts = {
  fixtures: businessHoursFixtures,
  left: { 'business-hours.save': left('company.business-hours-changed') },
  limits: {
    'business-hours.save': 'weekdays[] 7; weekdays[] 0–6; worked[] 60; worked[] 100; own[] 100; name 100',
  },
}
