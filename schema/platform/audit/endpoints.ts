import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { KIND_NAMES } from '../../shared/kinds.ts'
import { connection, pageQuery } from '../../shared/paging.ts'
import { asRead } from '../../shared/sent/unknown-names.ts'
import { id, instant, person } from '../../shared/values.ts'

/** Signing in and out is only in the company's log, not in the history of an object. */
export const auditTargetType = z.enum(KIND_NAMES).exclude(['SESSION'])

export const auditRow = z.object({
  id: z.string(),
  action: z.string(),
  message: z.string(),
  changeData: z.unknown(),
  user: person.nullable(),
  impersonator: person.nullable(),
  /** The API key with which a program did it for the user. */
  apiKey: z.object({ id: z.string(), name: z.string() }).nullable(),
  createdAt: instant,
})
export type AuditRow = z.infer<typeof auditRow>

/** The history of one object, newest first, for people who can read the object. */
export const listAuditLogs = endpoint({
  id: 'audit.list',
  method: 'GET',
  path: '/api/audit-logs',
  summary: 'The history of an object',
  query: pageQuery.extend({ targetType: auditTargetType, targetId: id }),
  response: connection(auditRow),
})

/** The filters of the company's whole log, which includes sign-ins. */
export const auditLogType = z.enum(KIND_NAMES)
export type AuditLogType = z.infer<typeof auditLogType>

const moment = z.iso.datetime({ error: 'Must be an instant like 2026-11-20T08:00:00Z' })
const auditLogFilter = z.object({
  targetType: auditLogType.optional(),
  /** Who did it: as themselves, or viewing as someone else. */
  userId: id.optional(),
  from: moment.optional(),
  /** The first instant after the range. */
  until: moment.optional(),
})

export const auditEntry = auditRow.extend({
  targetType: auditLogType,
  targetId: z.string(),
  /** Its current name. Null if it was deleted, has no name, or is someone's draft. */
  targetName: z.string().nullable(),
})
export type AuditEntryRow = z.infer<typeof auditEntry>

export const listCompanyLog = endpoint({
  id: 'audit.list-company',
  method: 'GET',
  path: '/api/audit-logs/company',
  summary: 'Every change in the company, newest first; for admins',
  query: pageQuery.extend(auditLogFilter.shape),
  response: connection(auditEntry),
})

export const exportCompanyLog = endpoint({
  id: 'audit.export-company',
  method: 'GET',
  path: '/api/audit-logs/company.csv',
  summary: 'The same as a CSV file, all of it',
  query: auditLogFilter,
  raw: 'text/csv',
  response: z.unknown(),
})

export const verifyAuditLog = endpoint({
  id: 'audit.verify',
  method: 'POST',
  path: '/api/audit-logs/verify',
  summary: "Recompute the company's audit chain",
  response: z.object({
    ok: z.boolean(),
    checked: z.number().int(),
    /** When the newest entry was written. Null for an empty log. */
    checkedUntil: z.string().nullable(),
    /** Rows written moments ago, not sealed yet. */
    unsealed: z.number().int(),
    /** Where it is no longer as written. Message and time are as they read now, null for a missing entry. */
    firstBroken: z
      .object({
        auditId: z.string(),
        problem: z.string(),
        message: z.string().nullable(),
        occurredAt: instant.nullable(),
      })
      .nullable(),
    /** The daily signed summaries that the log was compared with. */
    heads: z.object({
      checked: z.number().int(),
      keptElsewhere: z.number().int(),
      lastDay: z.string().nullable(),
      lastSequence: z.number().int().nullable(),
    }),
    /** What the check proves and what it can't, in one sentence each. */
    limits: z.array(z.string()),
  }),
})

export const MAX_AUDIT_RECIPIENTS = 20

const auditRecipients = z.object({
  emails: z
    .array(z.email('Not an email address').max(254).toLowerCase())
    .max(MAX_AUDIT_RECIPIENTS, `At most ${MAX_AUDIT_RECIPIENTS} addresses`),
  /** Whether this installation signs summaries at all. */
  isSigned: z.boolean(),
})

export const getAuditRecipients = endpoint({
  id: 'audit.recipients',
  method: 'GET',
  path: '/api/audit-logs/recipients',
  summary: 'Who gets the daily signed audit log summary',
  response: auditRecipients,
})

export const setAuditRecipients = endpoint({
  id: 'audit.set-recipients',
  method: 'PUT',
  path: '/api/audit-logs/recipients',
  summary: 'Choose who gets the daily signed audit log summary',
  body: asRead(auditRecipients.pick({ emails: true }), ['isSigned']),
  response: auditRecipients,
})
