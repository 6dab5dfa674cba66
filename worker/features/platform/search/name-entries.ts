import { searchNaming } from '../../../../schema/platform/search/tables.ts'
import type { SystemContext } from '../../../core/operation.ts'
import { columns, select, typed } from '../../../core/record.ts'

/** Entries that one run goes through: a few tenths of a second. */
const NAMED_AT_ONCE = 5_000

const LEFT = typed`SELECT ${columns(select(searchNaming, 'n', ['namedFrom']))} FROM search_naming n WHERE n.id = 1`

/**
 * Names older entries of the search by their beginnings, from the newest to the oldest, where there were more than the
 * migration named. Newer ones are named as they are written. Asks for one row when all are named.
 */
export const nameEntries = async ({ db }: Pick<SystemContext, 'db'>): Promise<void> => {
  const left = await db.first(db.sql(LEFT))
  if (!left) return
  const from = left.namedFrom - NAMED_AT_ONCE
  await db.batch([
    db.sql(
      `INSERT OR REPLACE INTO search_index_names (rowid, words)
       SELECT n.id, n.words FROM search_names n WHERE n.id >= ?1 AND n.id < ?2 ORDER BY n.id`,
      from,
      left.namedFrom,
    ),
    from > 1
      ? db.sql('UPDATE search_naming SET named_from = ?1 WHERE id = 1 AND named_from = ?2', from, left.namedFrom)
      : db.sql('DELETE FROM search_naming WHERE id = 1 AND named_from = ?1', left.namedFrom),
  ])
}
