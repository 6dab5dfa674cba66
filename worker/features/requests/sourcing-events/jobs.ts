import { registerCron } from '../../../core/cron.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { draftAward } from './award.ts'
import { mailBidder } from './bidder-mail.tsx'
import { mailSourcingNews } from './news-mail.tsx'
import { keepSealKeys, openDueEvents } from './open.ts'

// An invitation has the secret of the bidder's link.
registerOutbox('sourcing-event.mail-bidder', { lane: 'mail', handler: mailBidder, isSecret: true })
registerOutbox('sourcing-event.notify', { lane: 'mail', handler: mailSourcingNews })
registerOutbox('sourcing-event.draft', { lane: 'tasks', handler: draftAward })

registerCron('open-sourcing-events', openDueEvents)
registerCron('sourcing-seal-keys', keepSealKeys)
