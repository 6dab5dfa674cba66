import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { guardOneRow } from '../../../core/database.ts'
import { registerMemberUse } from '../../../core/kinds/registry.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { registerReferences } from '../../../core/references.ts'

/**
 * Delegations are part of members and no kind of their own, but can be limited to spend categories. Those that have ended
 * only follow merges.
 */

interface Limited {
  userId: string
  delegateUserId: string
  member: string
  delegate: string
  categoryIds: string
}

const NAMING = `delegate_approvers d WHERE d.company_id = ?2 AND instr(d.category_ids, '"' || ?1 || '"')`

const limitedTo = ({ db, actor }: StaffContext, unitId: string, condition: string, shown: number) =>
  db.sql(
    `SELECT d.user_id AS userId, d.delegate_user_id AS delegateUserId, d.category_ids AS categoryIds,
            trim(u.first_name || ' ' || u.last_name) AS member, trim(o.first_name || ' ' || o.last_name) AS delegate
       FROM (SELECT * FROM ${NAMING} ${condition}) d
      CROSS JOIN users u ON u.id = d.user_id CROSS JOIN users o ON o.id = d.delegate_user_id
      ORDER BY member, delegate LIMIT ?3`,
    unitId,
    actor.companyId,
    shown,
  )

const NOT_ENDED = 'AND d.handed_back_at IS NULL'
const ALL = -1

registerReferences({
  order: 60,
  uses: (context, { auditTarget }, unit, shown) =>
    auditTarget === 'SPEND_CATEGORY'
      ? {
          statements: [limitedTo(context, unit.id, NOT_ENDED, shown)],
          reasons: (rows) =>
            (rows as unknown as Limited[]).map(({ userId, member, delegate }) => ({
              kind: 'DELEGATION',
              text: `${delegate}, delegate approver of ${member}, is limited to it`,
              href: hrefOf('MEMBER', userId),
            })),
        }
      : null,
  unusedSql: ({ auditTarget }) =>
    auditTarget === 'SPEND_CATEGORY' ? `NOT EXISTS (SELECT 1 FROM ${NAMING} ${NOT_ENDED})` : null,
  replace: async (context, { auditTarget }, fromId, toId, why) => {
    const { db, actor } = context
    const found = auditTarget === 'SPEND_CATEGORY' ? await db.all<Limited>(limitedTo(context, fromId, '', ALL)) : []
    const changes = found.map((row) => {
      const before = JSON.parse(row.categoryIds) as string[]
      const after = [...new Set(before.map((id) => (id === fromId ? toId : id)))].sort()
      return { row, before, after }
    })
    return {
      changed: { delegations: found.map(({ member, delegate }) => `${delegate} for ${member}`) },
      statements: changes.flatMap(({ row, after }) => [
        db.sql(
          `UPDATE delegate_approvers SET category_ids = ?4
            WHERE company_id = ?1 AND user_id = ?2 AND delegate_user_id = ?3 AND category_ids = ?5`,
          ...[actor.companyId, row.userId, row.delegateUserId, JSON.stringify(after), row.categoryIds],
        ),
        guardOneRow(db),
      ]),
      audit: changes.map(({ row, before, after }) => ({
        changeKey: `delegate:${actor.companyId}:${row.userId}:${row.delegateUserId}:${context.newId()}`,
        action: 'member.delegate-changed',
        targetType: 'MEMBER' as const,
        targetId: row.userId,
        message: `Changed the terms of ${row.delegate}, delegate approver of ${row.member}: ${why}`,
        changeData: {
          delegateUserId: row.delegateUserId,
          before: { categoryIds: before },
          after: { categoryIds: after },
        },
      })),
    }
  },
})

registerMemberUse({
  text: 'They are someone’s delegate, or have one',
  sql: `SELECT 1 FROM delegate_approvers d
    WHERE d.company_id = ?1 AND (d.user_id = j.value OR d.delegate_user_id = j.value)`,
})
