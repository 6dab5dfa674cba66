import { dayIn, morningOf } from '../../../../schema/shared/calendar.ts'
import { livesHere } from '../../../core/cells.ts'
import { type OutboxRow, outboxStatement } from '../../../core/outbox.ts'
import type { OutboxContext } from '../../../core/outbox-registry.ts'
import type { DueReminder } from './recipients.ts'
import { recipientsOf } from './recipients.ts'

/**
 * The cron part of renewal reminders: reminders whose day has come anywhere in the world are put into the outbox, one
 * row per person for that person's morning, and settled in the same transaction. Row ids name the reminder and the
 * person, so that repeating an interrupted run still sends one email.
 */

const HOUR_MS = 60 * 60 * 1000
/** The first place where a day begins is this far ahead of UTC. */
const EARLIEST_MS = 14 * HOUR_MS
const PAGE = 100
const MOST_PAGES = 50

/** ?1: the date where the day begins first. */
const DUE = `SELECT company_id AS companyId, service_id AS serviceId, period_id AS periodId, remind_on AS remindOn
   FROM service_reminders r INDEXED BY service_reminders_due
  WHERE settled_at IS NULL AND remind_on <= ?1 AND ${livesHere('r.company_id')} ORDER BY remind_on, company_id, period_id LIMIT ${PAGE}`

/** @returns how many reminders were settled */
export const enqueueRenewalReminders = async ({ db, clock }: OutboxContext): Promise<number> => {
  const now = clock.now()
  let total = 0
  for (let page = 0; page < MOST_PAGES; page++) {
    const due = await db.all<DueReminder>(db.sql(DUE, dayIn(null, now + EARLIEST_MS)))
    if (due.length === 0) break
    const recipients = await recipientsOf(db, due)
    const rows = due.flatMap((reminder): OutboxRow<'service.remind'>[] => {
      const { companyId, serviceId, periodId, remindOn } = reminder
      return recipients(reminder).map(({ userId, timeZone }) => ({
        id: `renewal:${periodId}:${remindOn}:${userId}`,
        companyId,
        topic: 'service.remind',
        payload: { userId, serviceId, periodId, remindOn },
        createdAt: now,
        availableAt: Math.max(now, morningOf(remindOn, timeZone ?? 'UTC')),
      }))
    })
    await db.batch([
      outboxStatement(db, rows),
      db.sql(
        `UPDATE service_reminders SET settled_at = ?1
          WHERE (company_id, service_id, period_id, remind_on) IN (
            SELECT value ->> 'companyId', value ->> 'serviceId', value ->> 'periodId', value ->> 'remindOn'
              FROM json_each(?2))`,
        now,
        JSON.stringify(due),
      ),
    ])
    total += due.length
    if (due.length < PAGE) break
  }
  return total
}
