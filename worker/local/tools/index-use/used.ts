import type { DatabaseSync } from 'node:sqlite'

/** Which indexes statements find rows by, from the programs that SQLite makes of them, those of triggers included. */

/** What looks for an entry, or reads one. Keeping an index up to date does neither. */
const READS = new Set(
  ['SeekGE', 'SeekGT', 'SeekLE', 'SeekLT', 'Found', 'NotFound', 'NoConflict', 'Rewind', 'Last', 'Next', 'Prev'].concat([
    'Count',
    'IfNoHope',
    'SeekScan',
    'DeferredSeek',
  ]),
)
const OPENS = new Set(['OpenRead', 'OpenWrite', 'ReopenIdx'])

/** The names of indexes by the page at which they begin. Those of keys have no text, and can't be dropped. */
export const indexesOf = (database: DatabaseSync): Map<number, string> =>
  new Map(
    database
      .prepare("SELECT name, rootpage FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
      .all()
      .map(({ name, rootpage }) => [Number(rootpage), String(name)]),
  )

/** Null for a text that this database can't run. */
export const usedBy = (database: DatabaseSync, indexes: ReadonlyMap<number, string>, sql: string): string[] | null => {
  const used = new Set<string>()
  const cursors = new Map<number, string>()
  try {
    for (const { addr, opcode, p1, p2 } of database.prepare(`EXPLAIN ${sql}`).all()) {
      // The program of a trigger begins, with cursors of its own.
      if (addr === 0) cursors.clear()
      const opened = OPENS.has(String(opcode)) ? indexes.get(Number(p2)) : undefined
      if (opened) cursors.set(Number(p1), opened)
      else if (OPENS.has(String(opcode))) cursors.delete(Number(p1))
      const read = READS.has(String(opcode)) ? cursors.get(Number(p1)) : undefined
      if (read) used.add(read)
    }
    return [...used]
  } catch {
    return null
  }
}
