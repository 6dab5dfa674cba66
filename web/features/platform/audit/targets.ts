import type { AuditLogType } from '../../../../schema/platform/audit/endpoints.ts'
import { type Address, to } from '../../../lib/address.ts'
import { humanize } from '../../../lib/format.ts'

/** "Request" for INTAKE_SUBMISSION. Types with a readable name need no entry. */
const LABELS: Partial<Record<AuditLogType, string>> = {
  INTAKE_SUBMISSION: 'Request',
  INTAKE_CATEGORY: 'Request category',
  INTAKE_WORKFLOW: 'Approval workflow',
  VENDOR_SETTINGS: 'Vendor management',
  SESSION: 'Sign-in',
  API_KEY: 'API key',
}

export const targetLabel = (type: string): string => LABELS[type as AuditLogType] ?? humanize(type)

const HREFS: Partial<Record<string, (id: string) => Address>> = {
  INTAKE_SUBMISSION: (id) =>
    to('/intake-request/$intakeSubmissionId/{-$tab}', { intakeSubmissionId: id, tab: 'history' }),
  INTAKE_CATEGORY: (id) => to('/settings/intake-categories/$categoryId', { categoryId: id }),
  SERVICE: (id) => to('/services/$serviceId', { serviceId: id }),
  MEMBER: (id) => to('/settings/members/$memberId', { memberId: id }),
  GROUP: (id) => to('/settings/manage-groups/$groupId', { groupId: id }),
  DEPARTMENT: (id) => to('/settings/manage-departments/$departmentId', { departmentId: id }),
  BUSINESS_UNIT: (id) => to('/settings/manage-business-units/$businessUnitId', { businessUnitId: id }),
  LOCATION: () => to('/settings/locations'),
  ENTITY: () => to('/settings/manage-entities'),
  SPEND_CATEGORY: () => to('/settings/spend-categories'),
  REVENUE_CATEGORY: () => to('/settings/revenue-categories'),
  APPROVER_MATRIX: (id) => to('/settings/manage-approver-matrix/$approverMatrixId', { approverMatrixId: id }),
  VENDOR_SETTINGS: () => to('/settings/vendor-management'),
  API_KEY: () => to('/settings/api-keys'),
}

/** The page of what was changed, if it has one. A deleted object's page says so. */
export const targetHref = (type: string, id: string): Address | undefined => HREFS[type]?.(id)
