import type { TakenTime } from '../../../../schema/approvals/engine/expected-time.ts'
import type { StaffContext } from '../../../core/operation.ts'

/** How long approvers took for these, from when they could decide. */
export const takenTimes = async (
  { db, actor }: Pick<StaffContext, 'db' | 'actor'>,
  targetType: string,
  ids: readonly string[],
): Promise<TakenTime[]> =>
  db.all<TakenTime>(
    db.sql(
      `SELECT d.value ->> 'userId' AS userId, (d.value ->> 'at') - b.opened_at AS milliseconds
         FROM json_each(?2) j
        CROSS JOIN level_group_statuses b
           ON b.company_id = ?1 AND b.target_type = ?3 AND b.target_id = j.value
         JOIN json_each(b.block, '$.decisions') d
        WHERE b.rule_type = 'APPROVAL' AND b.opened_at IS NOT NULL AND d.value ->> 'at' >= b.opened_at`,
      actor.companyId,
      JSON.stringify(ids),
      targetType,
    ),
  )
