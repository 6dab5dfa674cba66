import { registerCron } from '../../../core/cron.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { announceEnds, mailEnd } from './ending.tsx'

registerCron('api-keys-ending', announceEnds)
registerOutbox('api-keys.ending', { lane: 'mail', handler: mailEnd })
