import { registerOutbox } from '../../../core/outbox-registry.ts'
import { settleProposed } from './settle.ts'

registerOutbox('proposed-vendor.settle', { lane: 'tasks', handler: settleProposed })
