import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { connection, pageQuery } from '../shared/paging.ts'
import { id, person } from '../shared/values.ts'

export const auditTargetType = z.enum([
  'BILL',
  'SPEND_REQUEST',
  'VENDOR',
  'SERVICE',
  'DOCUMENT',
  'INTAKE_SUBMISSION',
  'INTAKE_WORKFLOW',
  'MEMBER',
  'GROUP',
  'DEPARTMENT',
  'APPROVER_MATRIX',
  'PURCHASE_ORDER',
  'INTAKE_CATEGORY',
  'COMPANY',
  'API_KEY',
])

export const auditRow = z.object({
  id: z.string(),
  action: z.string(),
  message: z.string(),
  changeData: z.unknown(),
  user: person.nullable(),
  impersonator: person.nullable(),
  /** The key of the API with which a program did it for the user. */
  apiKey: z.object({ id: z.string(), name: z.string() }).nullable(),
  createdAt: z.string(),
})
export type AuditRow = z.infer<typeof auditRow>

/** The history of one object, newest first; readable by who may read the object. */
export const listAuditLogs = endpoint({
  id: 'audit.list',
  method: 'GET',
  path: '/api/audit-logs',
  summary: 'The history of an object',
  query: pageQuery.extend({ targetType: auditTargetType, targetId: id }),
  response: connection(auditRow),
})

export const verifyAuditLog = endpoint({
  id: 'audit.verify',
  method: 'POST',
  path: '/api/audit-logs/verify',
  summary: "Recompute the company's audit chain",
  response: z.object({
    ok: z.boolean(),
    checked: z.number().int(),
    /** Rows written in the last moments, not sealed yet. */
    unsealed: z.number().int(),
    firstBroken: z.object({ auditId: z.string(), problem: z.string() }).nullable(),
  }),
})
