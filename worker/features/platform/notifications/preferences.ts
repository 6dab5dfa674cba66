import { nextWorkMorning } from '../../../../schema/platform/business-hours/work-mornings.ts'
import * as endpoints from '../../../../schema/platform/notifications/endpoints.ts'
import { DEFAULT_PREFERENCES, type NotificationPreferences } from '../../../../schema/platform/notifications/levels.ts'
import {
  inOrder,
  MAIL_KIND_LABELS,
  type MailKind,
  mailKind,
  type StoppableKind,
} from '../../../../schema/platform/notifications/mail-kinds.ts'
import { knownZone } from '../../../../schema/shared/calendar.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { type BaseContext, command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { calendarOf, calendarSql } from '../business-hours/index.ts'
import { saveSettings } from './settings-row.ts'
import { refuseWithoutSlack } from './slack.ts'

/** Columns of a row of notification_preferences named `p`, which may be missing. */
export const PREFERENCE_COLUMNS = `p.receive_email AS receiveEmail, p.receive_slack AS receiveSlack,
  p.spend_approver_level AS spendApproverNotificationLevel, p.spend_watcher_level AS spendWatcherNotificationLevel,
  p.requester_level AS requesterNotificationLevel, p.digest_at IS NOT NULL AS receiveDigest, p.mails_off AS mailsOff`

/**
 * SQL: 1 if a person gets emails. Their row of notification_preferences is `p`, the company's of notification_settings
 * `n`, and both may be missing. The bell tells the others.
 */
export const BY_MAIL = '(COALESCE(n.enable_email_notifications, 1) AND COALESCE(p.receive_email, 1))'

/** SQL: the same for emails of a kind that people can stop. */
export const byMailOf = (kind: MailKind): string =>
  `(${BY_MAIL} AND instr(COALESCE(p.mails_off, '[]'), '"${kind}"') = 0)`

/** A row read with PREFERENCE_COLUMNS, or the defaults without one. */
export const toPreferences = (row: Record<string, unknown> | null | undefined): NotificationPreferences => {
  if (!row || row.receiveEmail === null || row.receiveEmail === undefined) return DEFAULT_PREFERENCES
  const level = (key: keyof NotificationPreferences) =>
    row[key] as NotificationPreferences['requesterNotificationLevel']
  return {
    receiveEmail: row.receiveEmail === 1,
    receiveSlack: row.receiveSlack === 1,
    receiveDigest: row.receiveDigest === 1,
    spendApproverNotificationLevel: level('spendApproverNotificationLevel'),
    spendWatcherNotificationLevel: level('spendWatcherNotificationLevel'),
    requesterNotificationLevel: level('requesterNotificationLevel'),
    mailsOff: mailKind.array().parse(JSON.parse(String(row.mailsOff))),
  }
}

interface Person {
  companyId: string
  userId: string
}

/** A member's row with when their next digest leaves, and their time zone. Throws NOT_FOUND for others. */
const readRow = async ({ db }: BaseContext, { companyId, userId }: Person) => {
  const row = await db.first<Record<string, unknown>>(
    db.sql(
      `SELECT ${PREFERENCE_COLUMNS}, p.digest_at AS digestAt, p.version, u.timezone AS timeZone,
              ${calendarSql('m.company_id')} AS calendar
         FROM company_memberships m JOIN users u ON u.id = m.user_id
         LEFT JOIN notification_preferences p ON p.company_id = m.company_id AND p.user_id = m.user_id
        WHERE m.company_id = ? AND m.user_id = ?`,
      companyId,
      userId,
    ),
  )
  if (!row) throw notFound('The member')
  return {
    preferences: { ...toPreferences(row), version: Number(row.version ?? 0) },
    digestAt: row.digestAt as number | null,
    timeZone: knownZone(row.timeZone as string | null),
    calendar: calendarOf(row.calendar),
  }
}

/** The notification preferences of a member. Throws NOT_FOUND if the person isn't in the actor's company. */
export const readPreferences = async (context: StaffContext, userId: string): Promise<endpoints.SavedPreferences> =>
  (await readRow(context, { companyId: context.actor.companyId, userId })).preferences

