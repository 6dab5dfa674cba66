import { registerCron } from '../../../core/cron.ts'

/** Deletes sign-ins that no answer came for in time. */
registerCron('old-sign-ons', ({ directory, clock }) =>
  directory.batch([directory.sql('DELETE FROM directory_sign_on_attempts WHERE expires_at < ?', clock.now())]),
)
