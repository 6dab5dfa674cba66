import { can } from '../../../schema/shared/permissions.ts'
import type { StaffActor } from '../../core/actor.ts'
import type { AuditTarget } from '../../core/audit.ts'
import { AppError, notFound } from '../../core/errors.ts'
import type { BaseContext } from '../../core/operation.ts'
import { READABLE_DOCUMENT, readableParams } from '../documents/access.ts'
import { requireReadableSubmission } from '../intake/visibility.ts'

type StaffContext = BaseContext & { actor: StaffActor }

/** The category that a category's or workflow's history belongs to; deleted ones keep theirs. */
const CATEGORY_OF: Partial<Record<AuditTarget, string>> = {
  INTAKE_CATEGORY: 'SELECT id AS categoryId FROM intake_categories WHERE id = ? AND company_id = ?',
  INTAKE_WORKFLOW: 'SELECT intake_category_id AS categoryId FROM intake_workflows WHERE id = ? AND company_id = ?',
}

/** A history is readable by who may read its object. Errors: FORBIDDEN for configuration, otherwise NOT_FOUND. */
export const requireReadableTarget = async (
  context: StaffContext,
  targetType: AuditTarget,
  targetId: string,
): Promise<void> => {
  const { db, actor } = context
  if (targetType === 'INTAKE_SUBMISSION') {
    await requireReadableSubmission(context, targetId)
  } else if (targetType === 'DOCUMENT') {
    const sql = `SELECT 1 FROM documents d WHERE d.id = ?4 AND ${READABLE_DOCUMENT}`
    if (!(await db.first(db.sql(sql, ...readableParams(actor), targetId)))) throw notFound('The document')
  } else if (CATEGORY_OF[targetType]) {
    if (!can(actor.policy, 'requests.configure')) {
      throw new AppError('FORBIDDEN', 'Only those who configure requests may read this history.')
    }
    const row = await db.first<{ categoryId: string }>(db.sql(CATEGORY_OF[targetType], targetId, actor.companyId))
    const isTheirs = can(actor.policy, 'settings.manage') || actor.ownedCategoryIds.includes(row?.categoryId ?? '')
    if (!row || !isTheirs) throw notFound('The history')
  } else if (!can(actor.policy, 'requests.see-all')) throw notFound('The history')
}
