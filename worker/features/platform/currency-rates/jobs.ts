import { registerCron } from '../../../core/cron.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { enqueueRates, importRates } from './import.ts'
import { priceRequests } from './price.ts'

registerOutbox('currency-rates.import', { lane: 'tasks', handler: importRates })
registerOutbox('currency-rates.price', { lane: 'tasks', handler: priceRequests })

registerCron('currency-rates', enqueueRates)
