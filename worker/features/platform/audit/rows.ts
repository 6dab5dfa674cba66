import type { AuditRow } from '../../../../schema/platform/audit/endpoints.ts'
import { maskTaxId } from '../../../../schema/shared/tax-ids.ts'
import { PROVISIONING } from '../../../core/audit.ts'

/** A row of the log with the names of its people. */
export interface AuditDbRow {
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

/** Members see which of the people are the platform's. */
export const lastName = (user: string): string =>
  `iif(${user}.is_platform_staff, trim(${user}.last_name || ' (Outlay staff)'), ${user}.last_name)`

const ifProvisioning = (sql: string): string => `iif(a.actor_user_id = '${PROVISIONING.id}', ${sql}, NULL)`

export const AUDIT_COLUMNS = `a.id, a.full_action AS action, a.full_message AS message, a.full_data AS changeData, a.occurred_at AS occurredAt,
  coalesce(u.id, ${ifProvisioning('a.actor_user_id')}) AS userId,
  coalesce(u.first_name, ${ifProvisioning(`'${PROVISIONING.name}'`)}) AS firstName, ${lastName('u')} AS lastName, u.email,
  i.id AS impersonatorId, i.first_name AS impersonatorFirstName, ${lastName('i')} AS impersonatorLastName,
  i.email AS impersonatorEmail, k.id AS apiKeyId, k.name AS apiKeyName`

/** @param id SQL of a person's id */
export const joinPerson = (alias: string, id: string): string => `LEFT JOIN users ${alias} ON ${alias}.id = ${id}`
/** @param id SQL of a key's id */
export const joinKey = (alias: string, id: string): string => `LEFT JOIN api_keys ${alias} ON ${alias}.id = ${id}`

export const AUDIT_JOINS = [
  joinPerson('u', 'a.actor_user_id'),
  joinPerson('i', 'a.impersonator_user_id'),
  joinKey('k', 'a.api_key_id'),
].join('\n  ')

/** Sealed entries can't change, so taxpayer ids in old ones are hidden when they are read. */
export const withoutTaxIds = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutTaxIds)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      TAX_ID_KEYS.has(key) && typeof part === 'string' ? maskTaxId(part) : withoutTaxIds(part),
    ]),
  )
}
const TAX_ID_KEYS = new Set(['businessTaxId', 'taxPayerIdentificationNumber'])

export const toAuditRow = (row: AuditDbRow): AuditRow => ({
  id: String(row.id),
  action: row.action,
  message: row.message,
  changeData: withoutTaxIds(JSON.parse(row.changeData)),
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
