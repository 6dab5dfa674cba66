import './subject-facts.ts'
import { registerCron } from '../../../core/cron.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { forgetOldBatches } from '../../../core/save-batches.ts'
import { forgetCompletedHourly } from '../../approvals/engine/index.ts'
import { handOverApprovals } from './hand-over.ts'
import { mailRequestNotifications } from './mails/request-mail.ts'
import { enqueueReminders, mailReminders } from './reminders.ts'

// A row that runs twice sends each person one email.
registerOutbox('request.notify', { lane: 'mail', handler: mailRequestNotifications })
registerOutbox('request.remind', { lane: 'mail', handler: mailReminders })

registerOutbox('member.hand-over', { lane: 'tasks', handler: handOverApprovals })

registerCron('reminders', enqueueReminders)
registerCron('old-save-batches', forgetOldBatches)
registerCron('recently-completed', forgetCompletedHourly)
