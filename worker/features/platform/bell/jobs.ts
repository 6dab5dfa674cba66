import { KEPT_DAYS } from '../../../../schema/platform/bell/kinds.ts'
import { registerCron } from '../../../core/cron.ts'
import { forgetOldest } from '../../../core/forgotten/oldest.ts'
import type { SystemContext } from '../../../core/operation.ts'

const KEPT_MS = KEPT_DAYS * 24 * 60 * 60 * 1000

/** Read or not: who hasn't opened the bell for that long won't miss them. */
const forgetOld = async ({ db, clock }: SystemContext): Promise<void> => {
  await db.batch([forgetOldest(db, 'notifications', 'created_at', clock.now() - KEPT_MS)])
}

registerCron('old-notifications', forgetOld)
