import { guardedFixtures } from '../../fixtures/payment-details.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: guardedFixtures,
  left: { 'guarded-changes.decide': left('payments.limits-changed company.setting-confirmed') },
  leftElse: {
    'guarded-changes.decide shouldConfirm false': left('company.setting-cancelled'),
  },
}
