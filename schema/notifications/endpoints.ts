import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { notificationLevel } from './levels.ts'

/**
 * Who is told of what (specification 3 §3 and §7.1). `version` is what the person read; a change made meanwhile is a
 * conflict. Without it the last one wins. Version 0: nobody has changed the defaults yet.
 */
const versioned = { version: z.number().int() }
const readVersion = { version: z.number().int().min(0).optional() }

// ---- A member's own

const preferences = {
  receiveEmail: z.boolean(),
  /** A wish: it counts as soon as the company has connected Slack. */
  receiveSlack: z.boolean(),
  spendApproverNotificationLevel: notificationLevel,
  spendWatcherNotificationLevel: notificationLevel,
  requesterNotificationLevel: notificationLevel,
}
/** The body of whoever changes a member's preferences: the member, or an admin. */
export const preferencesBody = z.object({ ...preferences, ...readVersion })
export type PreferencesBody = z.infer<typeof preferencesBody>
export const savedPreferences = z.object({ ...preferences, ...versioned })
export type SavedPreferences = z.infer<typeof savedPreferences>

export const getOwnPreferences = endpoint({
  id: 'settings.get-my-notifications',
  method: 'GET',
  path: '/api/current-user/notification-settings',
  summary: 'What the signed-in person wants to be told',
  response: savedPreferences,
})

export const saveOwnPreferences = endpoint({
  id: 'settings.save-my-notifications',
  method: 'POST',
  path: '/api/current-user/notification-settings',
  summary: 'Choose what to be told',
  body: preferencesBody,
  response: savedPreferences,
})
