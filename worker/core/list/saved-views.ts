import type { z } from 'zod'
import type { ListEndpoints } from '../../../schema/shared/list.ts'
import { commit } from '../commit.ts'
import { AppError, invalidField, notFound } from '../errors.ts'
import { canonicalJson, sha256Hex } from '../hash.ts'
import type { StaffContext } from '../operation.ts'
import { requireUsed, usedOf } from './unused.ts'

/** Filters of a list by their hash, and the views that people have saved (decisions, `{hash}` of vendors). */

const MOST_VIEWS = 50

/** The meaning of a hash never changes, so what was read once can be cached. */
const remembered = new Map<string, string>()
const MOST_REMEMBERED = 1000

const remember = (key: string, definition: string): void => {
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(key, definition)
}

export interface Rules<Filters> {
  /** A hash stands for what was saved. This is what it means now. */
  asMeantToday?: (context: StaffContext, saved: readonly Filters[]) => Promise<Filters[]>
}

/** What the operations of a list with saved views run. */
export const savedViews = <List extends Pick<ListEndpoints, 'name' | 'saved' | 'filters' | 'sortFlags'>>(
  definition: List,
  { asMeantToday: meantToday = async (_, saved) => [...saved] }: Rules<z.output<List['saved']>> = {},
) => {
  type Filters = z.output<List['saved']>
  const { name: list } = definition

  const asMeantToday = (context: StaffContext, saved: readonly Filters[]): Promise<Filters[]> =>
    meantToday(
      context,
      saved.map((filters) => usedOf(context, definition, filters)),
    )

  const requireViewsLeft = async ({ db, actor }: StaffContext): Promise<void> => {
    const kept = await db.first<{ total: number }>(
      db.sql(
        'SELECT COUNT(*) AS total FROM list_views WHERE company_id = ? AND list = ? AND user_id = ?',
        actor.companyId,
        list,
        actor.userId,
      ),
    )
    if ((kept?.total ?? 0) >= MOST_VIEWS) {
      throw new AppError('RULE_BROKEN', `At most ${MOST_VIEWS} views can be saved. Delete one first.`)
    }
  }

  /** With a label, it is saved as a view. */
  const save = async (
    context: StaffContext,
    { filters, label }: { filters: Filters; label?: string | undefined },
  ): Promise<{ hash: string }> => {
    const { db, actor, clock } = context
    requireUsed(context, definition, filters)
    const canonical = canonicalJson(filters)
    const hash = sha256Hex(canonical).slice(0, 16)
    if (label) await requireViewsLeft(context)
    const view = () =>
      db.sql(
        'INSERT INTO list_views (id, company_id, list, user_id, label, hash, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
        ...[context.newId(), actor.companyId, list, actor.userId, label, hash, clock.now()],
      )
    const result = await commit(context, {
      subject: 'The view',
      statements: [
        db.sql(
          'INSERT OR IGNORE INTO list_filters (company_id, list, hash, definition, created_at) VALUES (?, ?, ?, ?, ?)',
          ...[actor.companyId, list, hash, canonical, clock.now()],
        ),
        ...(label ? [view()] : []),
      ],
      audit: [],
      result: { hash },
      onDuplicate: { list_views_label: () => invalidField('label', 'You already have a view with this name') },
    })
    remember(`${actor.companyId} ${list} ${hash}`, canonical)
    return result
  }

  const readAll = async (context: StaffContext) => {
    const { db, actor } = context
    const rows = await db.all<{ id: string; label: string; hash: string; definition: string }>(
      db.sql(
        `SELECT w.id, w.label, w.hash, f.definition FROM list_views w
          CROSS JOIN list_filters f ON f.company_id = w.company_id AND f.list = w.list AND f.hash = w.hash
          WHERE w.company_id = ? AND w.list = ? AND w.user_id = ? ORDER BY lower(w.label)`,
        actor.companyId,
        list,
        actor.userId,
      ),
    )
    const meant = await asMeantToday(
      context,
      rows.map(({ definition }) => JSON.parse(definition) as Filters),
    )
    return rows.flatMap(({ id, label, hash }, index) => {
      const filters = meant[index]
      return filters ? [{ id, label, hash, filters }] : []
    })
  }

  const remove = async (context: StaffContext, { id }: { id: string }): Promise<null> => {
    const { db, actor } = context
    const where = 'WHERE id = ? AND company_id = ? AND list = ? AND user_id = ?'
    const place = [id, actor.companyId, list, actor.userId]
    if (!(await db.first(db.sql(`SELECT 1 FROM list_views ${where}`, ...place)))) throw notFound('The view')
    const statements = [db.sql(`DELETE FROM list_views ${where}`, ...place)]
    return commit(context, { statements, audit: [], result: null, subject: 'The view' })
  }

  const definitionOf = async ({ db, actor }: StaffContext, hash: string): Promise<string> => {
    const key = `${actor.companyId} ${list} ${hash}`
    const known = remembered.get(key)
    if (known) return known
    const row = await db.first<{ definition: string }>(
      db.sql(
        'SELECT definition FROM list_filters WHERE company_id = ? AND list = ? AND hash = ?',
        actor.companyId,
        list,
        hash,
      ),
    )
    if (!row) throw notFound('The saved list')
    remember(key, row.definition)
    return row.definition
  }

  /** Throws NOT_FOUND, also for a hash of another company. */
  const requireFilters = async (context: StaffContext, hash: string): Promise<Filters> => {
    const saved = JSON.parse(await definitionOf(context, hash)) as Filters
    return (await asMeantToday(context, [saved]))[0] ?? saved
  }

  return { save, readAll, remove, requireFilters }
}
