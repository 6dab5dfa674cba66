import { registerCron } from '../../../core/cron.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { mailSignUpLinkHandler } from './mail.tsx'

registerOutbox('sign-up.link', { lane: 'mail', handler: mailSignUpLinkHandler, isSecret: true })

const DAY_MS = 24 * 60 * 60 * 1000

/** A day longer, so that a late click is told why it comes late. */
registerCron('expired-sign-ups', ({ db, clock }) =>
  db.batch([db.sql('DELETE FROM sign_ups WHERE expires_at < ?', clock.now() - DAY_MS)]),
)
