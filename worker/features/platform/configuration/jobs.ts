import { registerOutbox } from '../../../core/outbox-registry.ts'
import { endDeadImport, runImport } from './run.ts'

registerOutbox('configuration.run', { lane: 'imports', handler: runImport, onDead: endDeadImport })
