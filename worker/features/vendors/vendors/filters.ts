import {
  type SavedVendorFilters,
  type VendorListQuery,
  vendorList,
} from '../../../../schema/vendors/vendors/list-endpoints.ts'
import { viewOperations } from '../../../core/list/operations.ts'
import { byMonthOf, bySeveral } from '../../../core/list/totals.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { requireKnownLabels } from '../../requests/lists/index.ts'
import { vendorFile } from './csv.ts'
import { readPage, vendorRows } from './page.ts'
import { next12Pairs, showsNext12 } from './rows.ts'

/** Filters of the vendor list by their hash, and saved views (decisions, `{hash}` of vendors). */

/** What a vendor is called after merges that weren't undone: the id of the remaining one, or its own. */
export const survivorsOf = async (
  { db, actor }: Pick<StaffContext, 'db' | 'actor'>,
  ids: readonly string[],
): Promise<(id: string) => string> => {
  if (ids.length === 0) return (id) => id
  const merged = await db.all<{ fromId: string; survivorId: string }>(
    db.sql(
      `SELECT m.from_id AS fromId, m.survivor_id AS survivorId FROM json_each(?2) j
        CROSS JOIN vendor_merges m ON m.company_id = ?1 AND m.from_id = j.value AND m.undone_at IS NULL`,
      actor.companyId,
      JSON.stringify([...new Set(ids)]),
    ),
  )
  const survivors = new Map(merged.map(({ fromId, survivorId }) => [fromId, survivorId]))
  return (id) => survivors.get(id) ?? id
}

/**
 * Filters with their current meaning: a merged vendor is replaced by the remaining one. A hash stands for what was
 * saved, so undoing a merge restores the original.
 */
const asMeantToday = async (
  context: StaffContext,
  saved: readonly SavedVendorFilters[],
): Promise<SavedVendorFilters[]> => {
  const survivorOf = await survivorsOf(
    context,
    saved.flatMap(({ answerFilters = [] }) => answerFilters),
  )
  return saved.map(({ answerFilters, ...rest }) => ({
    ...rest,
    ...(answerFilters && { answerFilters: answerFilters.map(survivorOf) }),
  }))
}

export const vendorOperations = viewOperations({
  list: vendorList,
  rows: vendorRows,
  access: 'vendors.use',
  read: readPage,
  asMeantToday,
  requireKnown: (context, { answerFilters }) =>
    requireKnownLabels(context, { answerFilters: { in: 'vendorFormFields', pairs: answerFilters } }),
  columns: vendorFile,
  totals: {
    // By words, each vendor is looked for in the index of the search. By amount, its services’ months are added up.
    reads: ({ search, amount }: VendorListQuery) => (search || amount ? 10 : 1),
    amounts: ({ clock, actor }) => (showsNext12(actor) ? next12Pairs(clock.now()) : 'NULL'),
    groups: {
      owners: bySeveral('v.owner_ids'),
      vendorCategories: bySeveral('v.category_ids'),
      connectedDepartments: bySeveral('v.department_ids'),
      paymentMethod: { sql: 'v.payment_method' },
      createdAt: byMonthOf('v.created_at'),
    },
  },
})
