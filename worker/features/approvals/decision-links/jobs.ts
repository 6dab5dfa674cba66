import { registerCron } from '../../../core/cron.ts'

registerCron('expired-decision-links', ({ db, clock }) =>
  db.batch([db.sql('DELETE FROM decision_links WHERE expires_at < ?', clock.now())]),
)
