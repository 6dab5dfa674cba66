import { memberFixtures } from '../../fixtures/members.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  suite: 'platform',
  fixtures: memberFixtures,
  left: {
    'settings.set-my-delegate': left('member.delegate-added', 'delegation.notify'),
    'settings.delete-my-delegate': left('member.delegate-removed', 'delegation.notify'),
    'members.set-delegate-approver': left('member.delegate-added', 'delegation.notify'),
    'members.delete-delegate-approver': left('member.delegate-removed', 'delegation.notify'),
  },
  limits: {
    'members.set-delegate-approver': 'note 500; categoryIds[] 100',
    'settings.set-my-delegate': 'note 500; categoryIds[] 100',
  },
}
