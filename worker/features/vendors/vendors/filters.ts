import type { SavedVendorFilters } from '../../../../schema/vendors/vendors/list-endpoints.ts'
import * as endpoints from '../../../../schema/vendors/vendors/list-endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { canonicalJson, sha256Hex } from '../../../core/hash.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { readPage } from './page.ts'
import { NOT_USED, usesCategories } from './rows.ts'

/** Filters of the vendor list by their hash, and saved views (decisions, `{hash}` of vendors). */

const MOST_VIEWS = 50

/** Throws INVALID for a category if the company has turned categories off. */
export const requireKnownFilters = (
  actor: StaffContext['actor'],
  { vendorCategoryId }: { vendorCategoryId?: string | undefined },
): void => {
  if (vendorCategoryId && !usesCategories(actor)) throw invalidField('vendorCategoryId', NOT_USED)
}

export const saveFilters = command({
  id: 'vendors.save-filter',
  access: 'vendors.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.saveVendorFilters),
  run: async (context, { filters, label }) => {
    const { db, actor, clock } = context
    requireKnownFilters(actor, filters)
    const definition = canonicalJson(filters)
    const hash = sha256Hex(definition).slice(0, 16)
    if (label) {
      const kept = await db.first<{ total: number }>(
        db.sql(
          'SELECT COUNT(*) AS total FROM vendor_views WHERE company_id = ? AND user_id = ?',
          actor.companyId,
          actor.userId,
        ),
      )
      if ((kept?.total ?? 0) >= MOST_VIEWS) {
        throw new AppError('RULE_BROKEN', `At most ${MOST_VIEWS} views can be saved. Delete one first.`)
      }
    }
    const statements = [
      db.sql(
        'INSERT OR IGNORE INTO vendor_filters (company_id, hash, definition, created_at) VALUES (?, ?, ?, ?)',
        actor.companyId,
        hash,
        definition,
        clock.now(),
      ),
      ...(label
        ? [
            db.sql(
              'INSERT INTO vendor_views (id, company_id, user_id, label, hash, created_at) VALUES (?, ?, ?, ?, ?, ?)',
              context.newId(),
              actor.companyId,
              actor.userId,
              label,
              hash,
              clock.now(),
            ),
          ]
        : []),
    ]
    const result = await commit(context, {
      subject: 'The view',
      statements,
      audit: [],
      result: { hash },
      onDuplicate: {
        vendor_views_label: () => invalidField('label', 'You already have a view with this name'),
      },
    })
    remember(actor.companyId, hash, definition)
    return result
  },
})

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

export const readViews = query({
  id: 'vendors.views',
  access: 'vendors.use',
  input: inputOf(endpoints.listVendorViews),
  run: async (context) => {
    const { db, actor } = context
    const rows = await db.all<{ id: string; label: string; hash: string; definition: string }>(
      db.sql(
        `SELECT w.id, w.label, w.hash, f.definition FROM vendor_views w
          CROSS JOIN vendor_filters f ON f.company_id = w.company_id AND f.hash = w.hash
          WHERE w.company_id = ? AND w.user_id = ? ORDER BY lower(w.label)`,
        actor.companyId,
        actor.userId,
      ),
    )
    const meant = await asMeantToday(
      context,
      rows.map(({ definition }) => JSON.parse(definition) as SavedVendorFilters),
    )
    return rows.flatMap(({ id, label, hash }, index) => {
      const filters = meant[index]
      return filters ? [{ id, label, hash, filters }] : []
    })
  },
})

export const deleteView = command({
  id: 'vendors.delete-view',
  access: 'vendors.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.deleteVendorView),
  run: async (context, { id }) => {
    const { db, actor } = context
    const place = [id, actor.companyId, actor.userId]
    const where = 'WHERE id = ? AND company_id = ? AND user_id = ?'
    if (!(await db.first(db.sql(`SELECT 1 FROM vendor_views ${where}`, ...place)))) throw notFound('The view')
    const statements = [db.sql(`DELETE FROM vendor_views ${where}`, ...place)]
    return commit(context, { statements, audit: [], result: null, subject: 'The view' })
  },
})

/** The meaning of a hash never changes, so what was read once can be cached. */
const remembered = new Map<string, string>()
const MOST_REMEMBERED = 1000

const remember = (companyId: string, hash: string, definition: string): void => {
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(`${companyId} ${hash}`, definition)
}

const readSaved = async ({ db, actor }: StaffContext, hash: string): Promise<SavedVendorFilters> => {
  const known = remembered.get(`${actor.companyId} ${hash}`)
  if (known) return JSON.parse(known) as SavedVendorFilters
  const row = await db.first<{ definition: string }>(
    db.sql('SELECT definition FROM vendor_filters WHERE company_id = ? AND hash = ?', actor.companyId, hash),
  )
  if (!row) throw notFound('The saved list')
  remember(actor.companyId, hash, row.definition)
  return JSON.parse(row.definition) as SavedVendorFilters
}

/** Throws NOT_FOUND, also for a hash of another company. */
export const requireFilters = async (context: StaffContext, hash: string): Promise<SavedVendorFilters> => {
  const saved = await readSaved(context, hash)
  return (await asMeantToday(context, [saved]))[0] ?? saved
}

export const readByFilter = query({
  id: 'vendors.by-filter',
  access: 'vendors.use',
  input: inputOf(endpoints.listVendorsByFilter),
  run: async (context, { hash, orderBy, ...page }) => {
    const filters = await requireFilters(context, hash)
    return readPage(context, { ...filters, ...page, orderBy: orderBy ?? filters.orderBy })
  },
})
