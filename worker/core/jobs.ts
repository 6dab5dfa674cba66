import { registerCron } from './cron.ts'
import { forgetOldest } from './forgotten/oldest.ts'
import { forgetOldEffects } from './outbox-sweep.ts'

const KEPT_RESULTS_MS = 7 * 24 * 60 * 60 * 1000

/** A command isn't repeated after this long. */
registerCron('old-command-results', ({ db, clock }) =>
  db.batch([forgetOldest(db, 'command_results', 'created_at', clock.now() - KEPT_RESULTS_MS)]),
)
registerCron('old-effects', forgetOldEffects)
