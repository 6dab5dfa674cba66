import { registerOutbox } from '../../../core/outbox-registry.ts'
import { endDeadImport, runVendorImport } from './run.ts'

registerOutbox('vendor-import.run', {
  lane: 'imports',
  handler: runVendorImport,
  onDead: endDeadImport,
  goesOnAfterDeath: true,
})
