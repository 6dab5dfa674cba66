import * as endpoints from '../../../../schema/money/checks/endpoints.ts'
import { CHECK_RULE_WORDS } from '../../../../schema/money/checks/values.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { handsBy, handsStatement } from '../../../core/hands.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { decisionFaultOf, findingHandsStatement, hasLeftStatement, LEFT_FAULT } from './duties.ts'
import { FINDING_COLUMNS, FINDING_JOINS, type StoredFinding } from './rows.ts'

/** Releasing what a finding holds, or rejecting it. Either can be changed into the other until its cause is gone. */
export const decideFinding = command({
  id: 'checks.decide',
  access: 'checks.decide',
  freshFactor: true,
  input: inputOf(endpoints.decideFinding),
  run: async (context, { findingId, decision, note }) => {
    const { db, actor, clock } = context
    const { companyId } = actor
    const [found, entered, left] = await db.batch([
      db.sql(
        `SELECT ${FINDING_COLUMNS}, f.version, o.vendor_id AS vendorId FROM check_findings f ${FINDING_JOINS}
          WHERE f.id = ? AND f.company_id = ?`,
        ...[findingId, companyId],
      ),
      findingHandsStatement(db, companyId, findingId),
      hasLeftStatement(db, companyId, findingId),
    ])
    const row = found?.results[0] as unknown as
      | (StoredFinding & { version: number; vendorId: string | null })
      | undefined
    if (!row) throw notFound('The finding')
    if (row.state === decision)
      throw new AppError(
        'RULE_BROKEN',
        `This finding is ${decision === 'RELEASED' ? 'released' : 'rejected'} already.`,
        {
          reason: 'DECIDED',
        },
      )
    const fault = decisionFaultOf(actor, row.state, entered?.results ?? [])
    if (fault) throw new AppError('RULE_BROKEN', fault, { reason: 'DUTIES' })
    if (decision === 'REJECTED' && left?.results[0]?.hasLeft === 1)
      throw new AppError('RULE_BROKEN', LEFT_FAULT, { reason: 'DECIDED' })
    const target =
      row.billId !== null
        ? ({ targetType: 'BILL', targetId: row.billId } as const)
        : row.vendorId !== null
          ? ({ targetType: 'VENDOR', targetId: row.vendorId } as const)
          : ({ targetType: 'COMPANY', targetId: companyId } as const)
    const verb = decision === 'RELEASED' ? 'Released' : 'Rejected'
    return commit(context, {
      subject: 'The finding',
      statements: [
        db.sql(
          `UPDATE check_findings SET state = ?4, decision = ?4, decided_by_user_id = ?5, decided_at = ?6, note = ?7,
                  updated_at = ?6, version = version + 1
            WHERE id = ?1 AND company_id = ?2 AND version = ?3`,
          ...[row.id, companyId, row.version, decision, actor.userId, clock.now(), note],
        ),
        guardOneRow(db),
        handsStatement(db, companyId, handsBy(actor, 'FINDING', row.id, decision), clock.now()),
      ],
      audit: [
        {
          ...{ changeKey: `check:${row.id}:v${row.version + 1}`, ...target },
          action: decision === 'RELEASED' ? 'checks.released' : 'checks.rejected',
          message: `${verb} the finding “${CHECK_RULE_WORDS[row.rule]}” (${row.why}): ${note}`,
          changeData: { findingId: row.id, rule: row.rule, note },
        },
      ],
      result: { id: row.id, state: decision },
    })
  },
})
