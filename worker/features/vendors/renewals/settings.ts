import * as endpoints from '../../../../schema/vendors/renewals/endpoints.ts'
import { command, inputOf, query } from '../../../core/operation.ts'
import { recipientSettings } from '../../platform/notifications/index.ts'

const settings = recipientSettings({
  table: 'service_reminder_settings',
  switches: {
    sendToAdmins: { column: 'send_to_admins', byDefault: true },
    sendToVendorOwners: { column: 'send_to_vendor_owners', byDefault: true },
    sendToServiceOwners: { column: 'send_to_service_owners', byDefault: true },
    sendToDepartmentLeads: { column: 'send_to_department_leads', byDefault: false },
    sendToBusinessUnitLeads: { column: 'send_to_business_unit_leads', byDefault: false },
  },
  texts: ['message'],
  words: {
    subject: 'The renewal reminders',
    action: 'company.renewal-reminders-changed',
    message: 'Changed who gets renewal reminders',
  },
  inUse: { order: 38, text: 'Its people get renewal reminders', href: '/settings/notifications/reminders' },
})

export const readReminderConfig = query({
  id: 'services.get-renewal-reminder-config',
  access: 'notifications.manage',
  input: inputOf(endpoints.getReminderConfig),
  run: settings.read,
})

/** Throws INVALID for a group that isn't the company's, CONFLICT (STALE_VERSION). */
export const saveReminderConfig = command({
  id: 'services.save-renewal-reminder-config',
  access: 'notifications.manage',
  input: inputOf(endpoints.saveReminderConfig),
  run: settings.save,
})
