import { z } from 'zod'
import { MOST_REMINDERS } from '../../../../schema/platform/notifications/endpoints.ts'
import { callOf, settingsSection } from '../configuration/index.ts'
import { readCompanyNotifications, saveCompanyNotifications } from './company.ts'
import { recipientsSection } from './recipients-section.ts'
import { createReminder, deleteReminder, listReminders, updateReminder } from './reminder-settings.ts'
import { readVendorNotifications, saveVendorNotifications } from './vendors.ts'

/** Settings › Notifications, in a file of configuration. */

interface RawNotifications {
  byEmail: boolean
  reminders: { days: number; note: string }[]
}

settingsSection<RawNotifications, { byEmail: boolean; reminders: { afterDays: number; note?: string | undefined }[] }>({
  key: 'notifications',
  title: 'Notifications and reminders',
  order: 4,
  access: 'notifications.manage',
  unavailable: 'You can’t change notifications',
  shape: z.strictObject({
    byEmail: z.boolean(),
    reminders: z
      .array(
        z.strictObject({
          afterDays: z.number().int('A whole number of days').min(1).max(365),
          note: z.string().trim().max(1000).optional(),
        }),
      )
      .max(MOST_REMINDERS)
      .default([]),
  }),
  read: async (context) => {
    const { enableEmailNotifications } = await callOf(readCompanyNotifications, context, {})
    const reminders = await callOf(listReminders, context, {})
    return {
      byEmail: enableEmailNotifications,
      reminders: reminders.map(({ daysAfterNotification, note }) => ({ days: daysAfterNotification, note })),
    }
  },
  toFile: ({ byEmail, reminders }) => ({
    byEmail,
    reminders:
      reminders.length > 0
        ? reminders.map(({ days, note }) => ({ afterDays: days, note: note || undefined }))
        : undefined,
  }),
  fromFile: ({ byEmail, reminders }, writing) => {
    const days = reminders.map(({ afterDays }) => afterDays)
    days.forEach((each, i) => {
      if (days.indexOf(each) < i) writing.problem(['reminders', i], 'There’s already a reminder after this many days')
    })
    return {
      byEmail,
      reminders: [...reminders]
        .sort((a, b) => a.afterDays - b.afterDays)
        .map(({ afterDays, note }) => ({ days: afterDays, note: note ?? '' })),
    }
  },
  write: async (context, { byEmail, reminders }) => {
    const { enableEmailNotifications, enableSlackNotifications } = await callOf(readCompanyNotifications, context, {})
    if (enableEmailNotifications !== byEmail)
      await callOf(saveCompanyNotifications, context, { enableEmailNotifications: byEmail, enableSlackNotifications })
    const before = await callOf(listReminders, context, {})
    for (const { id, daysAfterNotification } of before)
      if (!reminders.some(({ days }) => days === daysAfterNotification)) await callOf(deleteReminder, context, { id })
    for (const { days, note } of reminders) {
      const was = before.find(({ daysAfterNotification }) => daysAfterNotification === days)
      if (!was) await callOf(createReminder, context, { daysAfterNotification: days, note })
      else if (was.note !== note)
        await callOf(updateReminder, context, { id: was.id, daysAfterNotification: days, note })
    }
  },
})

recipientsSection({
  key: 'vendorNotifications',
  title: 'Notifications about vendors',
  order: 5,
  words: { admins: 'sendToAdmins', vendorAdmins: 'sendToVendorAdmins', vendorOwners: 'sendToVendorOwners' },
  hasMessage: false,
  read: (context) => callOf(readVendorNotifications, context, {}),
  write: (context, input) => callOf(saveVendorNotifications, context, input as never),
})
