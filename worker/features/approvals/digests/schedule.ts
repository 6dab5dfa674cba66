import { lastWorkMorning, nextWorkMorning } from '../../../../schema/platform/business-hours/work-mornings.ts'
import { knownZone } from '../../../../schema/shared/calendar.ts'
import { livesHere } from '../../../core/cells.ts'
import type { SystemContext } from '../../../core/operation.ts'
import { type OutboxRow, outboxStatement } from '../../../core/outbox.ts'
import { calendarOf, calendarSql } from '../../platform/business-hours/index.ts'

/**
 * Whose morning has come: each gets a row of the outbox and their next morning in the same transaction. The row's id
 * names the person and the morning, so that a run that is repeated sends one email.
 */

const PAGE = 200
const MOST_PAGES = 20

interface Due {
  companyId: string
  userId: string
  digestAt: number
  timeZone: string | null
  /** As it is stored. */
  calendar: string | null
}

const DUE = `SELECT p.company_id AS companyId, p.user_id AS userId, p.digest_at AS digestAt, u.timezone AS timeZone,
        ${calendarSql('p.company_id')} AS calendar
   FROM notification_preferences p INDEXED BY notification_preferences_digest
   LEFT JOIN users u ON u.id = p.user_id
  WHERE p.digest_at <= ?1 AND ${livesHere('p.company_id')} ORDER BY p.digest_at LIMIT ${PAGE}`

/** @returns how many digests are on their way */
export const enqueueDigests = async ({ db, clock }: SystemContext): Promise<number> => {
  const now = clock.now()
  let total = 0
  for (let page = 0; page < MOST_PAGES; page++) {
    const due = await db.all<Due>(db.sql(DUE, now))
    if (due.length === 0) break
    const rows = due.map(
      ({ companyId, userId, digestAt, timeZone, calendar }): OutboxRow<'digest.send'> => ({
        id: `digest:${companyId}:${userId}:${digestAt}`,
        companyId,
        topic: 'digest.send',
        payload: { userId, since: lastWorkMorning(digestAt, knownZone(timeZone), calendarOf(calendar)) },
        createdAt: now,
      }),
    )
    const next = due.map(({ timeZone, calendar, ...row }) => ({
      ...row,
      next: nextWorkMorning(now, knownZone(timeZone), calendarOf(calendar)),
    }))
    await db.batch([
      outboxStatement(db, rows),
      db.sql(
        `UPDATE notification_preferences AS p SET digest_at = j.value ->> 'next' FROM json_each(?1) j
          WHERE p.company_id = j.value ->> 'companyId' AND p.user_id = j.value ->> 'userId'
            AND p.digest_at = j.value ->> 'digestAt'`,
        JSON.stringify(next),
      ),
    ])
    total += due.length
    if (due.length < PAGE) break
  }
  return total
}
