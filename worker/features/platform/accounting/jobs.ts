import { registerOutbox } from '../../../core/outbox-registry.ts'
import { registerSync } from '../../../core/syncs.ts'
import { driftSyncs } from './drift-check.ts'
import { giveUpEntry, sendEntry } from './send.ts'

registerOutbox('accounting.send', { lane: 'tasks', handler: sendEntry, onDead: giveUpEntry })
for (const sync of driftSyncs()) registerSync(sync)
