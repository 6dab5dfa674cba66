import { registerCron } from '../../../core/cron.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { resealRows } from '../../../core/reseal.ts'
import { placeOfSecret } from './app.ts'
import { mailChanged } from './changed-mail.tsx'
import { applyResets } from './reset.ts'

registerOutbox('factors.changed', { lane: 'mail', handler: mailChanged })

/** After a change of the Worker's keys secrets of apps are encrypted with the new one. */
registerCron('factor-secrets', (context) =>
  resealRows(context, {
    table: 'second_factors',
    company: 'company_id',
    sealed: 'secret_sealed',
    keyId: 'secret_key_id',
    event: 'factor-secrets.unreadable',
    placeOf: placeOfSecret,
  }),
)

registerCron('factor-resets', applyResets)

const HOUR_MS = 60 * 60 * 1000

registerCron('factor-challenges', ({ db, clock }) =>
  db.batch([db.sql('DELETE FROM factor_challenges WHERE expires_at < ?', clock.now() - HOUR_MS)]),
)
