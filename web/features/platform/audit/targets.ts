import type { AuditLogType } from '../../../../schema/platform/audit/endpoints.ts'
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

const HREFS: Partial<Record<string, (id: string) => string>> = {
  INTAKE_SUBMISSION: (id) => `/intake-request/${id}/history`,
  INTAKE_CATEGORY: (id) => `/settings/intake-categories/${id}`,
  SERVICE: (id) => `/services/${id}`,
  MEMBER: (id) => `/settings/members/${id}`,
  GROUP: (id) => `/settings/manage-groups/${id}`,
  DEPARTMENT: (id) => `/settings/manage-departments/${id}`,
  BUSINESS_UNIT: (id) => `/settings/manage-business-units/${id}`,
  LOCATION: () => '/settings/locations',
  ENTITY: () => '/settings/manage-entities',
  SPEND_CATEGORY: () => '/settings/spend-categories',
  REVENUE_CATEGORY: () => '/settings/revenue-categories',
  APPROVER_MATRIX: (id) => `/settings/manage-approver-matrix/${id}`,
  VENDOR_SETTINGS: () => '/settings/vendor-management',
  API_KEY: () => '/settings/api-keys',
}

/** The page of what was changed, if it has one. A deleted object's page says so. */
export const targetHref = (type: string, id: string): string | undefined => HREFS[type]?.(id)
