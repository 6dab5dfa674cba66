import { NOBODY, nowhere, OFF, OTHERS, OWN, told } from '../../fixtures/fixture.ts'
import type { AreaFacts } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: {
    'vendor-brief.get': {
      cases: [
        {
          of: 'a vendor',
          outcomes: told({ UNAUTHENTICATED: NOBODY, OK: OWN, NOT_FOUND: `${OTHERS} ${OFF}` }),
          input: (w) => ({ vendorId: w.vendorId }),
        },
      ],
      invalid: { change: { vendorId: 'no id' }, field: 'vendorId' },
      unknown: () => ({ vendorId: nowhere() }),
      repeat: null,
    },
  },
}
