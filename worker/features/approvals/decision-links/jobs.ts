import { registerCron } from '../../../core/cron.ts'
import { forgetOldest } from '../../../core/forgotten/oldest.ts'

registerCron('expired-decision-links', ({ db, clock }) =>
  db.batch([forgetOldest(db, 'decision_links', 'expires_at', clock.now())]),
)
