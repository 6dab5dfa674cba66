import { MOST_PARTS, type ShareKind } from '../../../../schema/vendors/portal/values.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import type { VendorWorkContext } from '../../../core/operation.ts'

/** The rows of a vendor company's profile: addresses, contacts and bank accounts. */

type Db = VendorWorkContext['db']

export const iso = (instant: number): string => new Date(instant).toISOString()

/** Throws RULE_BROKEN if the vendor company has as many of them as it can have. */
export const requireRoom = async ({ db, vendor }: VendorWorkContext, table: string, noun: string): Promise<void> => {
  const row = await db.first<{ count: number }>(
    db.sql(`SELECT COUNT(*) AS count FROM ${table} WHERE vendor_company_id = ?`, vendor.vendorCompany.id),
  )
  if ((row?.count ?? 0) >= MOST_PARTS)
    throw new AppError('RULE_BROKEN', `You can have at most ${MOST_PARTS} ${noun}. Delete one first.`)
}

/** One of the vendor company's rows. Throws NOT_FOUND, also for another vendor company's. */
export const requirePart = async <Row>(
  { db, vendor }: VendorWorkContext,
  table: string,
  columns: string,
  id: string,
  what: string,
): Promise<Row> => {
  const row = await db.first<Row>(
    db.sql(`SELECT ${columns} FROM ${table} WHERE id = ? AND vendor_company_id = ?`, id, vendor.vendorCompany.id),
  )
  if (!row) throw notFound(what)
  return row
}

/** What was given, over what there is. */
export const changedFrom = <T extends object>(before: T, given: object): T =>
  Object.fromEntries(
    Object.entries(before).map(([key, value]) => [key, (given as Record<string, unknown>)[key] ?? value]),
  ) as T

/** What differs, before and after, for the history. Null if nothing does. */
export const differencesOf = <T extends object>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } | null => {
  const keys = (Object.keys(before) as (keyof T)[]).filter((key) => before[key] !== after[key])
  if (keys.length === 0) return null
  const only = (values: T) => Object.fromEntries(keys.map((key) => [key, values[key]])) as Partial<T>
  return { before: only(before), after: only(after) }
}

/** Which customers see it. */
export const customersSeeing = async (
  { db, vendor }: VendorWorkContext,
  kind: ShareKind,
  targetId: string,
): Promise<string[]> =>
  (
    await db.all<{ companyId: string }>(
      db.sql(
        `SELECT s.company_id AS companyId FROM vendor_company_customers k CROSS JOIN vendor_company_shares s
            ON s.vendor_company_id = k.vendor_company_id AND s.company_id = k.company_id AND s.kind = ?2 AND s.target_id = ?3
          WHERE k.vendor_company_id = ?1`,
        ...[vendor.vendorCompany.id, kind, targetId],
      ),
    )
  ).map(({ companyId }) => companyId)

export const unshareStatement = (db: Db, vendorCompanyId: string, kind: ShareKind, targetId: string) =>
  db.sql(
    `DELETE FROM vendor_company_shares WHERE vendor_company_id = ?1 AND kind = ?2 AND target_id = ?3
        AND company_id IN (SELECT company_id FROM vendor_company_customers WHERE vendor_company_id = ?1)`,
    ...[vendorCompanyId, kind, targetId],
  )

/** SQL for whether the row `t` is shared with the company of the placeholder. */
export const isSharedSql = (kind: ShareKind, company: string): string =>
  `EXISTS (SELECT 1 FROM vendor_company_shares s WHERE s.vendor_company_id = t.vendor_company_id
     AND s.company_id = ${company} AND s.kind = '${kind}' AND s.target_id = t.id)`
