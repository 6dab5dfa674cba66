import * as endpoints from '../../../../schema/platform/notifications/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'

const SUBJECT = 'The reminder'
const COLUMNS = 'id, days_after_notification AS daysAfterNotification, note, version'

const taken = (): AppError => invalidField('daysAfterNotification', 'There’s already a reminder after this many days')
const DUPLICATE = {
  'notification_reminders.company_id, notification_reminders.days_after_notification': taken,
}

const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`)
const valuesOf = ({ daysAfterNotification, note }: Pick<endpoints.Reminder, 'daysAfterNotification' | 'note'>) => ({
  daysAfterNotification,
  note,
})

const audit = (
  context: StaffContext,
  id: string,
  version: number,
  entry: { action: string; message: string; before?: object; after?: object },
) => ({
  changeKey: `notification-reminder:${id}:v${version}`,
  action: `company.reminder-${entry.action}`,
  targetType: 'COMPANY' as const,
  targetId: context.actor.companyId,
  message: entry.message,
  changeData: { reminderId: id, before: entry.before ?? null, after: entry.after ?? null },
})

const requireReminder = async ({ db, actor }: StaffContext, id: string): Promise<endpoints.Reminder> => {
  const found = await db.first<endpoints.Reminder>(
    db.sql(`SELECT ${COLUMNS} FROM notification_reminders WHERE id = ? AND company_id = ?`, id, actor.companyId),
  )
  if (!found) throw notFound(SUBJECT)
  return found
}

export const listReminders = query({
  id: 'settings.list-reminders',
  access: 'notifications.manage',
  input: inputOf(endpoints.listReminders),
  run: ({ db, actor }) =>
    db.all<endpoints.Reminder>(
      db.sql(
        `SELECT ${COLUMNS} FROM notification_reminders WHERE company_id = ? ORDER BY days_after_notification`,
        actor.companyId,
      ),
    ),
})

/**
 * Applies from now on: people who have already waited longer don't get this reminder. Throws INVALID if there is one
 * with the same days, RULE_BROKEN above the maximum number.
 */
export const createReminder = command({
  id: 'settings.create-reminder',
  access: 'notifications.manage',
  input: inputOf(endpoints.createReminder),
  run: async (context, { daysAfterNotification, note }) => {
    const { db, actor } = context
    const count = await db.first<{ count: number }>(
      db.sql('SELECT COUNT(*) AS count FROM notification_reminders WHERE company_id = ?', actor.companyId),
    )
    if (Number(count?.count) >= endpoints.MOST_REMINDERS) {
      throw new AppError('RULE_BROKEN', `A company can have ${endpoints.MOST_REMINDERS} reminders. Delete one first.`)
    }
    const id = context.newId()
    const now = context.clock.now()
    const values = { daysAfterNotification, note }
    return commit(context, {
      subject: SUBJECT,
      statements: [
        db.sql(
          `INSERT INTO notification_reminders (id, company_id, days_after_notification, note, checked_at, created_at)
           VALUES (?1, ?2, ?3, ?4, ?5, ?5)`,
          ...[id, actor.companyId, daysAfterNotification, note, now],
        ),
      ],
      audit: [
        audit(context, id, 1, {
          action: 'added',
          message: `Added a reminder after ${daysText(daysAfterNotification)}`,
          after: values,
        }),
      ],
      result: { id },
      onDuplicate: DUPLICATE,
    })
  },
})

/** Throws NOT_FOUND, INVALID if another has the same days, CONFLICT (STALE_VERSION). */
export const updateReminder = command({
  id: 'settings.update-reminder',
  access: 'notifications.manage',
  input: inputOf(endpoints.updateReminder),
  run: async (context, { id, daysAfterNotification, note, version }) => {
    const { db, actor } = context
    const before = await requireReminder(context, id)
    const read = version ?? before.version
    const after = { daysAfterNotification, note }
    return commit(context, {
      subject: SUBJECT,
      statements: [
        db.sql(
          `UPDATE notification_reminders SET days_after_notification = ?, note = ?, version = version + 1
            WHERE id = ? AND company_id = ? AND version = ?`,
          ...[daysAfterNotification, note, id, actor.companyId, read],
        ),
        guardOneRow(db),
      ],
      audit: [
        audit(context, id, read + 1, {
          action: 'changed',
          message: `Changed the reminder after ${daysText(daysAfterNotification)}`,
          before: valuesOf(before),
          after,
        }),
      ],
      result: { id, ...after, version: read + 1 },
      onDuplicate: DUPLICATE,
    })
  },
})

/** Reminders already queued are no longer sent. Throws NOT_FOUND. */
export const deleteReminder = command({
  id: 'settings.delete-reminder',
  access: 'notifications.manage',
  input: inputOf(endpoints.deleteReminder),
  run: async (context, { id }) => {
    const { db, actor } = context
    const before = await requireReminder(context, id)
    return commit(context, {
      subject: SUBJECT,
      statements: [
        db.sql(
          'DELETE FROM notification_reminders WHERE id = ? AND company_id = ? AND version = ?',
          ...[id, actor.companyId, before.version],
        ),
        guardOneRow(db),
      ],
      audit: [
        audit(context, id, before.version + 1, {
          action: 'deleted',
          message: `Deleted the reminder after ${daysText(before.daysAfterNotification)}`,
          before: valuesOf(before),
        }),
      ],
      result: null,
    })
  },
})
