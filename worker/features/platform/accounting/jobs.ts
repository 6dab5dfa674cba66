import { registerOutbox } from '../../../core/outbox-registry.ts'
import { giveUpEntry, sendEntry } from './send.ts'

registerOutbox('accounting.send', { lane: 'tasks', handler: sendEntry, onDead: giveUpEntry })
