import { NOBODY, nothing, READERS, told, UNCONCERNED } from '../../fixtures/fixture.ts'
import type { AreaFacts } from '../area-facts.ts'

const NOT_PAYER = `${READERS.replace(' admin', '')} ${UNCONCERNED.replace(' payer', '')} otherMember offMember offAdmin`

export const facts: AreaFacts = {
  fixtures: {
    'payments.worklist': {
      cases: [
        {
          of: 'what waits',
          outcomes: told({ UNAUTHENTICATED: NOBODY, OK: 'admin payer otherAdmin', FORBIDDEN: NOT_PAYER }),
          input: nothing,
        },
      ],
      invalid: null,
      unknown: null,
      repeat: null,
    },
  },
}
