import { registerOutbox } from '../../../core/outbox-registry.ts'
import { handOverApprovals } from './hand-over/carry-out.ts'

registerOutbox('member.hand-over', { lane: 'tasks', handler: handOverApprovals })
