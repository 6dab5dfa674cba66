import { hrefOf } from '../../../../schema/shared/kinds.ts'
import type { StaffContext } from '../../../core/operation.ts'
import {
  quoted,
  type ReferenceHolder,
  type ReferredKind,
  type ReferredObject,
  type UseSource,
} from '../../../core/references.ts'
import { pendingBlocks } from './pending-blocks.ts'
import { replaceReference } from './replace-reference.ts'

const forms = (
  { db, actor }: StaffContext,
  unit: ReferredObject,
  shown: number,
  besides: readonly string[],
): UseSource => ({
  statements: [
    db.sql(
      `SELECT c.id, c.name FROM intake_categories c
         JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
        WHERE c.company_id = ?1 AND c.deleted_at IS NULL AND instr(f.definition, ?2)
          AND c.id NOT IN (SELECT value FROM json_each(?4)) ORDER BY c.ordinal LIMIT ?3`,
      actor.companyId,
      quoted(unit.id),
      shown,
      JSON.stringify(besides),
    ),
  ],
  reasons: (rows) =>
    rows.map((row) => ({
      kind: 'FORM',
      text: `A question of the form of ${row.name} names it`,
      href: `/settings/intake-categories/${row.id}/form`,
    })),
})

const answers = ({ db, actor }: StaffContext, unit: ReferredObject, shown: number): UseSource => ({
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

/** The kinds that a pending request keeps from being deleted. */
const IN_ANSWERS: ReadonlySet<ReferredKind> = new Set([
  'BUSINESS_UNIT',
  'DEPARTMENT',
  'ENTITY',
  'GROUP',
  'LOCATION',
  'REVENUE_CATEGORY',
  'SPEND_CATEGORY',
])

/** Forms and drafts, people who are asked to approve, and answers. */
export const REFERENCES: ReferenceHolder[] = [
  {
    order: 20,
    uses: (context, _, object, shown, besides) => forms(context, object, shown, besides),
    unusedSql: () => `NOT EXISTS (
       SELECT 1 FROM intake_categories c
         JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
        WHERE c.company_id = ?2 AND c.deleted_at IS NULL AND instr(f.definition, '"' || ?1 || '"'))`,
    replace: (context, _, fromId, toId, why) => replaceReference(context, fromId, toId, why),
  },
  { order: 70, uses: (context, kind, unit, shown) => (kind.asks ? pendingBlocks(context, kind, unit, shown) : null) },
  {
    order: 80,
    // Vendors have their own rule for requests, and what else can be answered may be deleted under a pending request.
    uses: (context, { auditTarget }, object, shown) =>
      IN_ANSWERS.has(auditTarget) ? answers(context, object, shown) : null,
  },
]
