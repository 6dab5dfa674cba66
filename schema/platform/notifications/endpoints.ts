import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { asRead } from '../../shared/sent/unknown-names.ts'
import { id } from '../../shared/values.ts'
import { notificationLevel } from './levels.ts'
import { MAIL_KINDS, mailKind } from './mail-kinds.ts'

/**
 * Who is notified of what (specification 3 §3 and §7.1). `version` is what the person read. A change made meanwhile is
 * a conflict. Without it the last one wins. Version 0 means unchanged defaults.
 */
const versioned = { version: z.number().int() }
const readVersion = { version: z.number().int().min(0).optional() }

// ---- A member's own

const preferences = {
  receiveEmail: z.boolean(),
  /** A preference that takes effect once the company has connected Slack. */
  receiveSlack: z.boolean(),
  spendApproverNotificationLevel: notificationLevel,
  spendWatcherNotificationLevel: notificationLevel,
  requesterNotificationLevel: notificationLevel,
}
/** The body for changing a member's preferences, by the member or an admin. */
export const preferencesBody = z.object({
  ...preferences,
  ...readVersion,
  /** One email on each working morning. Left out, it stays as it is. */
  receiveDigest: z.boolean().optional(),
  /** Kinds of emails that don't arrive. Left out, they stay as they are. */
  mailsOff: z.array(mailKind).max(MAIL_KINDS.length, `At most ${MAIL_KINDS.length} kinds`).optional(),
})
export type PreferencesBody = z.infer<typeof preferencesBody>
export const savedPreferences = z.object({
  ...preferences,
  receiveDigest: z.boolean(),
  mailsOff: z.array(mailKind),
  ...versioned,
})
export type SavedPreferences = z.infer<typeof savedPreferences>

export const getOwnPreferences = endpoint({
  id: 'settings.get-my-notifications',
  method: 'GET',
  path: '/api/current-user/notification-settings',
  summary: 'The signed-in person’s notification settings',
  response: savedPreferences,
})

export const saveOwnPreferences = endpoint({
  id: 'settings.save-my-notifications',
  method: 'POST',
  path: '/api/current-user/notification-settings',
  summary: 'Change your notification settings',
  body: preferencesBody,
  response: savedPreferences,
})

// ---- The link in an email that stops its kind

const stopParams = z.object({ token: z.string().max(300) })

/** Programs that look through emails open their links, so opening it asks and changes nothing. */
export const openUnsubscribe = endpoint({
  id: 'settings.open-unsubscribe',
  method: 'GET',
  path: '/public-api/unsubscribe/{token}',
  summary: 'The page behind “Unsubscribe” in an email, which asks first',
  params: stopParams,
  response: z.null(),
  raw: 'text/html',
})

export const unsubscribe = endpoint({
  id: 'settings.unsubscribe',
  method: 'POST',
  path: '/public-api/unsubscribe/{token}',
  summary: 'Stop the kind of emails that the link is from (RFC 8058, as a form)',
  params: stopParams,
  response: z.null(),
  raw: 'text/html',
})

// ---- The company's

const switches = { enableEmailNotifications: z.boolean(), enableSlackNotifications: z.boolean() }
export const companySwitches = z.object({ ...switches, ...versioned })

export const getCompanyNotifications = endpoint({
  id: 'settings.get-company-notifications',
  method: 'GET',
  path: '/api/notification-settings',
  summary: "The company's notification switches",
  response: companySwitches.extend({
    /** Slack notifications can be turned on only if it is connected. */
    isSlackConnected: z.boolean(),
  }),
})

export const saveCompanyNotifications = endpoint({
  id: 'settings.save-company-notifications',
  method: 'PUT',
  path: '/api/notification-settings',
  summary: "Change the company's notification switches",
  body: asRead(z.object({ ...switches, ...readVersion }), ['isSlackConnected']),
  response: companySwitches,
})

// ---- Reminders

export const MOST_REMINDERS = 10
const reminderValues = z.object({
  daysAfterNotification: z
    .number('Required')
    .int('A whole number of days')
    .min(1, 'At least 1 day')
    .max(365, 'At most 365 days'),
  note: z.string().trim().max(1000, 'At most 1,000 characters').default(''),
})
const reminder = z.object({
  id: z.string(),
  daysAfterNotification: z.number().int(),
  note: z.string(),
  ...versioned,
})
export type Reminder = z.infer<typeof reminder>
const reminderParams = z.object({ id })
const identified = z.object({ id: z.string() })

export const listReminders = endpoint({
  id: 'settings.list-reminders',
  method: 'GET',
  path: '/api/notification-settings-reminders',
  summary: 'When approvers who haven’t acted get reminders',
  response: z.array(reminder),
})

export const createReminder = endpoint({
  id: 'settings.create-reminder',
  method: 'POST',
  path: '/api/notification-settings-reminders',
  summary: 'Add a reminder',
  body: reminderValues,
  response: identified,
})

export const updateReminder = endpoint({
  id: 'settings.update-reminder',
  method: 'PUT',
  path: '/api/notification-settings-reminders/{id}',
  summary: 'Change a reminder',
  params: reminderParams,
  body: reminderValues.extend(readVersion),
  response: reminder,
})

export const deleteReminder = endpoint({
  id: 'settings.delete-reminder',
  method: 'DELETE',
  path: '/api/notification-settings-reminders/{id}',
  summary: 'Delete a reminder',
  params: reminderParams,
  response: z.null(),
})

// ---- Vendors

const vendorSwitches = { sendToAdmins: z.boolean(), sendToVendorAdmins: z.boolean(), sendToVendorOwners: z.boolean() }
const vendorNotifications = z.object({
  ...vendorSwitches,
  groupsToSendTo: z.array(z.object({ id: z.string(), name: z.string() })),
  ...versioned,
})
export type VendorNotifications = z.infer<typeof vendorNotifications>

export const getVendorNotifications = endpoint({
  id: 'settings.get-vendor-notifications',
  method: 'GET',
  path: '/api/vendor-notifications-settings',
  summary: 'Who gets vendor notifications',
  response: vendorNotifications,
})

export const saveVendorNotifications = endpoint({
  id: 'settings.save-vendor-notifications',
  method: 'POST',
  path: '/api/vendor-notifications-settings',
  summary: 'Choose who gets vendor notifications',
  body: z.object({
    ...vendorSwitches,
    groupsToSendTo: z.array(z.object({ id, name: z.string().max(200).optional() })).max(50, 'At most 50 groups'),
    ...readVersion,
  }),
  response: vendorNotifications,
})
