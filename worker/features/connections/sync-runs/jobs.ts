import { registerCron } from '../../../core/cron.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { endDeadRun, runSync } from './run.ts'
import { forgetOldRuns, startScheduledSyncs } from './schedule.ts'

registerOutbox('sync.run', { lane: 'syncs', handler: runSync, onDead: endDeadRun })

registerCron('sync-schedules', startScheduledSyncs)
registerCron('old-sync-runs', forgetOldRuns)
