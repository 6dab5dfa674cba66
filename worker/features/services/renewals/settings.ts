import * as endpoints from '../../../../schema/services/renewal-endpoints.ts'
import { command, inputOf, query } from '../../../core/operation.ts'
import { groupsStatement, requireGroups, toGroups } from '../../notification-settings/groups.ts'
import { saveSettings } from '../../notification-settings/settings-row.ts'
import type { StaffContext } from '../rows.ts'

const SWITCHES = {
  sendToAdmins: 'send_to_admins',
  sendToVendorOwners: 'send_to_vendor_owners',
  sendToServiceOwners: 'send_to_service_owners',
  sendToDepartmentLeads: 'send_to_department_leads',
  sendToBusinessUnitLeads: 'send_to_business_unit_leads',
} as const
type Switch = keyof typeof SWITCHES

/** Of a company that has not chosen yet: as the table's defaults. */
const DEFAULTS: Record<Switch, boolean> = {
  sendToAdmins: true,
  sendToVendorOwners: true,
  sendToServiceOwners: true,
  sendToDepartmentLeads: false,
  sendToBusinessUnitLeads: false,
}

const switchesOf = (isOn: (key: Switch) => boolean) =>
  Object.fromEntries((Object.keys(SWITCHES) as Switch[]).map((key) => [key, isOn(key)])) as Record<Switch, boolean>

const read = async ({ db, actor }: StaffContext): Promise<endpoints.ReminderConfig> => {
  const row = await db.first<Record<string, unknown>>(
    db.sql(
      `SELECT c.*, ${groupsStatement('c.group_ids')} AS groups FROM service_reminder_settings c WHERE c.company_id = ?1`,
      actor.companyId,
    ),
  )
  return {
    message: String(row?.message ?? ''),
    ...switchesOf((key) => (row ? row[SWITCHES[key]] === 1 : DEFAULTS[key])),
    groupsToSendTo: toGroups(row?.groups),
    version: Number(row?.version ?? 0),
  }
}

export const readReminderConfig = query({
  id: 'services.get-renewal-reminder-config',
  access: 'notifications.manage',
  input: inputOf(endpoints.getReminderConfig),
  run: read,
})

/** Errors: INVALID for a group that is not the company's, CONFLICT (STALE_VERSION). */
export const saveReminderConfig = command({
  id: 'services.save-renewal-reminder-config',
  access: 'notifications.manage',
  input: inputOf(endpoints.saveReminderConfig),
  run: async (context, input) => {
    const groups = await requireGroups(context, input.groupsToSendTo)
    const { version: current, ...before } = await read(context)
    const { companyId } = context.actor
    return saveSettings(context, {
      row: {
        table: 'service_reminder_settings',
        key: { company_id: companyId },
        columns: {
          message: input.message,
          ...Object.fromEntries((Object.keys(SWITCHES) as Switch[]).map((key) => [SWITCHES[key], Number(input[key])])),
          group_ids: JSON.stringify(groups.map((group) => group.id)),
        },
      },
      before,
      after: { message: input.message, ...switchesOf((key) => input[key]), groupsToSendTo: groups },
      current,
      version: input.version,
      subject: 'The renewal reminders',
      audit: {
        action: 'company.renewal-reminders-changed',
        targetType: 'COMPANY',
        targetId: companyId,
        message: 'Changed who is reminded of renewals',
      },
    })
  },
})
