import { getMemberNotifications, setMemberNotifications } from '../../../../schema/platform/members/member-endpoints.ts'
import { command, inputOf, query } from '../../../core/operation.ts'
import { readPreferences, savePreferences } from '../notifications/index.ts'

/**
 * A member's notification settings, as an admin reads and sets them. The member's own endpoints are in
 * notification-settings.
 */

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
