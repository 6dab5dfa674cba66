import { checkFixtures } from '../../fixtures/checks.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: checkFixtures,
  left: {
    'checks.decide': left('checks.released'),
    'checks.set-settings': left('checks.settings-changed'),
    'checks.silence': left('checks.silenced', 'checks.run'),
    'checks.lift-silence': left('checks.silence-lifted', 'checks.run'),
    'checks.add-employee-account': left('checks.employee-account-added'),
    'checks.remove-employee-account': left('checks.employee-account-removed'),
  },
  leftElse: {
    'checks.decide decision REJECTED': left('checks.rejected'),
  },
  limits: {
    'checks.add-employee-account': 'employeeName 200; routingNumber 40; accountNumber 60',
    'checks.decide': 'note 1000',
    'checks.list': 'by[] 1; dir[] 1',
    'checks.list-csv': 'by[] 1; dir[] 1',
    'checks.set-settings':
      'similarDays 1–90; splitLimit 0–1000000000000; splitDays 1–60; firstPaymentLimit 0–1000000000000; detailsDays 1–365; patternBills 3–20; offHoursFrom 0–1000000000000; timeZone 60',
    'checks.silence': 'reason 500',
  },
}
