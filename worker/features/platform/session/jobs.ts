import { registerCron } from '../../../core/cron.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { mailActedFor } from './acted-for-mail.tsx'
import { mailLoginLinkHandler } from './login-link-mail.tsx'

// A row that runs twice sends each person one email.
registerOutbox('session.login-link', { lane: 'mail', handler: mailLoginLinkHandler, isSecret: true })
registerOutbox('session.acted-for', { lane: 'mail', handler: mailActedFor })

const DAY_MS = 24 * 60 * 60 * 1000

/** Deletes ended sessions and tokens. */
registerCron('expired-sessions', ({ db, clock }) => {
  const now = clock.now()
  return db.batch([
    db.sql('DELETE FROM sessions WHERE expires_at < ?', now),
    db.sql('DELETE FROM email_changes WHERE expires_at < ?', now - DAY_MS),
    db.sql('DELETE FROM login_tokens WHERE expires_at < ?', now - DAY_MS),
    db.sql('DELETE FROM vendor_sessions WHERE expires_at < ?', now),
    db.sql('DELETE FROM vendor_login_tokens WHERE expires_at < ?', now - DAY_MS),
    db.sql('DELETE FROM rate_limits WHERE window_start < ?', now - DAY_MS),
  ])
})
