import { hrefOf } from '../../../../schema/shared/kinds.ts'
import type { ReferenceHolder, ReferredKind } from '../../../core/references.ts'
import { groupsInSettings } from '../../platform/notifications/index.ts'

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
  groupsInSettings(36, 'bill_match_settings', {
    kind: 'APPROVAL_SETTING',
    text: 'Its people approve bills that are over their purchase order',
    href: '/settings/payments',
  }),
]
