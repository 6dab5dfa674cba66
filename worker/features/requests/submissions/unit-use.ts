import type { Unit } from '../../../../schema/platform/organisation/unit-shapes.ts'
import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { quoted, type UnitUse, type UseSource } from '../../../core/kinds/unit-use.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { pendingBlocks } from './pending-blocks.ts'
import { replaceReference } from './replace-reference.ts'

const forms = ({ db, actor }: StaffContext, unit: Unit, shown: number): UseSource => ({
  statements: [
    db.sql(
      `SELECT c.id, c.name FROM intake_categories c
         JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
        WHERE c.company_id = ?1 AND c.deleted_at IS NULL AND instr(f.definition, ?2) ORDER BY c.ordinal LIMIT ?3`,
      actor.companyId,
      quoted(unit.id),
      shown,
    ),
  ],
  reasons: (rows) =>
    rows.map((row) => ({
      kind: 'FORM',
      text: `A condition of the form of ${row.name} names it`,
      href: `/settings/intake-categories/${row.id}/form`,
    })),
})

const answers = ({ db, actor }: StaffContext, unit: Unit, shown: number): UseSource => ({
  statements: [
    db.sql(
      `SELECT DISTINCT s.id, s.number, s.title FROM intake_submissions s
         JOIN intake_answers a ON a.submission_id = s.id AND a.version = s.version
        WHERE s.company_id = ?1 AND s.is_draft = 0 AND s.status = 'PENDING' AND s.deleted_at IS NULL
          AND instr(a.value, ?2)
        ORDER BY s.created_at LIMIT ?3`,
      actor.companyId,
      quoted(unit.id),
      shown,
    ),
  ],
  reasons: (rows) =>
    rows.map((row) => ({
      kind: 'ANSWER',
      text: `An answer of request #${row.number} ${row.title}, which is pending`,
      href: hrefOf('INTAKE_SUBMISSION', String(row.id)),
    })),
})

/** Forms and drafts, people who are asked to approve, and answers. */
export const UNIT_USES: UnitUse[] = [
  {
    order: 20,
    uses: (context, _, unit, shown) => forms(context, unit, shown),
    replace: (context, _, fromId, toId, why) => replaceReference(context, fromId, toId, why),
  },
  { order: 70, uses: (context, kind, unit, shown) => (kind.asks ? pendingBlocks(context, kind, unit, shown) : null) },
  { order: 80, uses: (context, _, unit, shown) => answers(context, unit, shown) },
]
