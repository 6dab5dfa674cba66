import { registerCron } from '../../../core/cron.ts'
import { registerWebhook } from '../../../core/webhook-senders.ts'
import { forgetOldOutcomes, mailOutcomes } from './mail-outcomes.ts'

registerWebhook('resend', mailOutcomes)

registerCron('old-mail-outcomes', forgetOldOutcomes)
