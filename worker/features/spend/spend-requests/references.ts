import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { type ReferenceHolder, type ReferredKind, registerOfRequests } from '../../../core/references.ts'
import { readableId } from './rows.ts'

/** Lines of pending spend requests refer to units. Decided ones keep the name that a unit had. */

const COLUMNS: Partial<Record<ReferredKind, string>> = {
  SPEND_CATEGORY: 'category_id',
  DEPARTMENT: 'department_id',
  BUSINESS_UNIT: 'business_unit_id',
  ENTITY: 'entity_id',
}

export const REFERENCES: ReferenceHolder[] = [
  {
    order: 85,
    uses: ({ db, actor }, { auditTarget }, unit, shown) => {
      const column = COLUMNS[auditTarget]
      if (!column) return null
      return {
        statements: [
          db.sql(
            `SELECT DISTINCT s.id, s.number FROM spend_request_lines l
              CROSS JOIN spend_requests s ON s.id = l.spend_request_id
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
            text: `A line of spend request ${readableId(Number(row.number))}, which is pending`,
            href: hrefOf('SPEND_REQUEST', String(row.id)),
          })),
      }
    },
  },
]

registerOfRequests({
  order: 111,
  rows: {
    from: 'spend_requests s',
    id: 's.id',
    name: 's.number',
    company: 's.company_id',
    of: { INTAKE_SUBMISSION: 's.intake_submission_id' },
  },
  present: 's.deleted_at IS NULL',
  text: (_, name) => `Spend request ${readableId(Number(name))} was filed from it`,
  href: (id) => hrefOf('SPEND_REQUEST', id),
})
