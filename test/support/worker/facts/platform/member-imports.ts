import { memberImportFixtures } from '../../fixtures/member-imports.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: memberImportFixtures,
  left: {
    'member-imports.upload': left(),
    'member-imports.check': left(),
    'member-imports.start': left('member.added', 'directory.people'),
    'member-imports.undo': left('member.removed', 'directory.people'),
    'member-imports.delete': left(),
  },
  leftElse: {
    'member-imports.start sendsInvitations true': left('member.added', 'directory.people member.invite'),
    'member-imports.undo isRehearsal true': left(),
  },
  limits: {
    'member-imports.check': 'mapping[] 100; mapping[] 200',
  },
}
