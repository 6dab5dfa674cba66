import * as endpoints from '../../../../schema/platform/members/member-endpoints.ts'
import type { Database } from '../../../core/database.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { memberStatement } from '../../platform/members/index.ts'
import { readableRequest, readableRequestParams } from './visibility.ts'

/** ?1 company, ?2 member: pending requests with an undecided step that is waiting for the member, now or later. */
const OPEN = `FROM request_participants p INDEXED BY request_participants_awaited
  CROSS JOIN intake_submissions s ON s.id = p.target_id
 WHERE p.company_id = ?1 AND p.user_id = ?2 AND p.is_awaited = 1 AND p.completed_at IS NULL
   AND p.target_type = 'INTAKE_SUBMISSION' AND s.status = 'PENDING' AND s.is_draft = 0 AND s.deleted_at IS NULL
   AND s.archived_at IS NULL`

export const openRequestIds = async (db: Database, companyId: string, userId: string): Promise<string[]> =>
  (await db.all<{ id: string }>(db.sql(`SELECT s.id ${OPEN} ORDER BY p.created_at`, companyId, userId))).map(
    ({ id }) => id,
  )

const SHOWN = 20
/** Replaces the title of a request that the person can't read. They may know that it is waiting. */
const UNREAD = 'A request you can’t see'

/** What is handed over when the member is disabled. Throws NOT_FOUND. */
export const readOpenApprovals = query({
  id: 'members.open-approvals',
  access: 'members.manage',
  input: inputOf(endpoints.getOpenApprovals),
  run: async (context, { memberId }): Promise<endpoints.OpenApprovals> => {
    const { db, actor } = context
    const [requests, total, manager, member] = await db.batch([
      db.sql(
        `SELECT s.id, s.number, CASE WHEN ${readableRequest(4)} THEN s.title ELSE '${UNREAD}' END AS title
           ${OPEN} ORDER BY p.created_at, p.target_id LIMIT ?3`,
        actor.companyId,
        memberId,
        SHOWN,
        ...readableRequestParams(actor),
      ),
      db.sql(
        `SELECT COUNT(*) AS total FROM (SELECT 1 ${OPEN} LIMIT ${endpoints.OPEN_COUNTED})`,
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
    return {
      total: Number(total?.results[0]?.total ?? 0),
      requests: (requests?.results ?? []) as unknown as endpoints.OpenApprovals['requests'],
      suggested: (manager?.results[0] as unknown as endpoints.OpenApprovals['suggested'] | undefined) ?? null,
    }
  },
})
