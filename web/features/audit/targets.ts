import type { AuditLogType } from '../../../schema/audit/endpoints.ts'
import { humanize } from '../../lib/format.ts'

/** "Request" of INTAKE_SUBMISSION; types that are called what they say need no line. */
const LABELS: Partial<Record<AuditLogType, string>> = {
  INTAKE_SUBMISSION: 'Request',
  INTAKE_CATEGORY: 'Request category',
  INTAKE_WORKFLOW: 'Approval workflow',
  SESSION: 'Sign-in',
}

export const targetLabel = (type: string): string => LABELS[type as AuditLogType] ?? humanize(type)

const HREFS: Partial<Record<string, (id: string) => string>> = {
  INTAKE_SUBMISSION: (id) => `/intake-request/${id}/history`,
  INTAKE_CATEGORY: (id) => `/settings/intake-categories/${id}`,
  MEMBER: (id) => `/settings/members/${id}`,
  GROUP: (id) => `/settings/manage-groups/${id}`,
  DEPARTMENT: (id) => `/settings/manage-departments/${id}`,
}

/** The page of what was changed, where it has one; what was deleted says so there. */
export const targetHref = (type: string, id: string): string | undefined => HREFS[type]?.(id)
