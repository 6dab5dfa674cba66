import type { LineRecode, Recode } from '../../../../schema/planning/transactions/recode-endpoints.ts'
import * as endpoints from '../../../../schema/planning/transactions/recode-endpoints.ts'
import type { RecodeHow, RecodeState } from '../../../../schema/planning/transactions/recode-values.ts'
import type { Person } from '../../../../schema/shared/values.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { unitSurvivorSql } from '../../platform/organisation/index.ts'
import { survivorSql } from '../../vendors/merges/index.ts'
import { seenStatement } from './read.ts'

/** What people have changed of transactions: the latest changes, one of them, and those of a line. */

const person = (alias: string): string =>
  `CASE WHEN ${alias}.id IS NOT NULL THEN json_object('id', ${alias}.id, 'firstName', ${alias}.first_name,
     'lastName', ${alias}.last_name, 'email', ${alias}.email) END`
const PEOPLE = 'LEFT JOIN users mu ON mu.id = r.made_by_user_id LEFT JOIN users uu ON uu.id = r.undone_by_user_id'
/** The name of a vendor or category ?1 of the company, or of the one that it was merged into. */
const vendorNamed = (column: string): string =>
  `(SELECT name FROM vendors WHERE id = ${survivorSql('?1', column)} AND company_id = ?1)`
const categoryNamed = (column: string): string => {
  const id = unitSurvivorSql('?1', column)
  return `coalesce((SELECT name FROM spend_categories WHERE id = ${id} AND company_id = ?1),
    (SELECT name FROM revenue_categories WHERE id = ${id} AND company_id = ?1))`
}

interface Row {
  id: string
  state: RecodeState
  total: number
  done: number
  changed: number
  restored: number
  vendorHow: RecodeHow
  vendorName: string | null
  categoryHow: RecodeHow
  categoryName: string | null
  madeAt: number
  madeBy: string | null
  undoneAt: number | null
  undoneBy: string | null
}

const COLUMNS = `r.id, r.state, r.total, r.done, r.changed, r.restored, r.vendor_how AS vendorHow,
  ${vendorNamed('r.vendor_id')} AS vendorName, r.category_how AS categoryHow, ${categoryNamed('r.category_id')} AS categoryName,
  r.made_at AS madeAt, ${person('mu')} AS madeBy, r.undone_at AS undoneAt, ${person('uu')} AS undoneBy`

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
const personOf = (json: string | null): Person | null => (json === null ? null : (JSON.parse(json) as Person))

const fieldOf = (how: RecodeHow, name: string | null): Recode['vendor'] => {
  if (how === 'KEEP') return null
  return how === 'SET' ? { isFromMapping: false, name } : { isFromMapping: how === 'MAPPING', name: null }
}

const toRecode = (row: Row): Recode => ({
  id: row.id,
  state: row.state,
  total: row.total,
  done: row.done,
  changed: row.changed,
  restored: row.restored,
  vendor: fieldOf(row.vendorHow, row.vendorName),
  category: fieldOf(row.categoryHow, row.categoryName),
  madeAt: new Date(row.madeAt).toISOString(),
  madeBy: personOf(row.madeBy),
  undoneAt: row.state === 'UNDONE' ? iso(row.undoneAt) : null,
  undoneBy: row.state === 'UNDONE' ? personOf(row.undoneBy) : null,
})

/** Admins see all changes, others see theirs. ?1 company, ?2 user, ?3 admin (1 or 0) */
const MINE = 'r.company_id = ?1 AND (?3 = 1 OR r.made_by_user_id = ?2)'
export const mineParams = ({ actor }: StaffContext): [string, string, number] => [
  actor.companyId,
  actor.userId,
  actor.policy.flags.hasAdminAccess ? 1 : 0,
]

const SHOWN = 20
/** Someone else's are passed over. */
const MOST_LOOKED_AT = 60

export const listRecodes = query({
  id: endpoints.listRecodes.id,
  access: 'financial-analysis.use',
  readsFirst: true,
  input: inputOf(endpoints.listRecodes),
  run: async (context): Promise<Recode[]> => {
    const { db } = context
    const rows = await db.all<Row>(
      db.sql(
        `SELECT ${COLUMNS} FROM (
           SELECT * FROM (SELECT * FROM transaction_recodes INDEXED BY transaction_recodes_made WHERE company_id = ?1
                           ORDER BY made_at DESC, id DESC LIMIT ${MOST_LOOKED_AT}) r WHERE ${MINE} LIMIT ${SHOWN}) r
           ${PEOPLE} ORDER BY r.made_at DESC, r.id DESC`,
        ...mineParams(context),
      ),
    )
    return rows.map(toRecode)
  },
})

