import { cellOf, cellsOf, inCell } from '../../../core/cells.ts'
import { violatedUnique } from '../../../core/database.ts'
import { invalidField } from '../../../core/errors.ts'
import type { BaseContext } from '../../../core/operation.ts'

/** What the directory keeps of a company, besides its cell. */
export interface DirectoryEntry {
  id: string
  name: string
  emailShortName: string
}

const taken = () => invalidField('emailShortName', 'Another company has this short name')

/** A short name that another company has, in the company's cell or in the directory. */
export const onTakenShortName = {
  companies_email_short_name: taken,
  'directory_companies.short_name_key': taken,
}

const saveStatement = (
  { directory, env, clock }: BaseContext,
  { id, name, emailShortName }: DirectoryEntry,
): D1PreparedStatement =>
  directory.sql(
    `INSERT INTO directory_companies (id, cell, name, short_name_key, created_at) VALUES (?1, ?2, ?3, lower(?4), ?5)
     ON CONFLICT (id) DO UPDATE SET name = ?3, short_name_key = lower(?4)`,
    ...[id, cellOf(env), name, emailShortName, clock.now()],
  )

const forgetStatement = ({ directory }: BaseContext, id: string): D1PreparedStatement =>
  directory.sql('DELETE FROM directory_companies WHERE id = ?', id)

/**
 * Makes a change of a company that the directory shows too: in the same batch if that is the same database. Otherwise the
 * directory is written first, because it alone knows all short names, and put back if the change fails. Throws INVALID
 * for a short name that is taken.
 * @param before what the directory has, or null for a new company
 */
export const withDirectory = async <T>(
  context: BaseContext,
  { before, after }: { before: DirectoryEntry | null; after: DirectoryEntry },
  change: (more: D1PreparedStatement[]) => Promise<T>,
): Promise<T> => {
  const { db, directory } = context
  if (before && before.name === after.name && before.emailShortName === after.emailShortName) return change([])
  if (db === directory) return change([saveStatement(context, after)])
  await directory.batch([saveStatement(context, after)]).catch((error) => {
    throw violatedUnique(error) === 'directory_companies.short_name_key' ? taken() : error
  })
  try {
    return await change([])
  } catch (error) {
    await directory.batch([before ? saveStatement(context, before) : forgetStatement(context, after.id)])
    throw error
  }
}

/** The context in the cell with the least data, where a new company goes. */
export const inEmptiestCell = async <C extends BaseContext>(context: C): Promise<C> => {
  const sizes = await Promise.all(
    cellsOf(context.env).map(async (cell) => {
      const there = inCell(context, cell)
      const [answer] = await there.db.readBatch([there.db.sql('SELECT 1 AS one')])
      return { there, size: answer?.meta.size_after ?? 0 }
    }),
  )
  return sizes.reduce((least, each) => (each.size < least.size ? each : least)).there
}
