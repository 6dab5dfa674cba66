import { can } from '../../../../schema/shared/permissions.ts'
import { AppError } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { registerHistory, type TargetCheck } from '../../platform/audit/targets.ts'
import { requireConfigurator } from './read.ts'

/** The category whose permissions cover the history of a category or workflow. Deleted ones keep theirs. */
const CATEGORY = 'SELECT id, type FROM intake_categories WHERE id = ? AND company_id = ?'
const CATEGORY_OF_WORKFLOW = `SELECT c.id, c.type FROM intake_workflows w
  JOIN intake_categories c ON c.id = w.intake_category_id WHERE w.id = ? AND w.company_id = ?`

const checkOf =
  (sql: string) =>
  ({ db, actor }: StaffContext, id: string): TargetCheck => {
    if (!can(actor.policy, 'categories.configure')) {
      throw new AppError('FORBIDDEN', 'Only people who manage categories can see this history.')
    }
    return {
      statement: db.sql(sql, id, actor.companyId),
      check: (row) => requireConfigurator(actor, row, 'The history'),
    }
  }

registerHistory('INTAKE_CATEGORY', checkOf(CATEGORY))
registerHistory('INTAKE_WORKFLOW', checkOf(CATEGORY_OF_WORKFLOW))