/**
 * Changes a member's notification preferences, both for the member and for an admin. The endpoint decides who may.
 * Throws NOT_FOUND if the person isn't in the company, CONFLICT (STALE_VERSION).
 */
export const savePreferences = async (
  context: StaffContext,
  userId: string,
  { version, ...given }: endpoints.PreferencesBody,
): Promise<endpoints.SavedPreferences> => {
  const person = { companyId: context.actor.companyId, userId }
  const read = await readRow(context, person)
  // One from before stays, so that a form with it can be saved.
  refuseWithoutSlack('receiveSlack', given.receiveSlack && !read.preferences.receiveSlack)
  const message =
    userId === context.actor.userId
      ? 'Changed their notification settings'
      : 'Changed the notification settings of a member'
  return write(context, person, read, { given, version, message })
}

/**
 * Stops one kind of emails for one person, as a link in such an email asks. The person isn't signed in, but only they
 * have the link. Nothing changes if the kind was off, and nothing for someone who has left.
 */
export const stopMails = async (context: BaseContext, person: Person, kind: StoppableKind): Promise<void> => {
  const read = await readRow(context, person).catch((error) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null
    throw error
  })
  if (!read) return
  const { version, ...before } = read.preferences
  if (kind === 'DIGEST' ? !before.receiveDigest : before.mailsOff.includes(kind)) return
  const given = kind === 'DIGEST' ? { receiveDigest: false } : { mailsOff: [...before.mailsOff, kind] }
  const label = MAIL_KIND_LABELS[kind]
  await write(context, person, read, {
    given: { ...before, ...given },
    version,
    message: `Stopped emails by the link in one of them: ${label}`,
    as: person,
  })
}

interface Wanted {
  given: Omit<endpoints.PreferencesBody, 'version'>
  version: number | undefined
  message: string
  as?: Person
}

const write = (
  context: BaseContext,
  { companyId, userId }: Person,
  { preferences, digestAt, timeZone, calendar }: Awaited<ReturnType<typeof readRow>>,
  { given, version, message, as }: Wanted,
): Promise<endpoints.SavedPreferences> => {
  const { version: current, ...before } = preferences
  const { receiveDigest = before.receiveDigest, mailsOff = before.mailsOff } = given
  const after = toSame({ ...given, receiveDigest, mailsOff })
  const nextDigest = digestAt ?? nextWorkMorning(context.clock.now(), timeZone, calendar)
  return saveSettings<NotificationPreferences>(context, {
    row: {
      table: 'notification_preferences',
      key: { company_id: companyId, user_id: userId },
      columns: {
        receive_email: Number(after.receiveEmail),
        receive_slack: Number(after.receiveSlack),
        digest_at: after.receiveDigest ? nextDigest : null,
        spend_approver_level: after.spendApproverNotificationLevel,
        spend_watcher_level: after.spendWatcherNotificationLevel,
        requester_level: after.requesterNotificationLevel,
        mails_off: JSON.stringify(after.mailsOff),
      },
    },
    before,
    after,
    current,
    version,
    subject: 'The notification settings',
    audit: { action: 'member.notifications-changed', targetType: 'MEMBER', targetId: userId, message },
    ...(as && { as }),
  })
}

/** In the order of `toPreferences`, so that equal ones are written the same. */
const toSame = (values: NotificationPreferences): NotificationPreferences => ({
  receiveEmail: values.receiveEmail,
  receiveSlack: values.receiveSlack,
  receiveDigest: values.receiveDigest,
  spendApproverNotificationLevel: values.spendApproverNotificationLevel,
  spendWatcherNotificationLevel: values.spendWatcherNotificationLevel,
  requesterNotificationLevel: values.requesterNotificationLevel,
  mailsOff: inOrder(values.mailsOff),
})

export const readOwnPreferences = query({
  id: 'settings.get-my-notifications',
  access: 'staff.use',
  input: inputOf(endpoints.getOwnPreferences),
  run: (context) => readPreferences(context, context.actor.userId),
})

export const saveOwnPreferences = command({
  id: 'settings.save-my-notifications',
  access: 'staff.use',
  input: inputOf(endpoints.saveOwnPreferences),
  run: (context, input) => savePreferences(context, context.actor.userId, input),
})
