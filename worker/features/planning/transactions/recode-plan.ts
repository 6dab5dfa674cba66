import type { RecodeHow } from '../../../../schema/planning/transactions/recode-values.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import type { StaffContext, SystemContext } from '../../../core/operation.ts'
import { Params } from '../../../core/params.ts'
import { unitSurvivorSql } from '../../platform/organisation/index.ts'
import { survivorSql } from '../../vendors/merges/index.ts'
import { type Scope, visibleSql } from './access.ts'
import { nameOfTransaction } from './name.ts'

/** What a change of transactions makes of a line. Pure, but for the statement that reads the lines. */

export interface Field {
  how: RecodeHow
  id: string | null
}

/** What is changed. */
export interface Wanted {
  vendor: Field
  category: Field
}

export const KEEP: Field = { how: 'KEEP', id: null }

/** What a line belongs to, and whether a person said so. */
export interface Coded {
  vendorId: string | null
  isVendorSet: number
  categoryId: string | null
  isCategorySet: number
}

/** A line as it is, with what its mapping says. */
export interface Line extends Coded {
  id: string
  type: 'expense' | 'revenue'
  date: string
  version: number
  name: string
  currency: Currency
  mappedVendorId: string | null
  mappedCategoryId: string | null
}

const coded = (
  { how, id }: Field,
  now: string | null,
  isSet: number,
  mapped: string | null,
): [string | null, number] => {
  if (how === 'SET') return [id, 1]
  if (how === 'MAPPING') return [mapped, 0]
  if (how === 'OFF') return mapped === id ? [null, 1] : [mapped, 0]
  return [now, isSet]
}

export const afterOf = ({ vendor, category }: Wanted, line: Line): Coded => {
  const [vendorId, isVendorSet] = coded(vendor, line.vendorId, line.isVendorSet, line.mappedVendorId)
  const [categoryId, isCategorySet] = coded(category, line.categoryId, line.isCategorySet, line.mappedCategoryId)
  return { vendorId, isVendorSet, categoryId, isCategorySet }
}

export const isSame = (a: Coded, b: Coded): boolean =>
  a.vendorId === b.vendorId &&
  a.isVendorSet === b.isVendorSet &&
  a.categoryId === b.categoryId &&
  a.isCategorySet === b.isCategorySet

/** A line of a change that was made. */
export interface Made {
  before: Coded
  after: Coded
}

/** What the line has once the change is undone. Null if it has been changed again since. */
export const undone = ({ vendor, category }: Wanted, { before, after }: Made, line: Line): Coded | null => {
  const isOurs =
    (vendor.how === 'KEEP' ||
      (line.isVendorSet === after.isVendorSet && (after.isVendorSet === 0 || line.vendorId === after.vendorId))) &&
    (category.how === 'KEEP' ||
      (line.isCategorySet === after.isCategorySet &&
        (after.isCategorySet === 0 || line.categoryId === after.categoryId)))
  if (!isOurs) return null
  const vendorBack = before.isVendorSet
    ? { vendorId: before.vendorId, isVendorSet: 1 }
    : { vendorId: line.mappedVendorId, isVendorSet: 0 }
  const categoryBack = before.isCategorySet
    ? { categoryId: before.categoryId, isCategorySet: 1 }
    : { categoryId: line.mappedCategoryId, isCategorySet: 0 }
  return {
    ...(vendor.how === 'KEEP' ? { vendorId: line.vendorId, isVendorSet: line.isVendorSet } : vendorBack),
    ...(category.how === 'KEEP' ? { categoryId: line.categoryId, isCategorySet: line.isCategorySet } : categoryBack),
  }
}

/** Columns of a `Line`, of `t` with its account `a` and its accounting vendor `v`. */
export const LINE_COLUMNS = `t.id, t.type, t.date, t.version, t.currency, t.vendor_id AS vendorId, t.is_vendor_set AS isVendorSet,
  t.category_id AS categoryId, t.is_category_set AS isCategorySet, ${nameOfTransaction('t')} AS name,
  v.vendor_id AS mappedVendorId, a.category_id AS mappedCategoryId`
export const LINE_JOINS = `LEFT JOIN erp_objects a ON a.id = t.account_object_id
  LEFT JOIN erp_objects v ON v.id = t.vendor_object_id`

/** Those of the given lines that the person sees. */
export const linesStatement = (
  { db, actor }: Pick<StaffContext, 'db' | 'actor'>,
  scope: Scope,
  ids: readonly string[],
): D1PreparedStatement => {
  const params = new Params(actor.companyId, JSON.stringify(ids))
  const visible = visibleSql(scope, 't', params.bind)
  return db.sql(
    `SELECT ${LINE_COLUMNS} FROM json_each(?2) j
      CROSS JOIN transactions t ON t.id = j.value AND +t.company_id = ?1 AND t.is_tracked ${LINE_JOINS}
      ${visible ? `WHERE ${visible}` : ''} ORDER BY j.key`,
    ...params.values,
  )
}

export interface PlannedLine extends Line {
  place: number
}

/**
 * The next lines of a change that a job goes through, with what was made of them. Lines that are gone are left out, and
 * vendors and categories that were merged meanwhile are those that remain.
 */
export const nextLinesStatement = (
  { db }: Pick<SystemContext, 'db'>,
  companyId: string,
  recodeId: string,
  [from, to]: readonly [number, number],
): D1PreparedStatement =>
  db.sql(
    `SELECT l.place, l.is_changed AS isChanged, ${survivorSql('?1', 'l.before_vendor_id')} AS beforeVendorId, l.was_vendor_set AS wasVendorSet,
            ${unitSurvivorSql('?1', 'l.before_category_id')} AS beforeCategoryId, l.was_category_set AS wasCategorySet,
            ${survivorSql('?1', 'l.after_vendor_id')} AS afterVendorId, l.is_vendor_set AS afterVendorSet,
            ${unitSurvivorSql('?1', 'l.after_category_id')} AS afterCategoryId, l.is_category_set AS afterCategorySet, ${LINE_COLUMNS}
       FROM transaction_recode_lines l CROSS JOIN transactions t ON t.id = l.transaction_id AND +t.company_id = ?1
       ${LINE_JOINS}
      WHERE l.company_id = ?1 AND l.recode_id = ?2 AND l.place BETWEEN ?3 AND ?4 ORDER BY l.place`,
    ...[companyId, recodeId, from, to],
  )

export interface MadeRow extends PlannedLine {
  isChanged: number
  beforeVendorId: string | null
  wasVendorSet: number
  beforeCategoryId: string | null
  wasCategorySet: number
  afterVendorId: string | null
  afterVendorSet: number
  afterCategoryId: string | null
  afterCategorySet: number
}

export const madeOf = (row: MadeRow): Made => ({
  before: {
    vendorId: row.beforeVendorId,
    isVendorSet: row.wasVendorSet,
    categoryId: row.beforeCategoryId,
    isCategorySet: row.wasCategorySet,
  },
  after: {
    vendorId: row.afterVendorId,
    isVendorSet: row.afterVendorSet,
    categoryId: row.afterCategoryId,
    isCategorySet: row.afterCategorySet,
  },
})
