import { registerCron } from '../../../core/cron.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { enqueueRenewalReminders } from './enqueue.ts'
import { mailRenewalReminders } from './mail.tsx'

registerOutbox('service.remind', { lane: 'mail', handler: mailRenewalReminders })

registerCron('renewal-reminders', enqueueRenewalReminders)
