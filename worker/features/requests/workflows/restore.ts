import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import type { StaffContext } from '../../../core/operation.ts'

/** Brings back a deleted workflow as it was. Only undoing an import of configuration does. */
export const restoreWorkflow = async (
  context: StaffContext,
  { id, label }: { id: string; label: string },
): Promise<void> => {
  const { db, actor } = context
  await commit(context, {
    subject: 'The workflow',
    statements: [
      db.sql(
        'UPDATE intake_workflows SET deleted_at = NULL WHERE id = ? AND company_id = ? AND deleted_at IS NOT NULL',
        id,
        actor.companyId,
      ),
      guardOneRow(db),
    ],
    audit: [
      {
        changeKey: `intake-workflow:${id}:restored:${context.newId()}`,
        action: 'intake-workflow.restored',
        targetType: 'INTAKE_WORKFLOW',
        targetId: id,
        message: `Restored the workflow ${label}`,
        changeData: { after: { label } },
      },
    ],
    result: null,
  })
}
