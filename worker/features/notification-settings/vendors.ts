import * as endpoints from '../../../schema/notifications/endpoints.ts'
import { command, inputOf, query } from '../../core/operation.ts'
import { groupsStatement, requireGroups, toGroups } from './groups.ts'
import { type StaffContext, saveSettings } from './settings-row.ts'

/** Groups that were deleted since are left out. */
const read = async ({ db, actor }: StaffContext): Promise<endpoints.VendorNotifications> => {
  const row = await db.first<{ admins: number; vendorAdmins: number; owners: number; groups: string; version: number }>(
    db.sql(
      `SELECT send_to_admins AS admins, send_to_vendor_admins AS vendorAdmins, send_to_vendor_owners AS owners, version,
              ${groupsStatement('v.group_ids')} AS groups
         FROM vendor_notification_settings v WHERE v.company_id = ?1`,
      actor.companyId,
    ),
  )
  return {
    sendToAdmins: row?.admins !== 0,
    sendToVendorAdmins: row?.vendorAdmins !== 0,
    sendToVendorOwners: row?.owners !== 0,
    groupsToSendTo: toGroups(row?.groups),
    version: row?.version ?? 0,
  }
}

export const readVendorNotifications = query({
  id: 'settings.get-vendor-notifications',
  access: 'notifications.manage',
  input: inputOf(endpoints.getVendorNotifications),
  run: read,
})

/** Errors: INVALID for a group that is not the company's, CONFLICT (STALE_VERSION). */
export const saveVendorNotifications = command({
  id: 'settings.save-vendor-notifications',
  access: 'notifications.manage',
  input: inputOf(endpoints.saveVendorNotifications),
  run: async (context, input) => {
    const groups = await requireGroups(context, input.groupsToSendTo)
    const { version: current, ...before } = await read(context)
    const { companyId } = context.actor
    return saveSettings(context, {
      row: {
        table: 'vendor_notification_settings',
        key: { company_id: companyId },
        columns: {
          send_to_admins: Number(input.sendToAdmins),
          send_to_vendor_admins: Number(input.sendToVendorAdmins),
          send_to_vendor_owners: Number(input.sendToVendorOwners),
          group_ids: JSON.stringify(groups.map((group) => group.id)),
        },
      },
      before,
      after: {
        sendToAdmins: input.sendToAdmins,
        sendToVendorAdmins: input.sendToVendorAdmins,
        sendToVendorOwners: input.sendToVendorOwners,
        groupsToSendTo: groups,
      },
      current,
      version: input.version,
      subject: 'The vendor notification settings',
      audit: {
        action: 'company.vendor-notifications-changed',
        targetType: 'COMPANY',
        targetId: companyId,
        message: 'Changed who is told about vendors',
      },
    })
  },
})
