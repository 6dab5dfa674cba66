import { registerSync } from '../../../core/syncs.ts'
import { recodeSync } from './recode-job.ts'

registerSync(recodeSync)
