import { guardRows } from '../../../core/database.ts'
import type { BaseContext } from '../../../core/operation.ts'
import type { Coded, Line } from './recode-plan.ts'

/** Writing what a change makes of its lines. */

export interface Changed {
  line: Line & { place: number }
  after: Coded
}

type Writing = Pick<BaseContext, 'db' | 'clock' | 'newId'>

/**
 * New values for lines that are as they were read. Otherwise the batch fails, so that what the history says of a line is
 * what it was.
 */
export const writeStatements = (
  { db }: Writing,
  companyId: string,
  changed: readonly Changed[],
): D1PreparedStatement[] => {
  if (changed.length === 0) return []
  const rows = JSON.stringify(changed.map(({ line: { id, version }, after }) => ({ id, version, ...after })))
  return [
    db.sql(
      `UPDATE transactions SET version = transactions.version + 1,
              vendor_id = j.value ->> 'vendorId', is_vendor_set = j.value ->> 'isVendorSet',
              category_id = j.value ->> 'categoryId', is_category_set = j.value ->> 'isCategorySet'
         FROM json_each(?2) j
        WHERE transactions.id = j.value ->> 'id' AND +transactions.company_id = ?1
          AND transactions.version = j.value ->> 'version'`,
      companyId,
      rows,
    ),
    guardRows(db, changed.length),
  ]
}

/** What a line was and what it became, in the change's own rows. */
export const madeStatement = (
  { db }: Writing,
  companyId: string,
  recodeId: string,
  changed: readonly Changed[],
): D1PreparedStatement =>
  db.sql(
    `UPDATE transaction_recode_lines SET is_changed = 1,
            before_vendor_id = j.value ->> 'vendorId', was_vendor_set = j.value ->> 'isVendorSet',
            before_category_id = j.value ->> 'categoryId', was_category_set = j.value ->> 'isCategorySet',
            after_vendor_id = j.value ->> '$.after.vendorId', is_vendor_set = j.value ->> '$.after.isVendorSet',
            after_category_id = j.value ->> '$.after.categoryId', is_category_set = j.value ->> '$.after.isCategorySet'
       FROM json_each(?3) j
      WHERE company_id = ?1 AND recode_id = ?2 AND place = j.value ->> 'place'`,
    companyId,
    recodeId,
    JSON.stringify(
      changed.map(({ line: { place, vendorId, isVendorSet, categoryId, isCategorySet }, after }) => ({
        ...{ place, vendorId, isVendorSet, categoryId, isCategorySet, after },
      })),
    ),
  )

export const restoredStatement = (
  { db }: Writing,
  companyId: string,
  recodeId: string,
  changed: readonly Changed[],
): D1PreparedStatement =>
  db.sql(
    `UPDATE transaction_recode_lines SET is_restored = 1
      WHERE company_id = ?1 AND recode_id = ?2 AND place IN (SELECT value FROM json_each(?3))`,
    companyId,
    recodeId,
    JSON.stringify(changed.map(({ line: { place } }) => place)),
  )
