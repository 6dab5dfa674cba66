import { cellsOf } from '../../../core/cells.ts'
import type { Database } from '../../../core/database.ts'
import { AppError } from '../../../core/errors.ts'
import { errorText } from '../../../core/log.ts'
import { KEYS_IN, SECRET_TABLES, secretsIn } from '../../../core/moved/secret-places.ts'
import { clearPage, copyPage, type Progress, roundAgain, startOf } from './copy.ts'
import {
  cellOf,
  directoryOf,
  lockStatement,
  type Move,
  type MovePhase,
  type Moving,
  readMove,
  touchStatement,
  unlockStatement,
} from './record.ts'
import { type CompanyTable, companyTables, staysBehind } from './tables.ts'

/**
 * Working on a move, a part at a time: a Worker's invocation ends, and the next one goes on where the directory says.
 * One works on it at a time. Each step can be repeated, because what was done last isn't known after an interruption.
 */

/** Someone who says nothing for this long works no more. */
const LEASE_MS = 60_000
/** After so long a pause the rows that were compared before may have changed. */
const PAUSE_MS = 5 * 60_000
/**
 * D1 answers 1,000 queries in an invocation. A page has up to 200 rows that differ, each changed by a query of its own.
 */
const MOST_QUERIES = 600
/** How many pages are worked on until it is written down. */
const PAGES_BETWEEN = 10

export interface Part {
  /** Also if someone seems to work on it. */
  takesOver?: boolean
  /** For how long, within one invocation's limits. Without it, to the end. */
  milliseconds?: number
}

/** Thrown to leave the move to the one who works on it now. */
class NotOurs extends Error {}

interface Work {
  moving: Moving
  move: Move
  worker: string
  /** Whether another invocation has to go on. */
  isOver: () => boolean
}

/** Effects that are running when the company is locked. They end, or their lease does. */
const RUNNING = `SELECT 1 AS one FROM outbox WHERE company_id = ? AND done_at IS NULL AND dead_at IS NULL
   AND sent_with IS NOT NULL AND available_at > ? LIMIT 1`

/** Writes into the move if it is still ours. */
const write = async (
  { moving, move, worker }: Work,
  set: string,
  ...values: (string | number | null)[]
): Promise<void> => {
  const directory = directoryOf(moving)
  const [written] = await directory.batch([
    directory.sql(
      `UPDATE company_moves SET touched_at = ?4, trouble = NULL, ${set} WHERE company_id = ?1 AND worker = ?2 AND phase = ?3`,
      ...[move.companyId, worker, move.phase, moving.now(), ...values],
    ),
  ])
  if (written?.meta.changes !== 1) throw new NotOurs()
}

const save = async (work: Work, progress: Progress | null): Promise<void> => {
  const { moving, move } = work
  const now = moving.now()
  await write(work, 'progress = ?5, worked_until = ?6', progress && JSON.stringify(progress), now + LEASE_MS)
  for (const cell of [move.fromCell, move.toCell]) {
    const db = cellOf(moving, cell)
    await db.batch([touchStatement(db, move.companyId, now)])
  }
}

/** From one phase to the next. */
const enter = async (work: Work, phase: MovePhase): Promise<void> => {
  await write(work, 'phase = ?5, progress = NULL', phase)
  work.move.phase = phase
  work.move.progress = null
}

/**
 * A database answers one after another, and so does the machine that has all of them. So after some work others come
 * first for about as long.
 */
const SLICE_MS = 20
const REST_MS = 20

const letOthersGo = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, REST_MS))

/** @returns whether it came to the end */
const pages = async (
  work: Work,
  begun: Progress,
  page: (progress: Progress) => Promise<Progress | null>,
): Promise<boolean> => {
  let progress = begun
  let restedAt = Date.now()
  for (let count = 1; ; count += 1) {
    const further = await page(progress)
    if (!further) return true
    progress = further
    const isOver = work.isOver()
    if (isOver || count % PAGES_BETWEEN === 0) await save(work, progress)
    if (isOver) return false
    if (Date.now() - restedAt >= SLICE_MS) {
      await letOthersGo()
      restedAt = Date.now()
    }
  }
}

