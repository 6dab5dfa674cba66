import { type SavedVendorFilters, vendorList } from '../../../../schema/vendors/vendors/list-endpoints.ts'
import { invalidField } from '../../../core/errors.ts'
import { viewOperations } from '../../../core/list/operations.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { vendorFile } from './csv.ts'
import { readPage, vendorRows } from './page.ts'
import { NOT_USED, usesCategories } from './rows.ts'

/** Filters of the vendor list by their hash, and saved views (decisions, `{hash}` of vendors). */

/** Throws INVALID for a category if the company has turned categories off. */
const requireKnownFilters = (
  actor: StaffContext['actor'],
  { vendorCategoryId }: { vendorCategoryId?: string | undefined },
): void => {
  if (vendorCategoryId && !usesCategories(actor)) throw invalidField('vendorCategoryId', NOT_USED)
}

/**
 * Filters with their current meaning: a merged vendor is replaced by the remaining one. A hash stands for what was
 * saved, so undoing a merge restores the original.
 */
const asMeantToday = async (
  { db, actor }: StaffContext,
  saved: readonly SavedVendorFilters[],
): Promise<SavedVendorFilters[]> => {
  // Without categories, a category filter is ignored.
  const known = usesCategories(actor) ? [...saved] : saved.map(({ vendorCategoryId: _, ...rest }) => rest)
  const values = [...new Set(saved.flatMap(({ answerFilters = [] }) => answerFilters))]
  if (values.length === 0) return known
  const merged = await db.all<{ fromId: string; survivorId: string }>(
    db.sql(
      `SELECT m.from_id AS fromId, m.survivor_id AS survivorId FROM json_each(?2) j
        CROSS JOIN vendor_merges m ON m.company_id = ?1 AND m.from_id = j.value AND m.undone_at IS NULL`,
      actor.companyId,
      JSON.stringify(values),
    ),
  )
  const survivors = new Map(merged.map(({ fromId, survivorId }) => [fromId, survivorId]))
  return known.map(({ answerFilters, ...rest }) => ({
    ...rest,
    ...(answerFilters && { answerFilters: answerFilters.map((value) => survivors.get(value) ?? value) }),
  }))
}

export const vendorOperations = viewOperations({
  list: vendorList,
  rows: vendorRows,
  access: 'vendors.use',
  read: readPage,
  check: ({ actor }, filters) => requireKnownFilters(actor, filters),
  asMeantToday,
  columns: vendorFile,
})
