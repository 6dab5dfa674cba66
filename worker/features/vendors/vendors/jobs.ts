import { registerCron } from '../../../core/cron.ts'
import { sweepVendorFigures } from './figures.ts'

registerCron('vendor-figures', sweepVendorFigures)
