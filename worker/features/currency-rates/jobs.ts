import { registerCron } from '../../core/cron.ts'
import { registerOutbox } from '../../core/outbox-registry.ts'
import { enqueueRates, importRates } from './import.ts'

registerOutbox('currency-rates.import', { lane: 'tasks', handler: importRates })

registerCron('currency-rates', enqueueRates)
