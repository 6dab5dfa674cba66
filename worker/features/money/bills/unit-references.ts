import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { quoted, type ReferenceHolder, type ReferredKind } from '../../../core/references.ts'

/** Lines of pending bills refer to units by the mapping of their accounts. Decided ones keep the name that a unit had. */

const COLUMNS: Partial<Record<ReferredKind, string>> = {
  SPEND_CATEGORY: 'category_id',
  DEPARTMENT: 'department_id',
  BUSINESS_UNIT: 'business_unit_id',
}

export const REFERENCES: ReferenceHolder[] = [
  {
    order: 86,
    uses: ({ db, actor }, { auditTarget }, unit, shown) => {
      const column = COLUMNS[auditTarget]
      if (!column) return null
      return {
        statements: [
          db.sql(
            `SELECT DISTINCT s.id, s.invoice_number AS number FROM bill_lines l CROSS JOIN bills s ON s.id = l.bill_id
              WHERE l.company_id = ?1 AND l.${column} = ?2 AND s.status = 'PENDING' AND s.deleted_at IS NULL
              ORDER BY s.created_at LIMIT ?3`,
            actor.companyId,
            unit.id,
            shown,
          ),
        ],
        reasons: (rows) =>
          (rows ?? []).map((row) => ({
            kind: 'ANSWER',
            text: `A line of bill ${row.number}, which is pending`,
            href: hrefOf('BILL', String(row.id)),
          })),
      }
    },
  },
  {
    order: 36,
    uses: ({ db, actor }, { auditTarget }, { id }) =>
      auditTarget === 'GROUP'
        ? {
            statements: [
              db.sql(
                'SELECT 1 AS one FROM bill_match_settings WHERE company_id = ?1 AND instr(group_ids, ?2)',
                actor.companyId,
                quoted(id),
              ),
            ],
            reasons: ([row]) =>
              row
                ? [
                    {
                      kind: 'APPROVAL_SETTING',
                      text: 'Its people approve bills that are over their purchase order',
                      href: '/settings/payments',
                    },
                  ]
                : [],
          }
        : null,
    unusedSql: ({ auditTarget }) =>
      auditTarget === 'GROUP'
        ? `NOT EXISTS (SELECT 1 FROM bill_match_settings m
             WHERE m.company_id = ?2 AND instr(m.group_ids, '"' || ?1 || '"'))`
        : null,
    replace: async ({ db, actor }, { auditTarget }, fromId, toId) => ({
      changed: {},
      statements:
        auditTarget === 'GROUP'
          ? [
              db.sql(
                `UPDATE bill_match_settings SET version = version + 1, group_ids = (
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
  },
]
