import * as endpoints from '../../../../schema/platform/notifications/endpoints.ts'
import { type Door, door, rawDoor } from '../../../transport/rest.ts'
import { readCompanyNotifications, saveCompanyNotifications } from './company.ts'
import { readOwnPreferences, saveOwnPreferences } from './preferences.ts'

import { createReminder, deleteReminder, listReminders, updateReminder } from './reminder-settings.ts'
import { openUnsubscribe, unsubscribe } from './unsubscribe.ts'
import { askingPage, stoppedPage } from './unsubscribe-page.tsx'
import { readVendorNotifications, saveVendorNotifications } from './vendors.ts'

/** One field. */
const MOST_BYTES = 1024

export const notificationSettingsDoors: Door[] = [
  door(endpoints.getOwnPreferences, readOwnPreferences),
  door(endpoints.saveOwnPreferences, saveOwnPreferences),
  rawDoor(endpoints.openUnsubscribe, openUnsubscribe, askingPage),
  {
    ...rawDoor(endpoints.unsubscribe, unsubscribe, stoppedPage),
    form: { maxBytes: MOST_BYTES, tooLarge: 'The form is too large' },
  },
  door(endpoints.getCompanyNotifications, readCompanyNotifications),
  door(endpoints.saveCompanyNotifications, saveCompanyNotifications),
  door(endpoints.listReminders, listReminders),
  door(endpoints.createReminder, createReminder),
  door(endpoints.updateReminder, updateReminder),
  door(endpoints.deleteReminder, deleteReminder),
  door(endpoints.getVendorNotifications, readVendorNotifications),
  door(endpoints.saveVendorNotifications, saveVendorNotifications),
]
