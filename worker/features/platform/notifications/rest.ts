import * as endpoints from '../../../../schema/platform/notifications/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { readCompanyNotifications, saveCompanyNotifications } from './company.ts'
import { readOwnPreferences, saveOwnPreferences } from './preferences.ts'

import { createReminder, deleteReminder, listReminders, updateReminder } from './reminder-settings.ts'
import { readVendorNotifications, saveVendorNotifications } from './vendors.ts'

export const notificationSettingsDoors = [
  door(endpoints.getOwnPreferences, readOwnPreferences),
  door(endpoints.saveOwnPreferences, saveOwnPreferences),
  door(endpoints.getCompanyNotifications, readCompanyNotifications),
  door(endpoints.saveCompanyNotifications, saveCompanyNotifications),
  door(endpoints.listReminders, listReminders),
  door(endpoints.createReminder, createReminder),
  door(endpoints.updateReminder, updateReminder),
  door(endpoints.deleteReminder, deleteReminder),
  door(endpoints.getVendorNotifications, readVendorNotifications),
  door(endpoints.saveVendorNotifications, saveVendorNotifications),
]
