import { registerOutbox } from '../../../core/outbox-registry.ts'
import { registerSync } from '../../../core/syncs.ts'
import { ecbRates } from './import.ts'
import { priceRequests } from './price.ts'

registerOutbox('currency-rates.price', { lane: 'tasks', handler: priceRequests })
registerSync(ecbRates)
