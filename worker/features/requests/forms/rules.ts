import type { WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import { getFormEffects, listIntakeCategoryRules } from '../../../../schema/requests/submissions/endpoints.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { categoryStatement, requireConfigurator } from '../categories/read.ts'

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

export const readRules = query({
  id: 'intake.category-rules',
  access: 'categories.configure',
  input: inputOf(listIntakeCategoryRules),
  run: async (context, { intakeCategoryId }) => {
    const [categories, workflows] = await context.db.batch([
      categoryStatement(context, intakeCategoryId),
      workflowsStatement(context, intakeCategoryId),
    ])
    requireConfigurator(context.actor, categories?.results[0])
    return rulesOf(workflows?.results ?? [])
  },
})

export const readFormEffects = query({
  id: 'intake.form-effects',
  access: 'categories.configure',
  input: inputOf(getFormEffects),
  run: async (context, { intakeCategoryId }) => {
    const { db, actor } = context
    const [categories, counts] = await db.batch([
      categoryStatement(context, intakeCategoryId),
      db.sql(
        'SELECT open, drafts FROM category_request_counts WHERE company_id = ? AND intake_category_id = ?',
        actor.companyId,
        intakeCategoryId,
      ),
    ])
    requireConfigurator(actor, categories?.results[0])
    const { open = 0, drafts = 0 } = counts?.results[0] ?? {}
    return { openRequests: Number(open), drafts: Number(drafts) }
  },
})
