import type { WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import type { InUseReason, Unit } from '../../../../schema/platform/organisation/unit-shapes.ts'
import { quoted, type UnitUse, type UseSource } from '../../../core/kinds/unit-use.ts'
import type { StaffContext } from '../../../core/operation.ts'

/** Rules and entry conditions of workflows. */
const workflows = ({ db, actor }: StaffContext, unit: Unit, shown: number): UseSource => ({
  statements: [
    db.sql(
      `SELECT w.id, w.label, w.definition, c.id AS categoryId, c.name AS category
         FROM intake_workflows w JOIN intake_categories c ON c.id = w.intake_category_id
        WHERE w.company_id = ?1 AND w.deleted_at IS NULL AND c.deleted_at IS NULL AND instr(w.definition, ?2)
        ORDER BY c.ordinal, w.ordinal LIMIT ?3`,
      actor.companyId,
      quoted(unit.id),
      shown,
    ),
  ],
  reasons: (rows) =>
    rows.flatMap((row) => {
      const { levels } = JSON.parse(String(row.definition)) as WorkflowDefinition
      const rules = levels
        .flatMap((level) => level.rules)
        .filter((rule) => JSON.stringify(rule).includes(quoted(unit.id)))
        .map((rule) => `The rule “${rule.label}” of the workflow ${row.label} (${row.category}) names it`)
      const entry = `The start condition of the workflow ${row.label} (${row.category}) names it`
      const href = `/settings/intake-categories/${row.categoryId}/workflows/${row.id}`
      return (rules.length > 0 ? rules : [entry]).map((text): InUseReason => ({ kind: 'WORKFLOW', text, href }))
    }),
})

export const UNIT_USE: UnitUse = {
  order: 10,
  uses: (context, _, unit, shown) => workflows(context, unit, shown),
  unusedSql: () => `NOT EXISTS (
       SELECT 1 FROM intake_workflows w JOIN intake_categories c ON c.id = w.intake_category_id
        WHERE w.company_id = ?2 AND w.deleted_at IS NULL AND c.deleted_at IS NULL
          AND instr(w.definition, '"' || ?1 || '"'))`,
}
