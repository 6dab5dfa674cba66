import type { Kind } from '../../../schema/shared/kinds.ts'
import type { Database } from '../database.ts'
import type { NameCopy } from './name-copies.ts'
import { kindsWith } from './registry.ts'

export const nameCopies = (of: Kind): readonly NameCopy[] =>
  kindsWith('copies').flatMap(({ copies }) => copies.filter((copy) => copy.of === of))

/** The statements that bring all copies up to date. They belong after those that rename. */
export const copyNameStatements = (
  db: Pick<Database, 'sql'>,
  companyId: string,
  of: Kind,
  ids: readonly string[],
): D1PreparedStatement[] => {
  if (ids.length === 0) return []
  const renamed = JSON.stringify(ids)
  return nameCopies(of).map(({ table, columns, value, rows, more }) => {
    const sql = `UPDATE ${table} SET (${columns.join(', ')}) = ${value}${more ? `, ${more}` : ''} WHERE ${rows}`
    return db.sql(sql, ...(sql.includes('?2') ? [renamed, companyId] : [renamed]))
  })
}
