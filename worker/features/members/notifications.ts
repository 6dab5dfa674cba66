import { getMemberNotifications, setMemberNotifications } from '../../../schema/members/member-endpoints.ts'
import { command, inputOf, query } from '../../core/operation.ts'
import { readPreferences, savePreferences } from '../notification-settings/preferences.ts'

/** What a member is told, as an admin reads and sets it; the member's own doors are in notification-settings. */

export const readNotifications = query({
  id: 'members.get-notification-settings',
  access: 'members.manage-notifications',
  input: inputOf(getMemberNotifications),
  run: (context, { memberId }) => readPreferences(context, memberId),
})

export const saveNotifications = command({
  id: 'members.set-notification-settings',
  access: 'members.manage-notifications',
  input: inputOf(setMemberNotifications),
  run: (context, { memberId, ...preferences }) => savePreferences(context, memberId, preferences),
})
