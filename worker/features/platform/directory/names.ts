import { directoryCompanies } from '../../../../schema/platform/directory/tables.ts'
import type { Database } from '../../../core/database.ts'
import { select, typed } from '../../../core/record.ts'

const NAMES = typed`SELECT ${select(directoryCompanies, 'c', ['id', 'name'])} FROM directory_companies c
  WHERE c.id IN (SELECT value FROM json_each(?))`

/** By id, the names of companies of staff. Vendors' companies aren't in the directory. */
export const namesOfCompanies = async (directory: Database, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await directory.all(directory.sql(NAMES, JSON.stringify(ids)))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