const forget = async ({ moving, move, worker }: Work): Promise<void> => {
  const directory = directoryOf(moving)
  await directory.batch([
    directory.sql('DELETE FROM company_moves WHERE company_id = ? AND worker = ?', move.companyId, worker),
  ])
}

const copy = async (work: Work): Promise<boolean> => {
  const { moving, move } = work
  const { companyId } = move
  const [from, to] = [cellOf(moving, move.fromCell), cellOf(moving, move.toCell)]
  await to.batch([lockStatement(to, move, 'ARRIVING', moving.now())])
  await from.batch([lockStatement(from, move, 'LEAVING', moving.now())])
  const now = await readMove(moving, companyId)
  if (now?.phase !== 'COPYING') {
    // Taken back in this moment. The company works on.
    await from.batch([unlockStatement(from, companyId)])
    throw new NotOurs()
  }
  if (await from.first(from.sql(RUNNING, companyId, moving.now())))
    throw new AppError('RULE_BROKEN', 'Emails or tasks of the company are being sent. Try again in a minute.', {
      reason: 'EFFECTS_RUNNING',
    })
  const tables = await companyTables(from)
  const paused = moving.now() - move.touchedAt > PAUSE_MS
  const begun = move.progress ? (paused ? roundAgain(tables, move.progress) : move.progress) : startOf(tables)
  return pages(work, begun, (progress) => copyPage({ from, to, companyId, tables }, progress))
}

/** Login links are asked for while the company moves, too. Their emails are handed over by the outbox. */
const LATE = ['login_tokens']

const carryLate = async ({ move: { companyId } }: Work, from: Database, to: Database): Promise<void> => {
  const all = await companyTables(from)
  const tables = all.filter(({ name }) => LATE.includes(name))
  const copying = { from, to, companyId, tables }
  for (let place: Progress | null = startOf(tables); place; ) place = await copyPage(copying, place)
}

const switchOver = async (work: Work): Promise<void> => {
  const { moving, move } = work
  const [from, to] = [cellOf(moving, move.fromCell), cellOf(moving, move.toCell)]
  const directory = directoryOf(moving)
  await directory.batch([
    directory.sql('UPDATE directory_companies SET cell = ? WHERE id = ?', move.toCell, move.companyId),
  ])
  await from.batch([lockStatement(from, move, 'GONE', moving.now())])
  await carryLate(work, from, to)
  await to.batch([unlockStatement(to, move.companyId)])
}

/** Deletes a company's rows from a cell. What others there share stays. The company itself is last, to find the rest. */
const clear = async (work: Work, db: Database, cell: number): Promise<boolean> => {
  const { companyId, progress } = work.move
  const all = await companyTables(db)
  const tables: CompanyTable[] = all.filter((table) => !staysBehind(table, cell)).toReversed()
  return pages(work, progress ?? startOf(tables), (place) => clearPage({ db, companyId, tables }, place))
}

const clearNew = async (work: Work): Promise<void> => {
  const { moving, move } = work
  const [from, to] = [cellOf(moving, move.fromCell), cellOf(moving, move.toCell)]
  await from.batch([unlockStatement(from, move.companyId)])
  await to.batch([lockStatement(to, move, 'ARRIVING', moving.now())])
  if (!(await clear(work, to, move.toCell))) return
  await to.batch([unlockStatement(to, move.companyId)])
  await forget(work)
}

const clearOld = async (work: Work): Promise<void> => {
  const { moving, move } = work
  const from = cellOf(moving, move.fromCell)
  if (!move.progress) await keepSecrets(work, from)
  await from.batch([lockStatement(from, move, 'CLEARING', moving.now())])
  if (!(await clear(work, from, move.fromCell))) return
  await from.batch([unlockStatement(from, move.companyId)])
  await forget(work)
}

/**
 * API keys, sessions and links name the cell in which they were made. Once nothing is left there, the directory says where they
 * went.
 */
