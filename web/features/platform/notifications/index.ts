/**
 * What the company and each person are notified about. Its forms also serve the reminders of other wings.
 */
export {
  deleteReminder,
  notificationKeys,
  readSwitches,
  readVendorNotifications,
  type Switches,
  useOwnPreferences,
  useReminders,
  useSwitches,
  useVendorNotifications,
  type VendorNotifications,
} from './api.ts'
export { MailKinds } from './mail-kinds.tsx'
export { NotificationsFrame } from './notifications-frame.tsx'
export { PreferencesForm } from './preferences-form.tsx'
export { RecipientFields, recipientDifferences } from './recipients.tsx'
export { ReminderDialog } from './reminder-dialog.tsx'
export { default as settingsClasses } from './settings.module.css'
export { Loaded, Section, SettingsForm } from './settings-form.tsx'
export { useSettingsForm } from './use-settings-form.ts'
export { daysText, levelFields, levelOptions, onOff, preferenceDifferences, preferencesOf } from './words.ts'
