import * as endpoints from '../../../../schema/platform/notifications/endpoints.ts'
import { command, inputOf, query } from '../../../core/operation.ts'
import { recipientSettings } from './event-recipients.ts'

const settings = recipientSettings({
  table: 'vendor_notification_settings',
  switches: {
    sendToAdmins: { column: 'send_to_admins', byDefault: true },
    sendToVendorAdmins: { column: 'send_to_vendor_admins', byDefault: true },
    sendToVendorOwners: { column: 'send_to_vendor_owners', byDefault: true },
  },
  texts: [],
  words: {
    subject: 'The vendor notification settings',
    action: 'company.vendor-notifications-changed',
    message: 'Changed who gets vendor notifications',
  },
  inUse: { order: 37, text: 'Its people get vendor notifications', href: '/settings/notifications/vendors' },
})

export const readVendorNotifications = query({
  id: 'settings.get-vendor-notifications',
  access: 'notifications.manage',
  input: inputOf(endpoints.getVendorNotifications),
  run: settings.read,
})

/** Throws INVALID for a group that isn't the company's, CONFLICT (STALE_VERSION). */
export const saveVendorNotifications = command({
  id: 'settings.save-vendor-notifications',
  access: 'notifications.manage',
  input: inputOf(endpoints.saveVendorNotifications),
  run: settings.save,
})
