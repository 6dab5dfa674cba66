import { registerCron } from '../../../core/cron.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { enqueueRenewalReminders } from '../renewals/enqueue.ts'
import { mailRenewalReminders } from '../renewals/mail.tsx'

registerOutbox('service.remind', { lane: 'mail', handler: mailRenewalReminders })

registerCron('renewal-reminders', enqueueRenewalReminders)
