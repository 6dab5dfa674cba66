import { provisioningFixtures } from '../../provisioning/fixtures.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: provisioningFixtures,
  left: {
    'provisioning.create-key': left('company.provisioning-key-created'),
    'provisioning.revoke-key': left('company.provisioning-key-revoked'),
    'provisioning.set-new-people': left('company.new-people-set'),
    'provisioning.save-entity-mappings': left('company.provisioning-mapped', 'provisioning.move'),
    'provisioning.save-business-unit-mappings': left('company.provisioning-mapped', 'provisioning.move'),
    'provisioning.save-department-mappings': left('company.provisioning-mapped', 'provisioning.move'),
    'provisioning.save-group-mappings': left('company.provisioning-mapped', 'provisioning.move'),
  },
  limits: {
    'provisioning.list-entity-mappings': 'by[] 1; dir[] 1',
    'provisioning.save-business-unit-mappings': 'body[] 100; integrationBusinessUnit 200',
    'provisioning.save-department-mappings': 'body[] 100; integrationDepartment 200',
    'provisioning.save-entity-mappings': 'body[] 100; integrationEntity 200',
    'provisioning.save-group-mappings': 'body[] 100; integrationGroup 200',
  },
}
