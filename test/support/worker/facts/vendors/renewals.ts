import { renewalFixtures } from '../../fixtures/renewals.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: renewalFixtures,
  left: {
    'services.create-renewal-feed': left('member.renewal-feed-created'),
    'services.delete-renewal-feed': left('member.renewal-feed-deleted'),
    'services.save-renewal-reminder-config': left('company.renewal-reminders-changed'),
  },
  limits: {
    'services.save-renewal-reminder-config': 'message 2000; groupsToSendTo[] 50; name 200',
  },
}
