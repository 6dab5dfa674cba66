import { can } from '../../../../schema/shared/permissions.ts'
import type { AuditTarget } from '../../../core/audit.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { memberStatement } from '../members/scope.ts'

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

const checks = new Map<AuditTarget, (context: StaffContext, targetId: string) => TargetCheck>()

/** For histories that only some may read: their areas say who. */
export const registerHistory = (
  targetType: AuditTarget,
  check: (context: StaffContext, targetId: string) => TargetCheck,
): void => {
  checks.set(targetType, check)
}

/** Throws NOT_FOUND. */
export const requireRow = (row: Record<string, unknown> | undefined): Record<string, unknown> => {
  if (!row) throw notFound('The history')
  return row
}

/**
 * Whether a history may be read, which depends on the object. Run it in the same round trip as the history. Null if
 * only a right decides. Throws FORBIDDEN for configuration, NOT_FOUND otherwise.
 */
export const targetCheck = (context: StaffContext, targetType: AuditTarget, targetId: string): TargetCheck | null => {
  const { db, actor } = context
  const own = checks.get(targetType)
  if (own) return own(context, targetId)
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
