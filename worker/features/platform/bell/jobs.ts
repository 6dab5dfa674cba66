import { KEPT_DAYS } from '../../../../schema/platform/bell/kinds.ts'
import { registerCron } from '../../../core/cron.ts'
import type { SystemContext } from '../../../core/operation.ts'

const KEPT_MS = KEPT_DAYS * 24 * 60 * 60 * 1000
const WINDOW = 2_000

/** Read or not: who hasn't opened the bell for that long won't miss them. */
const forgetOld = async ({ db, clock }: SystemContext): Promise<void> => {
  await db.batch([
    db.sql(
      `DELETE FROM notifications WHERE rowid IN (
         SELECT rowid FROM notifications INDEXED BY notifications_age
          WHERE created_at < ? ORDER BY created_at LIMIT ${WINDOW})`,
      clock.now() - KEPT_MS,
    ),
  ])
}

registerCron('old-notifications', forgetOld)
