import './subject.ts'
import './kind.ts'
import './ledger.ts'
import './subject-facts.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { followApproval, followReopening } from './settled.ts'

registerOutbox('bill.settled', { lane: 'tasks', handler: followApproval })
registerOutbox('bill.reopened', { lane: 'tasks', handler: followReopening })
