import { registerCron } from '../../core/cron.ts'
import { forgetOldCalls } from './kept-calls.ts'

registerCron('old-mail-calls', forgetOldCalls)
