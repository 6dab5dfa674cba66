import type { AuditRow } from '../../../schema/audit/endpoints.ts'
import { listAuditLogs, verifyAuditLog } from '../../../schema/audit/endpoints.ts'
import { notFound } from '../../core/errors.ts'
import { inputOf, query } from '../../core/operation.ts'
import { decodeCursor, toConnection } from '../../core/paging.ts'
import { sealAuditLog, verifyAuditChain } from './chain.ts'
import { targetCheck } from './targets.ts'

interface Row {
  id: number
  action: string
  message: string
  changeData: string
  occurredAt: number
  userId: string | null
  firstName: string | null
  lastName: string | null
  email: string | null
  impersonatorId: string | null
  impersonatorFirstName: string | null
  impersonatorLastName: string | null
  impersonatorEmail: string | null
  apiKeyId: string | null
  apiKeyName: string | null
}

/** The history of an object, for those who may read the object (specification 2 §7). */
export const readHistory = query({
  id: 'audit.list',
  access: 'staff.use',
  input: inputOf(listAuditLogs),
  run: async (context, { targetType, targetId, cursor, first }) => {
    const { db, actor } = context
    const target = targetCheck(context, targetType, targetId)
    const [before] = cursor ? decodeCursor(cursor, 1) : [null]
    const [history, access] = await db.batch([
      db.sql(
        `SELECT a.id, a.action, a.message, a.change_data AS changeData, a.occurred_at AS occurredAt,
                u.id AS userId, u.first_name AS firstName, u.last_name AS lastName, u.email,
                i.id AS impersonatorId, i.first_name AS impersonatorFirstName, i.last_name AS impersonatorLastName,
                i.email AS impersonatorEmail, k.id AS apiKeyId, k.name AS apiKeyName
           FROM audit_log a
           LEFT JOIN users u ON u.id = a.actor_user_id
           LEFT JOIN users i ON i.id = a.impersonator_user_id
           LEFT JOIN api_keys k ON k.id = a.api_key_id
          WHERE a.company_id = ?1 AND a.target_type = ?2 AND a.target_id = ?3 AND (?4 IS NULL OR a.id < ?4)
          ORDER BY a.id DESC LIMIT ?5`,
        actor.companyId,
        targetType,
        targetId,
        before ?? null,
        first + 1,
      ),
      ...(target ? [target.statement] : []),
    ])
    target?.check(access?.results[0])
    const rows = (history?.results ?? []) as unknown as Row[]
    // Another company's object and one that never was have no history here: both answer alike.
    if (rows.length === 0 && !cursor) throw notFound('The history')
    return toConnection(rows, first, (row) => [row.id], toAuditRow)
  },
})

const toAuditRow = (row: Row): AuditRow => ({
  id: String(row.id),
  action: row.action,
  message: row.message,
  changeData: JSON.parse(row.changeData),
  user: row.userId
    ? { id: row.userId, firstName: row.firstName ?? '', lastName: row.lastName ?? '', email: row.email ?? '' }
    : null,
  impersonator: row.impersonatorId
    ? {
        id: row.impersonatorId,
        firstName: row.impersonatorFirstName ?? '',
        lastName: row.impersonatorLastName ?? '',
        email: row.impersonatorEmail ?? '',
      }
    : null,
  apiKey: row.apiKeyId ? { id: row.apiKeyId, name: row.apiKeyName ?? '' } : null,
  createdAt: new Date(row.occurredAt).toISOString(),
})

/** Seals what is new, then recomputes the company's whole chain. */
export const verifyChain = query({
  id: 'audit.verify',
  access: 'audit.verify',
  input: inputOf(verifyAuditLog),
  run: async ({ db, actor }) => {
    await sealAuditLog(db)
    return verifyAuditChain(db, actor.companyId)
  },
})
