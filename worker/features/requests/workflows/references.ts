import type { WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import type { InUseReason } from '../../../../schema/platform/organisation/unit-shapes.ts'
import { brokenByFields, brokenByForm } from '../../../../schema/requests/workflows/definition-questions.ts'
import type { StaffContext } from '../../../core/operation.ts'
import {
  type Broken,
  type FormChange,
  quoted,
  type ReferenceHolder,
  type ReferredKind,
  type ReferredObject,
  type UseSource,
} from '../../../core/references.ts'

interface Asked {
  shown: number
  besides: readonly string[]
}

const isMatrix = (kind: ReferredKind): boolean => kind === 'APPROVER_MATRIX' || kind === 'MATRIX_COLUMN'

/** Rules and entry conditions of workflows: by their conditions, approvers, matrices, and by what their tasks send. */
const workflows = ({ db, actor }: StaffContext, { id }: ReferredObject, verb: string, asked: Asked): UseSource => ({
  statements: [
    db.sql(
      `SELECT w.id, w.label, w.definition, c.id AS categoryId, c.name AS category
         FROM intake_workflows w JOIN intake_categories c ON c.id = w.intake_category_id
        WHERE w.company_id = ?1 AND w.deleted_at IS NULL AND c.deleted_at IS NULL AND instr(w.definition, ?2)
          AND c.id NOT IN (SELECT value FROM json_each(?4))
        ORDER BY c.ordinal, w.ordinal LIMIT ?3`,
      actor.companyId,
      quoted(id),
      asked.shown,
      JSON.stringify(asked.besides),
    ),
  ],
  reasons: (rows) =>
    rows.flatMap((row) => {
      const { levels } = JSON.parse(String(row.definition)) as WorkflowDefinition
      const rules = levels
        .flatMap((level) => level.rules)
        .filter((rule) => JSON.stringify(rule).includes(quoted(id)))
        .map((rule) => `The rule “${rule.label}” of the workflow ${row.label} (${row.category}) ${verb}`)
      const entry = `The start condition of the workflow ${row.label} (${row.category}) names it`
      const href = `/settings/intake-categories/${row.categoryId}/workflows/${row.id}`
      return (rules.length > 0 ? rules : [entry]).map((text): InUseReason => ({ kind: 'WORKFLOW', text, href }))
    }),
})

export const REFERENCES: ReferenceHolder = {
  order: 10,
  uses: (context, { auditTarget }, object, shown, besides) =>
    workflows(context, object, isMatrix(auditTarget) ? 'uses its approvers' : 'names it', { shown, besides }),
  unusedSql: () => `NOT EXISTS (
       SELECT 1 FROM intake_workflows w JOIN intake_categories c ON c.id = w.intake_category_id
        WHERE w.company_id = ?2 AND w.deleted_at IS NULL AND c.deleted_at IS NULL
          AND instr(w.definition, '"' || ?1 || '"'))`,
}

/** A workflow reads the questions of its own form, and its tasks fill in custom fields of services. */
export const brokenByChange = async (
  { db, actor }: StaffContext,
  { categoryId, before, after }: FormChange,
): Promise<Broken[]> => {
  const rows = await db.all<{ label: string; definition: string }>(
    db.sql(
      `SELECT w.label, w.definition FROM intake_workflows w
         JOIN intake_categories c ON c.id = w.intake_category_id AND c.deleted_at IS NULL
        WHERE w.company_id = ?1 AND w.deleted_at IS NULL
          AND (w.intake_category_id = ?2 OR (?2 IS NULL AND instr(w.definition, '"customMappings"')))
        ORDER BY w.ordinal, w.id`,
      actor.companyId,
      categoryId,
    ),
  )
  const broken = categoryId === null ? brokenByFields : brokenByForm
  return rows.flatMap(({ label, definition }) =>
    broken(JSON.parse(definition) as WorkflowDefinition, label, before, after),
  )
}
