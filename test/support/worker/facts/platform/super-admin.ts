import { superAdminFixtures } from '../../fixtures/super-admin.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: superAdminFixtures,
  left: {
    'moves.start': left('company.move-started'),
    'moves.continue': left(),
    'moves.take-back': left('company.move-taken-back'),
    'moves.confirm': left('company.move-confirmed'),
    'super-admin.create-company': left('company.created member.added', 'directory.people member.invite'),
    'super-admin.update-company': left('company.name-changed'),
    'super-admin.enable-company-features': left('company.features-changed'),
    'super-admin.invite-admin': left('member.added', 'directory.people member.invite'),
    'super-admin.save-entities': left('entity.created'),
    'super-admin.logo-upload-url': left(),
    'super-admin.set-logo': left('company.logo-changed'),
    'super-admin.delete-logo': left('company.logo-changed'),
  },
  limits: {
    'moves.start': 'toCell 0–',
    'super-admin.create-company': 'name 120; email 254; firstName 100; lastName 100',
    'super-admin.enable-company-features': 'features[] 34',
    'super-admin.invite-admin': 'email 254; firstName 100; lastName 100',
    'super-admin.list-companies': 'search 120; by[] 1; dir[] 1',
    'super-admin.logo-upload-url': 'fileName 300',
    'super-admin.save-entities': 'entities[] 200; name 120',
    'super-admin.set-logo': 'fileName 300',
    'super-admin.update-company': 'name 120',
  },
}
