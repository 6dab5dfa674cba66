import { BOOKS_SYSTEMS } from '../../../../schema/platform/accounting/books.ts'
import { registerCron } from '../../../core/cron.ts'
import { registerSync } from '../../../core/syncs.ts'
import { registerWebhook } from '../../../core/webhook-senders.ts'
import { quickbooksWebhooks } from '../../../integrations/quickbooks/webhook.ts'
import { startChangedSyncs } from './changed-there.ts'
import { linkSync } from './linking/run.ts'
import { remapSync } from './remap.ts'
import { booksSync } from './sync.ts'
import { sweepVendorSpend } from './vendor-spend.ts'

for (const system of BOOKS_SYSTEMS) registerSync(booksSync(system))
registerSync(remapSync)
registerSync(linkSync)
registerCron('vendor-spend', sweepVendorSpend)
registerWebhook('quickbooks', quickbooksWebhooks(startChangedSyncs))
