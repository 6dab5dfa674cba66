import * as endpoints from '../../../../schema/requests/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { AppError } from '../../../core/errors.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { requireConfigurableCategory } from '../categories/index.ts'
import { toSummary, type WorkflowRow, workflowsStatement } from './operations.ts'

/** Puts all workflows of a category in order. Throws CONFLICT with STALE_LIST if one was added or deleted meanwhile. */
export const reorderWorkflows = command({
  id: 'intake.reorder-workflows',
  access: 'categories.configure',
  input: inputOf(endpoints.reorderIntakeWorkflows),
  run: async (context, { intakeCategoryId, body }) => {
    const { category } = await requireConfigurableCategory(context, intakeCategoryId)
    const { db, actor } = context
    const before = await db.all<WorkflowRow>(workflowsStatement(context, intakeCategoryId))
    const byId = new Map(before.map((row) => [row.id, row]))
    const after = body.flatMap((id) => byId.get(id) ?? [])
    if (body.length !== before.length || new Set(after).size !== before.length)
      throw new AppError('CONFLICT', 'The workflows of this category have changed. Reload and try again.', {
        reason: 'STALE_LIST',
      })
    return commit(context, {
      subject: 'The order',
      statements: [
        db.sql(
          `UPDATE intake_workflows SET ordinal = (SELECT key FROM json_each(?3) WHERE value = intake_workflows.id)
            WHERE company_id = ?1 AND intake_category_id = ?2 AND deleted_at IS NULL
              AND id IN (SELECT value FROM json_each(?3))`,
          actor.companyId,
          intakeCategoryId,
          JSON.stringify(body),
        ),
      ],
      audit: [
        {
          changeKey: `intake-workflow-order:${intakeCategoryId}:${context.newId()}`,
          action: 'intake-workflow.reordered',
          targetType: 'INTAKE_CATEGORY',
          targetId: intakeCategoryId,
          message: `Changed the order of the workflows of ${category.name}`,
          changeData: { before: before.map((row) => row.label), after: after.map((row) => row.label) },
        },
      ],
      result: after.map((row, ordinal) => toSummary({ ...row, ordinal })),
    })
  },
})
