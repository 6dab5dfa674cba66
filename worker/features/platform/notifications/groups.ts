import type { InUseReason } from '../../../../schema/platform/organisation/unit-shapes.ts'
import { invalidField } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { quoted, type ReferenceHolder } from '../../../core/references.ts'

/** Groups used in settings, stored as a list of ids. */

interface Group {
  id: string
  name: string
}

/** A subselect of the groups with these ids, as JSON, without groups deleted since. ?1 is the company. */
export const groupsStatement = (ids: string): string =>
  `(SELECT json_group_array(json_object('id', g.id, 'name', g.name) ORDER BY lower(g.name))
      FROM json_each(${ids}) j JOIN groups g ON g.id = j.value AND +g.company_id = ?1)`

export const toGroups = (json: unknown): Group[] => JSON.parse(String(json ?? '[]')) as Group[]

/** Throws INVALID for `groupsToSendTo` if a group isn't the company's. */
export const requireGroups = async ({ db, actor }: StaffContext, chosen: { id: string }[]): Promise<Group[]> => {
  const ids = [...new Set(chosen.map(({ id }) => id))]
  if (ids.length === 0) return []
  const row = await db.first<{ groups: string }>(
    db.sql(`SELECT ${groupsStatement('?2')} AS groups`, actor.companyId, JSON.stringify(ids)),
  )
  const groups = toGroups(row?.groups)
  if (groups.length < ids.length) {
    throw invalidField('groupsToSendTo', 'One of these groups no longer exists. Choose again.')
  }
  return groups
}

/**
 * A group that a company's settings name isn't deleted, because they would then concern no one in silence, and follows a
 * merge.
 * @param table one row for each company, with the ids in `group_ids`
 */
export const groupsInSettings = (order: number, table: string, reason: InUseReason): ReferenceHolder => ({
  order,
  uses: ({ db, actor }, { auditTarget }, { id }) =>
    auditTarget === 'GROUP'
      ? {
          statements: [
            db.sql(
              `SELECT 1 AS one FROM ${table} WHERE company_id = ?1 AND instr(group_ids, ?2)`,
              actor.companyId,
              quoted(id),
            ),
          ],
          reasons: ([row]) => (row ? [reason] : []),
        }
      : null,
  unusedSql: ({ auditTarget }) =>
    auditTarget === 'GROUP'
      ? `NOT EXISTS (SELECT 1 FROM ${table} m WHERE m.company_id = ?2 AND instr(m.group_ids, '"' || ?1 || '"'))`
      : null,
  replace: async ({ db, actor }, { auditTarget }, fromId, toId) => ({
    changed: {},
    statements:
      auditTarget === 'GROUP'
        ? [
            db.sql(
              `UPDATE ${table} SET version = version + 1, group_ids = (
                   SELECT json_group_array(DISTINCT CASE j.value WHEN ?2 THEN ?3 ELSE j.value END)
                     FROM json_each(group_ids) j)
                WHERE company_id = ?1 AND instr(group_ids, '"' || ?2 || '"')`,
              actor.companyId,
              fromId,
              toId,
            ),
          ]
        : [],
    audit: [],
  }),
})
