import type { Env } from '../env.ts'
import { Database } from './database.ts'
import { sha256Hex } from './hash.ts'
import { HOLDER, NOTED_CELL } from './moved/secret-places.ts'
import { refuseHeld } from './told/held.ts'

/**
 * A company's data is in one D1 database, its cell. The database `DB` is the first cell, number 0, and the directory,
 * which says in which cell a company is. The bindings `CELL_1`, `CELL_2` and so on add cells. Code that works for a
 * company gets an `Env` whose `DB` is the company's cell. No statement reads the directory and a cell together.
 */
export const FIRST_CELL = 0

/** The cells of this installation. */
export const cellsOf = (env: Env): number[] => {
  const cells = [FIRST_CELL]
  while (env[`CELL_${cells.length}`]) cells.push(cells.length)
  return cells
}

export const cellOf = (env: Env): number => env.CELL ?? FIRST_CELL

const directoryOf = (env: Env): D1Database => env.DIRECTORY ?? env.DB

/** What a message for the outbox of this cell says about it. */
export const inThisCell = (env: Env): { cell?: number } => (cellOf(env) === FIRST_CELL ? {} : { cell: cellOf(env) })

/** The same bindings with another cell as `DB`. An unknown cell is the first one, which has nothing of its companies. */
export const envOfCell = (env: Env, cell: number): Env => {
  if (cell === cellOf(env)) return env
  const directory = directoryOf(env)
  const database = cell === FIRST_CELL ? directory : env[`CELL_${cell}`]
  return database ? { ...env, DB: database, DIRECTORY: directory, CELL: cell } : envOfCell(env, FIRST_CELL)
}

export interface Databases {
  /** The company's cell. */
  db: Database
  /** What is asked before the company is known, and across companies. The same as `db` where both are one database. */
  directory: Database
  /** The cell of the caller's session, or the first. It stays while the context moves to another cell. */
  callerDb: Database
  /** The cells used so far, by number. */
  opened: Map<number, Database>
}

/** A context's databases, from its cell. */
export const databasesOf = (env: Env, db: Database): Databases => {
  const directory = cellOf(env) === FIRST_CELL ? db : new Database(directoryOf(env), 'first-primary', db.cost)
  const opened = new Map([
    [FIRST_CELL, directory],
    [cellOf(env), db],
  ])
  return { db, directory, callerDb: db, opened }
}

/** Secrets name the cell of what they open, so that it is found without asking the directory. */
const IN_SECRET = /^(?:ol[kp]_)?c(\d{1,4})\./

/** @param secret of sessions, login links and API keys. Vendors' own are in the directory. */
export const cellOfSecret = (secret: string | null | undefined): number =>
  Number(IN_SECRET.exec(secret ?? '')?.[1] ?? 0)

/** A secret that names this cell. Those of the first cell name none. */
export const secretOfCell = (env: Env, secret: string): string =>
  cellOf(env) === FIRST_CELL ? secret : `c${cellOf(env)}.${secret}`

interface Placed extends Databases {
  env: Env
  waitUntil?: (work: Promise<unknown>) => void
}

/** The same context in another cell. The caller and the cost stay. */
export const inCell = <C extends Placed>(context: C, cell: number): C => {
  const env = envOfCell(context.env, cell)
  if (env === context.env) return context
  refuseHeld(env, cellOf(env))
  const db = context.opened.get(cellOf(env)) ?? new Database(env.DB, 'first-primary', context.db.cost)
  context.opened.set(cellOf(env), db)
  return { ...context, env, db }
}

const COMPANY = 'SELECT cell FROM directory_companies WHERE id = ?'
const SHORT_NAME = 'SELECT cell FROM directory_companies WHERE short_name_key = ?'

/**
 * SQL of whether a company lives in this database. Otherwise its rows are a copy: of one that has left, or that is still
 * arriving. Whatever looks through a cell's companies asks it. The directory decides, and the locks follow.
 * @param companyId SQL of the company's id
 */
