import { VENDOR_SECRET } from '../../schema/platform/session/endpoints.ts'
import type { VendorType } from '../../schema/vendors/portal/values.ts'
import { type KnownCommand, type NamedRef, SESSION_IDLE_MS, TOUCH_AFTER_MS } from './actor.ts'
import { newSecret } from './clock.ts'
import type { Database } from './database.ts'
import { sha256Hex } from './hash.ts'

/** A signed-in vendor user, read again on each request, so that disabling takes effect at once. */
export interface VendorActor {
  userId: string
  sessionHash: string
  email: string
  firstName: string
  lastName: string
  timezone: string | null
  vendorCompany: NamedRef & { vendorType: VendorType; version: number }
  /** The customer that the session is about. Null until one is chosen, and when it is no longer a customer. */
  company: Customer | null
}

export interface Customer extends NamedRef {
  /** Which of its vendors this is. Null if no one has said so. */
  vendorId: string | null
  cell: number
}

export const newVendorSecret = (): string => VENDOR_SECRET + newSecret()
export const isVendorSecret = (secret: string): boolean => secret.startsWith(VENDOR_SECRET)

const vendorSql = (more: string) => `
SELECT s.user_id AS userId, s.timezone, s.last_seen_at AS lastSeenAt, s.expires_at AS expiresAt,
       u.email, u.first_name AS firstName, u.last_name AS lastName,
       v.id AS vendorCompanyId, v.name AS vendorCompanyName, v.vendor_type AS vendorType, v.version,
       c.id AS companyId, c.name AS companyName, c.cell AS companyCell, k.vendor_id AS customersVendorId${more}
  FROM vendor_sessions s
 CROSS JOIN users u ON u.id = s.user_id
 CROSS JOIN vendor_companies v ON v.id = s.vendor_company_id
 CROSS JOIN vendor_company_members m
    ON m.vendor_company_id = s.vendor_company_id AND m.user_id = s.user_id AND m.disabled_at IS NULL
  LEFT JOIN vendor_company_customers k ON k.vendor_company_id = s.vendor_company_id AND k.company_id = s.company_id
  LEFT JOIN directory_companies c ON c.id = k.company_id
 WHERE s.token_hash = ?1`

const VENDOR_SQL = vendorSql('')
/** Includes the stored result of the command named by ?2. */
const VENDOR_AND_COMMAND_SQL = vendorSql(`,
       (SELECT json_object('operation', r.operation, 'inputHash', r.input_hash, 'result', r.result)
          FROM command_results r
         WHERE r.user_id = s.user_id AND r.command_id = ?2 AND r.company_id = s.vendor_company_id) AS known`)

interface Row {
  userId: string
  timezone: string | null
  lastSeenAt: number
  expiresAt: number
  email: string
  firstName: string
  lastName: string
  vendorCompanyId: string
  vendorCompanyName: string
  vendorType: VendorType
  version: number
  companyId: string | null
  companyName: string | null
  companyCell: number | null
  customersVendorId: string | null
  known?: string | null
}

export interface LoadedVendorSession {
  vendor: VendorActor
  known: KnownCommand | null
  touch: (() => Promise<unknown>) | null
}

/** The vendor user behind a session token. Null if it is unknown, idle or expired, or they are disabled. */
export const loadVendorSession = async (
  env: { DB: D1Database },
  db: Database,
  token: string,
  now: number,
  commandId?: string,
): Promise<LoadedVendorSession | null> => {
  const sessionHash = sha256Hex(token)
  const row = await db.first<Row>(
    commandId ? db.sql(VENDOR_AND_COMMAND_SQL, sessionHash, commandId) : db.sql(VENDOR_SQL, sessionHash),
  )
  if (!row || row.expiresAt <= now || row.lastSeenAt + SESSION_IDLE_MS <= now) return null
  const { userId, email, firstName, lastName, timezone, companyId, companyName } = row
  const touch = () =>
    env.DB.prepare('UPDATE vendor_sessions SET last_seen_at = ? WHERE token_hash = ?').bind(now, sessionHash).run()
  return {
    vendor: {
      ...{ userId, sessionHash, email, firstName, lastName, timezone },
      vendorCompany: {
        id: row.vendorCompanyId,
        name: row.vendorCompanyName,
        vendorType: row.vendorType,
        version: row.version,
      },
      company:
        companyId === null
          ? null
          : { id: companyId, name: companyName ?? '', vendorId: row.customersVendorId, cell: row.companyCell ?? 0 },
    },
    known: row.known ? (JSON.parse(row.known) as KnownCommand) : null,
    touch: now - row.lastSeenAt > TOUCH_AFTER_MS ? touch : null,
  }
}
