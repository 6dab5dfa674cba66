import { registerCron } from '../../../core/cron.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { clearOldFiles } from './clear-old.ts'
import { endDeadImport, runImport } from './run.ts'

registerOutbox('configuration.run', { lane: 'imports', handler: runImport, onDead: endDeadImport })
registerCron('old-configuration-files', clearOldFiles)
