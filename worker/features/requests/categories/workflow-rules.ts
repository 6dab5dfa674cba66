import type { WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import type { StaffContext } from '../../../core/operation.ts'

export interface CategoryRule {
  id: string
  label: string
  type: string
  approverType: string
  level: number
  workflowId: string
  workflowLabel: string
}

export const workflowsStatement = ({ db, actor }: StaffContext, categoryId: string): D1PreparedStatement =>
  db.sql(
    `SELECT w.id, w.label, w.ordinal, w.definition, w.principal_ids AS principalIds FROM intake_workflows w
      WHERE w.company_id = ? AND w.intake_category_id = ? AND w.deleted_at IS NULL ORDER BY w.ordinal, w.id`,
    actor.companyId,
    categoryId,
  )

/** The rules of all workflows, level by level. */
export const rulesOf = (workflows: Record<string, unknown>[]): CategoryRule[] =>
  workflows.flatMap((row) =>
    (JSON.parse(String(row.definition)) as WorkflowDefinition).levels.flatMap((level) =>
      level.rules.map((rule) => ({
        id: rule.id,
        label: rule.label,
        type: rule.type,
        approverType: rule.approverType,
        level: level.number,
        workflowId: String(row.id),
        workflowLabel: String(row.label),
      })),
    ),
  )
