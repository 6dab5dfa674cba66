import { registerCron } from '../../../core/cron.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { handBackEnded, mailDelegations } from './hand-back.tsx'

registerOutbox('delegation.notify', { lane: 'mail', handler: mailDelegations })

registerCron('ended-delegations', handBackEnded)
