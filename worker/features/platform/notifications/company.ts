import * as endpoints from '../../../../schema/platform/notifications/endpoints.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { saveSettings } from './settings-row.ts'
import { isSlackConnected, refuseWithoutSlack } from './slack.ts'

const read = async ({ db, actor }: StaffContext) => {
  const row = await db.first<{ email: number; slack: number; version: number }>(
    db.sql(
      `SELECT enable_email_notifications AS email, enable_slack_notifications AS slack, version
         FROM notification_settings WHERE company_id = ?`,
      actor.companyId,
    ),
  )
  return {
    enableEmailNotifications: row?.email !== 0,
    enableSlackNotifications: row?.slack === 1,
    version: row?.version ?? 0,
  }
}

export const readCompanyNotifications = query({
  id: 'settings.get-company-notifications',
  access: 'notifications.manage',
  input: inputOf(endpoints.getCompanyNotifications),
  run: async (context) => ({ ...(await read(context)), isSlackConnected: isSlackConnected() }),
})

/**
 * When off, no emails are sent about requests, vendors or anything else, except login links and invitations. Throws
 * INVALID if Slack is turned on without a connection, CONFLICT (STALE_VERSION).
 */
export const saveCompanyNotifications = command({
  id: 'settings.save-company-notifications',
  access: 'notifications.manage',
  input: inputOf(endpoints.saveCompanyNotifications),
  run: async (context, { version, enableEmailNotifications, enableSlackNotifications }) => {
    refuseWithoutSlack('enableSlackNotifications', enableSlackNotifications)
    const { version: current, ...before } = await read(context)
    const { companyId } = context.actor
    return saveSettings(context, {
      row: {
        table: 'notification_settings',
        key: { company_id: companyId },
        columns: {
          enable_email_notifications: Number(enableEmailNotifications),
          enable_slack_notifications: Number(enableSlackNotifications),
        },
      },
      before,
      after: { enableEmailNotifications, enableSlackNotifications },
      current,
      version,
      subject: 'The notification settings',
      audit: {
        action: 'company.notifications-changed',
        targetType: 'COMPANY',
        targetId: companyId,
        message: enableEmailNotifications ? 'Turned on email notifications' : 'Turned off email notifications',
      },
    })
  },
})