const keepSecrets = async ({ moving, move: { companyId, toCell } }: Work, from: Database): Promise<void> => {
  const found = await from.batch(
    [
      `${KEYS_IN} UNION ALL SELECT token_hash FROM sessions WHERE company_id = ?1 AND expires_at > ?2`,
      ...SECRET_TABLES.map(secretsIn),
    ].map((text) => from.sql(text, companyId, moving.now())),
  )
  const secrets = found.flatMap(({ results }) => results as { hash: string }[])
  const directory = directoryOf(moving)
  await directory.batch([
    directory.sql('UPDATE directory_keys SET cell = ?1 WHERE company_id = ?2', toCell, companyId),
    directory.sql(
      `INSERT INTO directory_keys (key_hash, company_id, cell) SELECT value, ?2, ?3 FROM json_each(?1) WHERE true
       ON CONFLICT (key_hash) DO UPDATE SET cell = ?3`,
      ...[JSON.stringify(secrets.map(({ hash }) => hash)), companyId, toCell],
    ),
  ])
}

const run = async (work: Work): Promise<void> => {
  const { move, moving } = work
  const cells = cellsOf(moving.env)
  // A missing one would be taken for the first, whose rows would be deleted.
  if (!cells.includes(move.fromCell) || !cells.includes(move.toCell))
    throw new AppError('RULE_BROKEN', 'One of the two databases isn’t bound anymore.')
  if (move.phase === 'COPYING') {
    if (!(await copy(work))) return
    await enter(work, 'SWITCHING')
  }
  if (move.phase === 'SWITCHING') {
    await switchOver(work)
    await enter(work, 'DONE')
  }
  if (move.phase === 'CLEARING') await clearOld(work)
  if (move.phase === 'UNDOING') await clearNew(work)
}

/** Takes the move for a while. False if someone else works on it. */
const claim = async ({ moving, move, worker }: Work, takesOver: boolean): Promise<boolean> => {
  const directory = directoryOf(moving)
  const now = moving.now()
  const [claimed] = await directory.batch([
    directory.sql(
      `UPDATE company_moves SET worker = ?2, worked_until = ?3
        WHERE company_id = ?1 AND phase = ?4 AND (worked_until <= ?5 OR ?6 = 1)`,
      ...[move.companyId, worker, now + LEASE_MS, move.phase, now, takesOver ? 1 : 0],
    ),
  ])
  return claimed?.meta.changes === 1
}

/** Lets others go on, and says why it doesn't if it failed. */
const release = async ({ moving, move, worker }: Work, error?: unknown): Promise<void> => {
  const trouble = error === undefined ? null : error instanceof AppError ? error.message : errorText(error)
  const directory = directoryOf(moving)
  await directory.batch([
    directory.sql(
      'UPDATE company_moves SET worked_until = 0, trouble = ? WHERE company_id = ? AND worker = ?',
      ...[trouble, move.companyId, worker],
    ),
  ])
}

/**
 * Works on a move for a while. Does nothing if someone else does, or if there is none. Throws what kept it from going
 * on, which the move also says. Returns it as it is then, or null once it is over.
 */
export const workOn = async (moving: Moving, companyId: string, part: Part): Promise<Move | null> => {
  const move = await readMove(moving, companyId)
  if (!move || move.phase === 'DONE') return move
  const cost = { roundTrips: 0, queries: 0, rowsRead: 0, rowsWritten: 0, milliseconds: 0 }
  const endsAt = moving.now() + (part.milliseconds ?? 0)
  const isOver = () => part.milliseconds !== undefined && (moving.now() >= endsAt || cost.queries >= MOST_QUERIES)
  const work: Work = { moving: { ...moving, cost }, move, worker: crypto.randomUUID(), isOver }
  if (!(await claim(work, part.takesOver ?? false))) return readMove(moving, companyId)
  try {
    await run(work)
  } catch (error) {
    if (!(error instanceof NotOurs)) {
      await release(work, error).catch(() => null)
      throw error
    }
  }
  await release(work)
  return readMove(moving, companyId)
}
