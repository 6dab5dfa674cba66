import './subject.ts'
import './kind.ts'
import './ledger.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { registerMailFacts } from '../../requests/submissions/index.ts'
import { SUMMARY_COLUMNS } from './rows.ts'
import { followApproval, followReopening } from './settled.ts'

registerOutbox('bill.settled', { lane: 'tasks', handler: followApproval })
registerOutbox('bill.reopened', { lane: 'tasks', handler: followReopening })

/** What emails say about bills. */
registerMailFacts({ targetType: 'BILL', columns: SUMMARY_COLUMNS, from: 'bills s ON s.id = j.value' })
