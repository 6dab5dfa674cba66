import { registerCron } from '../../../core/cron.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { mailDigests } from './mail.tsx'
import { enqueueDigests } from './schedule.ts'

registerOutbox('digest.send', { lane: 'mail', handler: mailDigests })

registerCron('digests', enqueueDigests)
