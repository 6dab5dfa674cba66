import type { WorkflowDefinition } from '../../../../schema/approvals/definition.ts'
import { getFormEffects, listIntakeCategoryRules } from '../../../../schema/intake/endpoints.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { categoryStatement, requireConfigurator } from './read.ts'

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

/** Many are as good as very many to somebody who is about to save. */
const COUNTED = 1000

export const readFormEffects = query({
  id: 'intake.form-effects',
  access: 'categories.configure',
  input: inputOf(getFormEffects),
  run: async (context, { intakeCategoryId }) => {
    const { db, actor } = context
    // Along what waits and what is being written: not along all that the category ever had.
    const count = (index: string, where: string) =>
      db.sql(
        `SELECT COUNT(*) AS n FROM (SELECT 1 FROM intake_submissions s INDEXED BY ${index}
          WHERE s.company_id = ? AND s.intake_category_id = ? AND ${where} AND s.deleted_at IS NULL LIMIT ${COUNTED})`,
        actor.companyId,
        intakeCategoryId,
      )
    const [categories, open, drafts] = await db.batch([
      categoryStatement(context, intakeCategoryId),
      count('intake_submissions_status', "s.is_draft = 0 AND s.status = 'PENDING' AND s.archived_at IS NULL"),
      count('intake_submissions_category', 's.is_draft = 1'),
    ])
    requireConfigurator(actor, categories?.results[0])
    return { openRequests: Number(open?.results[0]?.n ?? 0), drafts: Number(drafts?.results[0]?.n ?? 0) }
  },
})
