import * as endpoints from '../../../../schema/platform/bell/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { notFound } from '../../../core/errors.ts'
import { command, inputOf } from '../../../core/operation.ts'

/** Reading is the person's own: an admin who views as them, or acts for them, leaves everything as it is. */

/** Throws NOT_FOUND for another person's. */
export const markNotification = command({
  id: 'bell.mark',
  access: 'staff.use',
  input: inputOf(endpoints.markNotification),
  run: async (context, { id, isRead }) => {
    const { db, actor, clock } = context
    const key = [id, actor.companyId, actor.userId]
    const own = 'id = ?1 AND company_id = ?2 AND user_id = ?3'
    if (!(await db.first(db.sql(`SELECT 1 FROM notifications WHERE ${own}`, ...key))))
      throw notFound('The notification')
    return commit(context, {
      subject: 'The notification',
      statements: [
        isRead
          ? db.sql(`UPDATE notifications SET read_at = ?4 WHERE ${own} AND read_at IS NULL`, ...key, clock.now())
          : db.sql(`UPDATE notifications SET read_at = NULL WHERE ${own}`, ...key),
      ],
      audit: [],
      result: null,
    })
  },
})

export const markAllNotifications = command({
  id: 'bell.mark-all',
  access: 'staff.use',
  input: inputOf(endpoints.markAllNotifications),
  run: async (context, { until }) => {
    const { db, actor, clock } = context
    return commit(context, {
      subject: 'The notifications',
      statements: [
        db.sql(
          `UPDATE notifications INDEXED BY notifications_unread SET read_at = ?4
            WHERE company_id = ?1 AND user_id = ?2 AND read_at IS NULL AND created_at <= ?3`,
          ...[actor.companyId, actor.userId, until ? Date.parse(until) : clock.now(), clock.now()],
        ),
      ],
      audit: [],
      result: null,
    })
  },
})
