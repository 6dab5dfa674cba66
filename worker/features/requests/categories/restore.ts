import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { NAME_TAKEN } from './change.ts'

/** Brings back a deleted category with its form. Only undoing an import of configuration does. */
export const restoreCategory = async (
  context: StaffContext,
  { id, name }: { id: string; name: string },
): Promise<void> => {
  const { db, actor } = context
  await commit(context, {
    subject: 'The category',
    statements: [
      db.sql(
        `UPDATE intake_categories SET deleted_at = NULL, version = version + 1
          WHERE id = ? AND company_id = ? AND deleted_at IS NOT NULL`,
        id,
        actor.companyId,
      ),
      guardOneRow(db),
    ],
    audit: [
      {
        changeKey: `intake-category:${id}:restored:${context.newId()}`,
        action: 'intake-category.restored',
        targetType: 'INTAKE_CATEGORY',
        targetId: id,
        message: `Restored the category ${name}`,
        changeData: { after: { name } },
      },
    ],
    result: null,
    onDuplicate: NAME_TAKEN,
  })
}
