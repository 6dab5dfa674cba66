import { registerCron } from '../../../core/cron.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { sweepVendorFigures } from './figures.ts'
import { mailVendorNotifications } from './vendor-mail.tsx'

registerCron('vendor-figures', sweepVendorFigures)

registerOutbox('vendor.notify', { lane: 'mail', handler: mailVendorNotifications })
