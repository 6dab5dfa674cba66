import type { CheckState } from '../../../../schema/money/checks/values.ts'
import type { StaffActor } from '../../../core/actor.ts'
import type { Database } from '../../../core/database.ts'
import { enteredBy } from './facts.ts'

/**
 * Who may decide on a finding: no one who entered or changed what it holds, also in someone else's name. Admins and delegates are
 * no exception, and programs don't decide.
 */

/** Rows of JSON lists of people. */
export const enteredByStatement = (
  db: Pick<Database, 'sql'>,
  companyId: string,
  findingId: string,
): D1PreparedStatement =>
  db.sql(
    `SELECT ${enteredBy('b')} AS people FROM check_subjects c CROSS JOIN bills b ON b.id = c.subject_id
        AND +b.company_id = c.company_id
      WHERE c.company_id = ?1 AND c.finding_id = ?2 AND c.kind = 'BILL' AND c.is_held = 1
     UNION ALL
     SELECT json_array(d.created_by_user_id) FROM check_subjects c CROSS JOIN vendor_bank_details d ON d.id = c.subject_id
        AND +d.company_id = c.company_id
      WHERE c.company_id = ?1 AND c.finding_id = ?2 AND c.kind = 'DETAILS' AND c.is_held = 1`,
    ...[companyId, findingId],
  )

/** Whether there is nothing left to stop: the bills that a finding holds are paid, or their payments are on the way. */
export const hasLeftStatement = (
  db: Pick<Database, 'sql'>,
  companyId: string,
  findingId: string,
): D1PreparedStatement =>
  db.sql(
    `SELECT count(*) > 0 AND min(b.paid_at IS NOT NULL OR EXISTS (SELECT 1 FROM bill_payments p INDEXED BY bill_payments_bill
              WHERE p.company_id = c.company_id AND p.bill_id = b.id AND p.run = b.run
                AND p.status IN ('PROCESSING', 'PAID', 'PAID_OUTSIDE'))) AS hasLeft
       FROM check_subjects c CROSS JOIN bills b ON b.id = c.subject_id AND +b.company_id = c.company_id
      WHERE c.company_id = ? AND c.finding_id = ? AND c.kind = 'BILL' AND c.is_held = 1`,
    ...[companyId, findingId],
  )
export const LEFT_FAULT = 'The payment has left already, so it can’t be stopped.'

export const decisionFaultOf = (
  actor: StaffActor,
  state: CheckState,
  entered: readonly Record<string, unknown>[],
): string | null => {
  if (state === 'CLOSED') return 'The reason for this finding is gone, so there is nothing to decide.'
  if (state === 'SILENCED') return 'This finding is silenced. Lift the silence to decide on it.'
  const people = entered.flatMap(({ people: list }) => JSON.parse(String(list)) as string[])
  const isOwn = people.includes(actor.userId) || people.includes(actor.impersonator?.userId ?? '')
  return isOwn ? 'You entered what this is about, so someone else has to decide.' : null
}
