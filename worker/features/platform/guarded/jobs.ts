import { registerCron } from '../../../core/cron.ts'
import { applyDue } from './operations.ts'

registerCron('guarded-changes', applyDue)
