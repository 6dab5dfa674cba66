import { managedMemberFixtures } from '../../fixtures/managed-members.ts'
import { memberAccessFixtures } from '../../fixtures/member-access.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: { ...managedMemberFixtures, ...memberAccessFixtures },
  left: {
    'members.send-new-member-invite': left('member.invited', 'member.invite'),
    'members.create': left('member.added', 'directory.people'),
    'members.users-by-email': left('member.added', 'directory.people'),
    'members.set-enabled': left('member.disabled', 'member.hand-over'),
    'members.set-notification-settings': left('member.notifications-changed'),
    'members.update': left('member.changed'),
    // Payments access waits for a second person.
    'members.set-permissions': left('company.setting-asked', 'payments.alarm'),
    'members.set-groups': left('member.changed group.members-added'),
    'members.set-departments': left('member.changed department.members-added'),
    'members.set-business-units': left('member.changed business-unit.members-added'),
    'members.save-filter': left(),
    'members.delete-view': left(),
  },
  leftElse: {
    "members.create: somebody new in the lead's department": left(
      'member.added department.members-added',
      'directory.people',
    ),
    'members.set-permissions: super viewer access': left('member.changed'),
    'members.set-permissions: department access': left('member.changed'),
    'members.set-permissions: admin access of somebody who has it': left('member.changed'),
    'members.create sendNewMemberEmail true': left('member.added', 'directory.people member.invite'),
    'members.users-by-email: the address of a member': left(''),
    'members.set-enabled enabled true': left('member.enabled'),
    'members.set-enabled enabled false': left(''),
  },
  limits: {
    'members.set-notification-settings': 'mailsOff[] 5',
    'members.create':
      'email 254; firstName 100; lastName 100; title 200; departmentIds[] 200; businessUnitIds[] 200; groupIds[] 200; entityIds[] 200',
    'members.by-filter': 'by[] 3; dir[] 3',
    'members.save-filter': 'userIds[] 100; name 200; email 254; by[] 3; dir[] 3; columns 3000; label 80',
    'members.list': 'userIds[] 100; name 200; email 254; by[] 3; dir[] 3',
    'members.list-csv': 'userIds[] 100; name 200; email 254',
    'members.totals': 'userIds[] 100; name 200; email 254',
    'members.send-new-member-invite': 'userIds[] 100',
    'members.set-business-units': 'memberIds[] 100; businessUnitIds[] 200',
    'members.set-departments': 'memberIds[] 100; departmentIds[] 200',
    'members.set-groups': 'memberIds[] 100; groupIds[] 200',
    'members.set-permissions': 'memberIds[] 100',
    'members.update':
      'email 254; firstName 100; lastName 100; title 200; departmentIds[] 200; businessUnitIds[] 200; groupIds[] 200; entityIds[] 200',
    'members.users-by-email': 'email 254',
  },
  acting: ['members.save-filter', 'members.delete-view'],
}
