import './bill-payment-make.ts'
import './evidence.ts'
import { registerCron } from '../../../core/cron.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { registerWebhook } from '../../../core/webhook-senders.ts'
import { STRIPE } from '../../../integrations/stripe/settings.ts'
import { stripeWebhooks } from '../../../integrations/stripe/webhook.ts'
import { mailAlarm } from './alarms.tsx'
import { startScheduled } from './bill-payment-due.ts'
import { mailChangedDetails } from './details-mail.tsx'
import { markDetails } from './details-mark.ts'
import { resealDetails } from './details-reseal.ts'
import { askForLost, followEvent, followPayments } from './follow.ts'
import { mailRemittance } from './remittance.tsx'

registerOutbox('payments.follow', { lane: 'tasks', handler: followPayments })
registerWebhook(STRIPE, stripeWebhooks(followEvent))
registerCron('payments-lost-events', askForLost)
registerCron('payments-scheduled', startScheduled)
registerOutbox('payments.alarm', { lane: 'mail', handler: mailAlarm })
registerOutbox('payments.remittance', { lane: 'mail', handler: mailRemittance })
registerOutbox('payments.details-changed', { lane: 'mail', handler: mailChangedDetails })
registerCron('reseal-vendor-bank-details', resealDetails)
registerCron('mark-vendor-bank-details', markDetails)