export const livesHere = (companyId: string): string =>
  `NOT EXISTS (SELECT 1 FROM company_locks cl WHERE cl.company_id = ${companyId} AND cl.state <> 'LEAVING')`

/** The bindings of a company's cell. An unknown company has the first cell, where it isn't found either. */
export const envOfCompany = async (env: Env, companyId: string): Promise<Env> => {
  if (cellsOf(env).length === 1) return env
  const session = directoryOf(env).withSession('first-primary')
  const found = await session.prepare(COMPANY).bind(companyId).first<{ cell: number }>()
  return envOfCell(env, found?.cell ?? FIRST_CELL)
}

/** Where an operation finds the company that it is about, if that isn't the caller's. */
export type Place =
  | { secret: string }
  | { companyId: string }
  | { shortName: string }
  | { cell: number }
  /** By its id alone. The directory remembers where it was found at first. */
  | { table: 'intake_categories'; id: string }

/** The context of the company at that place. */
export const inPlace = async <C extends Placed>(context: C, place: Place): Promise<C> => {
  if (cellsOf(context.env).length === 1) return context
  if ('secret' in place) return inCellOfSecret(context, place.secret)
  if ('cell' in place) return inCell(context, place.cell)
  if ('table' in place) return holderOf(context, place.id)
  const { directory } = context
  const found = await directory.first<{ cell: number }>(
    'companyId' in place ? directory.sql(COMPANY, place.companyId) : directory.sql(SHORT_NAME, place.shortName),
  )
  return inCell(context, found?.cell ?? FIRST_CELL)
}

/** The cell in which a key, a session or a link is now, if its company has moved out of the one that it names. */
export const cellOfMovedSecret = async (
  { env, directory }: Pick<Placed, 'env' | 'directory'>,
  secret: string,
): Promise<number | null> => {
  if (cellsOf(env).length === 1) return null
  const found = await directory.first(directory.sql(NOTED_CELL, sha256Hex(secret)))
  return found?.cell ?? null
}

/** Where the company of a secret lives now. The cell that the secret names may have a copy only, or nothing anymore. */
const inCellOfSecret = async <C extends Placed>(context: C, secret: string): Promise<C> => {
  const named = inCell(context, cellOfSecret(secret))
  const holder = await named.db.first(named.db.sql(HOLDER(livesHere('s.company_id')), sha256Hex(secret)))
  if (holder?.isCopy === 0) return named
  if (holder) return inPlace(context, { companyId: holder.companyId })
  return inCell(context, (await cellOfMovedSecret(context, secret)) ?? cellOfSecret(secret))
}

const FORM = `SELECT c.cell FROM directory_forms f CROSS JOIN directory_companies c ON c.id = f.company_id WHERE f.id = ?`
const REMEMBER = 'INSERT OR IGNORE INTO directory_forms (id, company_id) VALUES (?, ?)'

/** The cell of a public form. If the directory doesn't know it yet, all cells are asked. */
const holderOf = async <C extends Placed>(context: C, id: string): Promise<C> => {
  const { directory, env } = context
  const known = await directory.first<{ cell: number }>(directory.sql(FORM, id))
  if (known) return inCell(context, known.cell)
  const found = await Promise.all(
    cellsOf(env).map(async (cell) => {
      const there = inCell(context, cell)
      const form = await there.db.first<{ companyId: string }>(
        there.db.sql(
          `SELECT f.company_id AS companyId FROM intake_categories f
            WHERE f.id = ? AND ${livesHere('f.company_id')}`,
          id,
        ),
      )
      return form && { there, form }
    }),
  )
  const holder = found.find((each) => each !== null)
  if (!holder) return context
  const remembered = directoryOf(env).prepare(REMEMBER).bind(id, holder.form.companyId).run()
  context.waitUntil?.(remembered.catch(() => null))
  return holder.there
}

/** Whether a company moves to another cell. With one cell none does. */
export const isLocked = async ({ env, db }: Placed, companyId: string): Promise<boolean> =>
  cellsOf(env).length > 1 &&
  (await db.first(db.sql('SELECT 1 AS one FROM company_locks WHERE company_id = ?', companyId))) !== null
