import { callOf } from '../../platform/configuration/index.ts'
import { recipientsSection } from '../../platform/notifications/index.ts'
import { readReminderConfig, saveReminderConfig } from './settings.ts'

recipientsSection({
  key: 'renewalReminders',
  title: 'Renewal reminders',
  order: 6,
  words: {
    admins: 'sendToAdmins',
    vendorOwners: 'sendToVendorOwners',
    serviceOwners: 'sendToServiceOwners',
    departmentLeads: 'sendToDepartmentLeads',
    businessUnitLeads: 'sendToBusinessUnitLeads',
  },
  hasMessage: true,
  read: (context) => callOf(readReminderConfig, context, {}),
  write: (context, input) => callOf(saveReminderConfig, context, input as never),
})
