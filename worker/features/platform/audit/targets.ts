import { can } from '../../../../schema/shared/permissions.ts'
import type { AuditTarget } from '../../../core/audit.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { READABLE_DOCUMENT, readableParams } from '../../documents/documents/access.ts'
import { requireConfigurator } from '../../requests/categories/read.ts'
import { accessStatement, toReadable } from '../../requests/submissions/visibility.ts'
import { memberStatement } from '../members/scope.ts'

/** The category whose permissions cover the history of a category or workflow. Deleted ones keep theirs. */
const CATEGORY_OF: Partial<Record<AuditTarget, string>> = {
  INTAKE_CATEGORY: 'SELECT id, type FROM intake_categories WHERE id = ? AND company_id = ?',
  INTAKE_WORKFLOW: `SELECT c.id, c.type FROM intake_workflows w JOIN intake_categories c ON c.id = w.intake_category_id
                     WHERE w.id = ? AND w.company_id = ?`,
}

/** Objects that every member can read. */
const OPEN_TABLES: Partial<Record<AuditTarget, string>> = { SERVICE: 'services', VENDOR: 'vendors' }

/** Settings managers can read these histories, even after the object was deleted. */
const OF_SETTINGS = new Set<AuditTarget>([
  'GROUP',
  'DEPARTMENT',
  'BUSINESS_UNIT',
  'LOCATION',
  'ENTITY',
  'SPEND_CATEGORY',
  'REVENUE_CATEGORY',
  'APPROVER_MATRIX',
  'COMPANY',
])

/** The tables of objects whose history needs only a right. */
const TABLES: Partial<Record<AuditTarget, string>> = {
  ...OPEN_TABLES,
  GROUP: 'groups',
  DEPARTMENT: 'departments',
  BUSINESS_UNIT: 'business_units',
  LOCATION: 'locations',
  ENTITY: 'entities',
  SPEND_CATEGORY: 'spend_categories',
  REVENUE_CATEGORY: 'revenue_categories',
  APPROVER_MATRIX: 'approver_matrices',
  API_KEY: 'api_keys',
}

/** Whether the company has the object now. Then it is no secret that nothing happened to it. */
export const isKnown = async ({ db, actor }: StaffContext, type: AuditTarget, id: string): Promise<boolean> => {
  if (type === 'COMPANY' || type === 'VENDOR_SETTINGS') return id === actor.companyId
  const table = TABLES[type]
  if (!table) return false
  return (
    (await db.first(db.sql(`SELECT 1 FROM ${table} WHERE id = ? AND company_id = ?`, id, actor.companyId))) !== null
  )
}

export interface TargetCheck {
  statement: D1PreparedStatement
  /** Takes the statement's row. Throws NOT_FOUND if there is none, or the person may not see the object. */
  check(row: Record<string, unknown> | undefined): void
}

const requireRow = (row: Record<string, unknown> | undefined): Record<string, unknown> => {
  if (!row) throw notFound('The history')
  return row
}

/**
 * Whether a history may be read, which depends on the object. Run it in the same round trip as the history. Null if
 * only a right decides. Throws FORBIDDEN for configuration, NOT_FOUND otherwise.
 */
export const targetCheck = (context: StaffContext, targetType: AuditTarget, targetId: string): TargetCheck | null => {
  const { db, actor } = context
  if (targetType === 'INTAKE_SUBMISSION') {
    return { statement: accessStatement(context, targetId), check: (row) => void toReadable(row, actor) }
  }
  if (targetType === 'DOCUMENT') {
    const sql = `SELECT 1 FROM documents d WHERE d.id = ?5 AND ${READABLE_DOCUMENT}`
    return {
      statement: db.sql(sql, ...readableParams(actor), targetId),
      check: (row) => void requireRow(row),
    }
  }
  const categorySql = CATEGORY_OF[targetType]
  if (categorySql) {
    if (!can(actor.policy, 'categories.configure')) {
      throw new AppError('FORBIDDEN', 'Only people who manage categories can see this history.')
    }
    return {
      statement: db.sql(categorySql, targetId, actor.companyId),
      check: (row) => requireConfigurator(actor, row, 'The history'),
    }
  }
  // Everyone can read services and vendors. The history of a deleted one is for people who see everything.
  const openTable = OPEN_TABLES[targetType]
  if (openTable && !can(actor.policy, 'requests.see-all')) {
    const sql = `SELECT 1 FROM ${openTable} WHERE id = ? AND company_id = ?`
    return { statement: db.sql(sql, targetId, actor.companyId), check: (row) => void requireRow(row) }
  }
  if (targetType === 'MEMBER' && can(actor.policy, 'members.manage')) {
    return { statement: memberStatement(context, targetId), check: (row) => void requireRow(row) }
  }
  if (targetType === 'API_KEY') {
    if (!can(actor.policy, 'api-keys.manage')) {
      throw new AppError('FORBIDDEN', 'Only people who manage API keys can see this history.')
    }
    return null
  }
  if (targetType === 'VENDOR_SETTINGS') {
    if (!can(actor.policy, 'vendors.configure')) {
      throw new AppError('FORBIDDEN', 'Only people who manage vendors can see this history.')
    }
    return null
  }
  if (OF_SETTINGS.has(targetType)) {
    if (!can(actor.policy, 'settings.manage')) {
      throw new AppError('FORBIDDEN', 'Only people who manage settings can see this history.')
    }
    return null
  }
  if (!can(actor.policy, 'requests.see-all')) throw notFound('The history')
  return null
}
