import { type CheckRule, type CheckState, heldWords } from '../../../../schema/money/checks/values.ts'
import { registerBillFollower } from '../bills/index.ts'
import { registerPaymentHold } from '../payments/index.ts'
import { HOLDS } from './rows.ts'
import { checkPayments } from './run.ts'

/** What findings mean for payments: those of the bill, and of the bank details that it is paid to. */

registerPaymentHold({
  column: `(SELECT f.state || ' ' || f.rule FROM check_subjects c INDEXED BY check_subjects_subject
    CROSS JOIN check_findings f ON f.id = c.finding_id AND ${HOLDS}
    WHERE c.company_id = p.company_id AND c.subject_id IN (p.bill_id, p.details_id) AND c.is_held = 1 LIMIT 1)`,
  wordsOf: (text) => {
    const [state, rule] = text.split(' ') as [CheckState, CheckRule]
    return heldWords(state, rule)
  },
  refresh: checkPayments,
})

registerBillFollower({
  name: 'checks',
  // Its payment waits from now on, which bank details are measured by.
  approved: (_, { id }) => ({ statements: [], outbox: [{ topic: 'checks.run', payload: { what: 'BILL', id } }] }),
})
