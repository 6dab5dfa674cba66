import { registerOutbox } from '../../../core/outbox-registry.ts'
import { moveByValue } from './moves.ts'

registerOutbox('provisioning.move', { lane: 'tasks', handler: moveByValue })
