import * as endpoints from '../../../../schema/platform/members/member-endpoints.ts'
import { nounOf } from '../../../../schema/shared/kinds.ts'
import { notFound } from '../../../core/errors.ts'
import { identitiesOf } from '../../../core/hands.ts'
import { kindsWith } from '../../../core/kinds/registry.ts'
import { readerParams } from '../../../core/kinds/rows.ts'
import { openSql } from '../../../core/kinds/waiting.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { memberStatement } from './scope.ts'

const SHOWN = 20

/** What is handed over when the member is disabled. Throws NOT_FOUND. */
export const readOpenApprovals = query({
  id: 'members.open-approvals',
  access: 'members.manage',
  input: inputOf(endpoints.getOpenApprovals),
  run: async (context, { memberId }): Promise<endpoints.OpenApprovals> => {
    const { db, actor } = context
    const kinds = kindsWith('waitingFor')
    // People who can't read one may know that it is waiting.
    const longest = kinds.map(
      ({ kind, rows, ...rest }) =>
        `SELECT * FROM (SELECT '${kind}' AS kind, ${rows.id} AS id, ${rest.waitingFor.number} AS number, p.created_at AS since,
           CASE WHEN ${rows.readable ?? '1'} THEN ${rows.name} ELSE 'A ${nounOf(kind)} you can’t see' END AS title
           ${openSql({ kind, rows, ...rest }, '?6')} ORDER BY p.created_at LIMIT ?7)`,
    )
    const counted = kinds.map((each) => `SELECT 1 ${openSql(each, '?2')}`)
    const [requests, total, manager, member] = await db.batch([
      db.sql(
        `${longest.join(' UNION ALL ')} ORDER BY since, id LIMIT ?7`,
        ...[...readerParams(actor), memberId, SHOWN],
      ),
      db.sql(
        `SELECT COUNT(*) AS total FROM (${counted.join(' UNION ALL ')} LIMIT ${endpoints.OPEN_COUNTED})`,
        actor.companyId,
        memberId,
      ),
      db.sql(
        `SELECT u.id, u.first_name AS firstName, u.last_name AS lastName, u.email
           FROM company_memberships own
           JOIN company_memberships m ON m.company_id = own.company_id AND m.user_id = own.manager_user_id
           JOIN users u ON u.id = m.user_id
          WHERE own.company_id = ? AND own.user_id = ? AND m.disabled_at IS NULL`,
        actor.companyId,
        memberId,
      ),
      memberStatement(context, memberId),
    ])
    if (!member?.results.length) throw notFound('The member')
    const suggested = (manager?.results[0] as unknown as endpoints.OpenApprovals['suggested'] | undefined) ?? null
    return {
      total: Number(total?.results[0]?.total ?? 0),
      requests: (
        (requests?.results ?? []) as unknown as (endpoints.OpenApprovals['requests'][number] & { since: number })[]
      ).map(({ since: _, ...request }) => request),
      suggested,
      suggestedApprover: suggested && !identitiesOf(actor).userIds.includes(suggested.id) ? suggested : null,
    }
  },
})
