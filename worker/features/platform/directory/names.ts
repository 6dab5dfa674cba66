import { directoryCompanies } from '../../../../schema/platform/directory/tables.ts'
import type { Database } from '../../../core/database.ts'
import { select, typed } from '../../../core/record.ts'

const NAMES = typed`SELECT ${select(directoryCompanies, 'c', ['id', 'name'])} FROM directory_companies c
  WHERE c.id IN (SELECT value FROM json_each(?))`

const CELL = typed`SELECT ${select(directoryCompanies, 'c', ['cell'])} FROM directory_companies c WHERE c.id = ?`

/** The cell of a company, or null if there is none. */
export const cellOfCompany = async (
  { directory }: { directory: Database },
  companyId: string,
): Promise<number | null> => (await directory.first(directory.sql(CELL, companyId)))?.cell ?? null

const SHORT_NAMES = typed`SELECT ${select(directoryCompanies, 'c', ['shortNameKey'])} FROM directory_companies c
  WHERE c.short_name_key IN (SELECT value FROM json_each(?))`

/** Those of the short names, in lower case, that companies have. */
export const takenShortNames = async (
  { directory }: { directory: Database },
  names: readonly string[],
): Promise<Set<string>> => {
  const rows = await directory.all(directory.sql(SHORT_NAMES, JSON.stringify(names)))
  return new Set(rows.map(({ shortNameKey }) => shortNameKey))
}

/** By id, the names of companies of staff. Vendors' companies aren't in the directory. */
export const namesOfCompanies = async (directory: Database, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await directory.all(directory.sql(NAMES, JSON.stringify(ids)))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