export const readRecode = query({
  id: endpoints.getRecode.id,
  access: 'financial-analysis.use',
  readsFirst: true,
  input: inputOf(endpoints.getRecode),
  run: async (context, { recodeId }): Promise<Recode> => {
    const { db } = context
    const row = await db.first<Row>(
      db.sql(
        `SELECT ${COLUMNS} FROM transaction_recodes r ${PEOPLE} WHERE r.id = ?4 AND ${MINE}`,
        ...mineParams(context),
        recodeId,
      ),
    )
    if (!row) throw notFound('The change')
    return toRecode(row)
  },
})

interface LineRow {
  recodeId: string
  madeAt: number
  madeBy: string | null
  madeByUserId: string
  vendorHow: RecodeHow
  categoryHow: RecodeHow
  beforeVendorId: string | null
  beforeVendorName: string | null
  afterVendorId: string | null
  afterVendorName: string | null
  beforeCategoryId: string | null
  beforeCategoryName: string | null
  afterCategoryId: string | null
  afterCategoryName: string | null
  isVendorSet: number
  isCategorySet: number
  isRestored: number
  state: RecodeState
  undoneAt: number | null
  undoneBy: string | null
}

const LINES_SHOWN = 12

const reference = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '(deleted)' })

const toLineRecode = ({ actor }: StaffContext, row: LineRow): LineRecode => ({
  recodeId: row.recodeId,
  madeAt: new Date(row.madeAt).toISOString(),
  madeBy: personOf(row.madeBy),
  vendor:
    row.vendorHow === 'KEEP'
      ? null
      : {
          from: reference(row.beforeVendorId, row.beforeVendorName),
          to: reference(row.afterVendorId, row.afterVendorName),
          isFromMapping: row.isVendorSet === 0,
        },
  category:
    row.categoryHow === 'KEEP'
      ? null
      : {
          from: reference(row.beforeCategoryId, row.beforeCategoryName),
          to: reference(row.afterCategoryId, row.afterCategoryName),
          isFromMapping: row.isCategorySet === 0,
        },
  undoneAt: row.isRestored === 1 ? iso(row.undoneAt) : null,
  undoneBy: row.isRestored === 1 ? personOf(row.undoneBy) : null,
  canUndo: row.state === 'DONE' && (actor.policy.flags.hasAdminAccess || row.madeByUserId === actor.userId),
})

/** Throws NOT_FOUND for a line that the person doesn't see. */
export const listLineRecodes = query({
  id: endpoints.listLineRecodes.id,
  access: 'transactions.read',
  readsFirst: true,
  input: inputOf(endpoints.listLineRecodes),
  run: async (context, { transactionId }): Promise<LineRecode[]> => {
    const { db, actor } = context
    const [seen, found] = await db.batch([
      seenStatement(context, transactionId),
      db.sql(
        `SELECT r.id AS recodeId, r.made_at AS madeAt, ${person('mu')} AS madeBy, r.made_by_user_id AS madeByUserId,
                r.vendor_how AS vendorHow, r.category_how AS categoryHow, r.state, r.undone_at AS undoneAt,
                ${person('uu')} AS undoneBy, l.is_restored AS isRestored,
                l.is_vendor_set AS isVendorSet, l.is_category_set AS isCategorySet,
                l.before_vendor_id AS beforeVendorId, ${vendorNamed('l.before_vendor_id')} AS beforeVendorName,
                l.after_vendor_id AS afterVendorId, ${vendorNamed('l.after_vendor_id')} AS afterVendorName,
                l.before_category_id AS beforeCategoryId, ${categoryNamed('l.before_category_id')} AS beforeCategoryName,
                l.after_category_id AS afterCategoryId, ${categoryNamed('l.after_category_id')} AS afterCategoryName
           FROM transaction_recode_lines l INDEXED BY transaction_recode_lines_of
          CROSS JOIN transaction_recodes r ON r.id = l.recode_id ${PEOPLE}
          WHERE l.company_id = ?1 AND l.transaction_id = ?2 AND l.is_changed = 1
          ORDER BY r.made_at DESC, r.id DESC LIMIT ${LINES_SHOWN}`,
        actor.companyId,
        transactionId,
      ),
    ])
    if (!seen?.results.length) throw notFound('The transaction')
    return ((found?.results ?? []) as unknown as LineRow[]).map((row) => toLineRecode(context, row))
  },
})
