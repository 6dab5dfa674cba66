import { MOST_PARTS, type ShareKind } from '../../../../schema/vendors/portal/values.ts'
import type { Audit } from '../../../core/commit.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import type { VendorWorkContext } from '../../../core/operation.ts'

/** The rows of a vendor company's profile: addresses, contacts and bank accounts. */

type Db = VendorWorkContext['db']

export const iso = (instant: number): string => new Date(instant).toISOString()

/** A kind of these rows, with its words. */
interface PartKind<Values> {
  table: string
  /** The beginning of its rows' keys in the history. */
  key: string
  /** What it is called in actions of the history, and in sentences: "bank account". */
  noun: string
  /** "addresses" */
  many: string
  /** SQL of its values. */
  columns: string
  /** One of them in the history. */
  inWords(values: Values): string
}

const MESSAGES = { added: 'Added', changed: 'Changed', deleted: 'Deleted' } as const

/** What every kind has: room for one more, one of its rows, and entries of the history. */
export const partKind = <Values extends object>({ table, key, noun, many, columns, inWords }: PartKind<Values>) => ({
  subject: `The ${noun}`,

  /** Throws RULE_BROKEN if the vendor company has as many of them as it can have. */
  requireRoom: async ({ db, vendor }: VendorWorkContext): Promise<void> => {
    const row = await db.first<{ count: number }>(
      db.sql(`SELECT COUNT(*) AS count FROM ${table} WHERE vendor_company_id = ?`, vendor.vendorCompany.id),
    )
    if ((row?.count ?? 0) >= MOST_PARTS)
      throw new AppError('RULE_BROKEN', `You can have at most ${MOST_PARTS} ${many}. Delete one first.`)
  },

  /**
   * One of the vendor company's rows. Throws NOT_FOUND, also for another vendor company's.
   * @param more columns, as SQL
   */
  require: async <More = object>(
    { db, vendor }: VendorWorkContext,
    id: string,
    more = '',
  ): Promise<Values & More & { version: number }> => {
    const row = await db.first<Values & More & { version: number }>(
      db.sql(
        `SELECT version, ${more}${columns} FROM ${table} WHERE id = ? AND vendor_company_id = ?`,
        ...[id, vendor.vendorCompany.id],
      ),
    )
    if (!row) throw notFound(`The ${noun}`)
    return row
  },

  /** @param also more to say about it */
  entry: (
    { vendor }: VendorWorkContext,
    { id, version }: { id: string; version: number },
    verb: keyof typeof MESSAGES,
    values: Values,
    { changeData, also = '' }: { changeData: unknown; also?: string },
  ): Audit => ({
    changeKey: `vendor-company-${key}:${id}:v${version}`,
    action: `vendor-company.${noun.replace(' ', '-')}-${verb}`,
    targetType: 'COMPANY',
    targetId: vendor.vendorCompany.id,
    message: `${MESSAGES[verb]} the ${noun} ${inWords(values)}${also}`,
    changeData,
  }),
})

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
