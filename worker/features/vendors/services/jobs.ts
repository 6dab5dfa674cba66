import { registerCron } from '../../../core/cron.ts'
import { keepOpenMonths } from './open-months.ts'

registerCron('open-services', keepOpenMonths)
