import type { ApprovalActor, GivenManager } from '../../../schema/approvals/engine/commands.ts'

/** The machine itself, when its alarm acts. */
export const systemActor = (companyId: string): ApprovalActor => ({
  kind: 'SYSTEM',
  companyId,
  userId: 'system',
  name: 'Outlay',
  impersonatorUserId: null,
  isAdmin: false,
  canBypass: false,
  isCategoryOwner: false,
  submitsForOthers: false,
  delegatorIds: [],
})

/** The managers of these people who can sign in, with who gave them to these. */
export const managersOf = async (
  db: D1Database,
  companyId: string,
  userIds: readonly string[],
): Promise<Record<string, GivenManager>> => {
  if (userIds.length === 0) return {}
  const { results } = await db
    .prepare(
      `SELECT m.user_id AS userId, u.id AS managerId, trim(u.first_name || ' ' || u.last_name) AS name,
              m.manager_set_by_user_id AS setBy, m.manager_set_at AS setAt
         FROM json_each(?2) j
        CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = j.value
        CROSS JOIN company_memberships b ON b.company_id = ?1 AND b.user_id = m.manager_user_id
        CROSS JOIN users u ON u.id = b.user_id
        WHERE b.disabled_at IS NULL`,
    )
    .bind(companyId, JSON.stringify([...new Set(userIds)]))
    .all<{ userId: string; managerId: string; name: string; setBy: string | null; setAt: number | null }>()
  return Object.fromEntries(
    results.map(({ userId, managerId, name, setBy, setAt }) => [
      userId,
      { userId: managerId, name, ...(setBy !== null && { setBy: { userId: setBy, at: setAt ?? 0 } }) },
    ]),
  )
}
