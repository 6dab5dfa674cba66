import type { CheckState } from '../../../../schema/money/checks/values.ts'
import { type Hand, handsIn, mayTake, whoElseCan } from '../../../../schema/platform/hands/rule.ts'
import type { StaffActor } from '../../../core/actor.ts'
import type { Database } from '../../../core/database.ts'
import { handList, handRows, identitiesOf } from '../../../core/hands.ts'
import { namedRows } from '../../platform/members/index.ts'
import { billHands, detailsHands } from './facts.ts'

/** Who may decide on a finding: no one behind what it holds. */

/** So many bills that wait for one bank account are looked at. */
const MOST_WAITING = 100

/**
 * Rows of `people`, hands as `handsIn` reads them: of the bills and bank details that a finding holds, of the account that
 * a held bill is paid to, of the bills that wait to be paid to a held account, and of those who decided on it.
 */
export const findingHandsStatement = (
  db: Pick<Database, 'sql'>,
  companyId: string,
  findingId: string,
): D1PreparedStatement =>
  db.sql(
    `SELECT ${handList(billHands('b'))} AS people FROM check_subjects c CROSS JOIN bills b ON b.id = c.subject_id
        AND +b.company_id = c.company_id
      WHERE c.company_id = ?1 AND c.finding_id = ?2 AND c.kind = 'BILL' AND c.is_held = 1
     UNION ALL
     SELECT ${handList(detailsHands('d'))} FROM check_subjects c CROSS JOIN bills b ON b.id = c.subject_id
        AND +b.company_id = c.company_id
      CROSS JOIN bill_payments p INDEXED BY bill_payments_bill ON p.company_id = c.company_id AND p.bill_id = b.id AND p.run = b.run
      CROSS JOIN vendor_bank_details d ON d.id = p.details_id
      WHERE c.company_id = ?1 AND c.finding_id = ?2 AND c.kind = 'BILL' AND c.is_held = 1
     UNION ALL
     SELECT ${handList(detailsHands('d'))} FROM check_subjects c CROSS JOIN vendor_bank_details d ON d.id = c.subject_id
        AND +d.company_id = c.company_id
      WHERE c.company_id = ?1 AND c.finding_id = ?2 AND c.kind = 'DETAILS' AND c.is_held = 1
     UNION ALL
     SELECT people FROM (SELECT ${handList(billHands('b'))} AS people FROM check_subjects c
       CROSS JOIN vendor_bank_details d ON d.id = c.subject_id AND +d.company_id = c.company_id
       CROSS JOIN bill_payments p INDEXED BY bill_payments_vendor_waiting ON p.company_id = c.company_id
         AND p.erp_vendor_id = d.erp_vendor_id AND p.status IN ('PENDING', 'APPROVED', 'FAILED', 'RETURNED') AND p.details_id = d.id
       CROSS JOIN bills b ON b.id = p.bill_id AND +b.company_id = c.company_id
      WHERE c.company_id = ?1 AND c.finding_id = ?2 AND c.kind = 'DETAILS' AND c.is_held = 1 LIMIT ${MOST_WAITING})
     UNION ALL SELECT ${handList(`${handRows('?1', '?2')} AND h.matter = 'FINDING'`)}`,
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
  behind: readonly Record<string, unknown>[],
): string | null => {
  if (state === 'CLOSED') return 'This finding no longer applies, so there is nothing to decide.'
  if (state === 'SILENCED') return 'This finding is silenced. Lift the silence to decide on it.'
  return mayTake('DECIDE_FINDING', handsOf(state, behind), identitiesOf(actor))
}

/** Who rejected it can't release it. */
const handsOf = (state: CheckState, behind: readonly Record<string, unknown>[]): Hand[] =>
  behind
    .flatMap(({ people }) => handsIn(String(people)))
    .filter(({ matter }) => matter !== 'FINDING' || state === 'REJECTED')

/** Who can decide, if what this person did keeps them from it. */
export const deciderWords = (
  actor: StaffActor,
  state: CheckState,
  behind: readonly Record<string, unknown>[],
  payers: readonly Record<string, unknown>[],
): string | null =>
  state === 'CLOSED' || state === 'SILENCED'
    ? null
    : whoElseCan('DECIDE_FINDING', handsOf(state, behind), identitiesOf(actor), namedRows(payers))
