import { notificationSettingsFixtures } from '../../fixtures/notification-settings.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: notificationSettingsFixtures,
  left: {
    'settings.save-my-notifications': left(),
    'settings.unsubscribe': left('member.notifications-changed'),
    'settings.save-company-notifications': left('company.notifications-changed'),
    'settings.create-reminder': left('company.reminder-added'),
    'settings.update-reminder': left('company.reminder-changed'),
    'settings.delete-reminder': left('company.reminder-deleted'),
    'settings.save-vendor-notifications': left('company.vendor-notifications-changed'),
    'settings.set-request-approval-mode': left('company.request-approval-mode-changed'),
  },
  limits: {
    'settings.open-unsubscribe': 'token 300',
    'settings.unsubscribe': 'token 300',
    'settings.create-reminder': 'daysAfterNotification 1–365; note 1000',
    'settings.save-my-notifications': 'mailsOff[] 5',
    'settings.save-vendor-notifications': 'groupsToSendTo[] 50; name 200',
    'settings.update-reminder': 'daysAfterNotification 1–365; note 1000',
  },
}
