import { registerCron } from '../../../core/cron.ts'
import { nameEntries } from './name-entries.ts'

registerCron('search-names', nameEntries)
