import type { MOVE_PHASES } from '../../../../schema/platform/directory/tables.ts'
import { cellsOf, envOfCell } from '../../../core/cells.ts'
import { Database } from '../../../core/database.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import type { Env } from '../../../env.ts'
import { copyCompany } from './copy.ts'
import { companyTables, staysBehind } from './tables.ts'

/**
 * Moving a company to another cell, step by step. Each step can be repeated, and the directory says which one is next, so
 * that an interrupted move is taken up again or taken back. The directory decides where the company is: before it is
 * changed, the old cell has everything, and after it the new one.
 */
export type MovePhase = (typeof MOVE_PHASES)[number]

export interface Move {
  companyId: string
  fromCell: number
  toCell: number
  phase: MovePhase
  startedBy: string
  startedAt: number
  touchedAt: number
}

interface Moving {
  env: Env
  now: () => number
}

const directoryOf = ({ env }: Moving): Database => new Database(envOfCell(env, 0).DB, 'first-primary')
const cellOf = ({ env }: Moving, cell: number): Database => new Database(envOfCell(env, cell).DB, 'first-primary')

const MOVE = `SELECT company_id AS companyId, from_cell AS fromCell, to_cell AS toCell, phase, started_by AS startedBy,
                     started_at AS startedAt, touched_at AS touchedAt FROM company_moves WHERE company_id = ?`

export const readMove = (moving: Moving, companyId: string): Promise<Move | null> => {
  const directory = directoryOf(moving)
  return directory.first<Move>(directory.sql(MOVE, companyId))
}

const requireMove = async (moving: Moving, companyId: string): Promise<Move> => {
  const move = await readMove(moving, companyId)
  if (!move) throw notFound('The move')
  return move
}

const lockStatement = (
  db: Database,
  { companyId, toCell }: Pick<Move, 'companyId' | 'toCell'>,
  state: string,
  now: number,
): D1PreparedStatement =>
  db.sql(
    `INSERT INTO company_locks (company_id, state, to_cell, touched_at) VALUES (?1, ?2, ?3, ?4)
     ON CONFLICT (company_id) DO UPDATE SET state = ?2, to_cell = ?3, touched_at = ?4`,
    ...[companyId, state, toCell, now],
  )

const unlockStatement = (db: Database, companyId: string): D1PreparedStatement =>
  db.sql('DELETE FROM company_locks WHERE company_id = ?', companyId)

/**
 * Decides on a move. Throws NOT_FOUND for an unknown company or cell, RULE_BROKEN if it is there already or a move isn't
 * finished.
 */
export const beginMove = async (
  moving: Moving,
  { companyId, toCell, startedBy }: Pick<Move, 'companyId' | 'toCell' | 'startedBy'>,
): Promise<Move> => {
  const directory = directoryOf(moving)
  const company = await directory.first<{ cell: number }>(
    directory.sql('SELECT cell FROM directory_companies WHERE id = ?', companyId),
  )
  if (!company) throw notFound('The company')
  if (!cellsOf(moving.env).includes(toCell)) throw notFound('The cell')
  if (company.cell === toCell) throw new AppError('RULE_BROKEN', `The company is in cell ${toCell} already.`)
  const now = moving.now()
  const [begun] = await directory.batch([
    directory.sql(
      `INSERT INTO company_moves (company_id, from_cell, to_cell, phase, started_by, started_at, touched_at)
       SELECT ?1, ?2, ?3, 'COPYING', ?4, ?5, ?5
        WHERE NOT EXISTS (SELECT 1 FROM company_moves WHERE company_id = ?1)`,
      ...[companyId, company.cell, toCell, startedBy, now],
    ),
  ])
  if (begun?.meta.changes !== 1)
    throw new AppError('RULE_BROKEN', 'Finish the company’s last move first: confirm it, or take it back.')
  return requireMove(moving, companyId)
}

const setPhase = async (moving: Moving, { companyId }: Move, phase: MovePhase): Promise<void> => {
  const directory = directoryOf(moving)
  await directory.batch([
    directory.sql(
      'UPDATE company_moves SET phase = ?, touched_at = ? WHERE company_id = ?',
      phase,
      moving.now(),
      companyId,
    ),
  ])
}

/** Effects that are running when the company is locked. They end, or their lease does. */
const RUNNING = `SELECT 1 AS one FROM outbox WHERE company_id = ? AND done_at IS NULL AND dead_at IS NULL
   AND sent_with IS NOT NULL AND available_at > ? LIMIT 1`

/**
 * Goes on with a move until it is done. Throws RULE_BROKEN (EFFECTS_RUNNING) while effects of the company still run; the
 * company is locked by then, so trying again after a minute succeeds.
 */
export const advanceMove = async (moving: Moving, companyId: string): Promise<Move> => {
  const move = await requireMove(moving, companyId)
  const [from, to] = [cellOf(moving, move.fromCell), cellOf(moving, move.toCell)]
  if (move.phase === 'COPYING') {
    await copyAll(moving, move)
    await setPhase(moving, move, 'SWITCHING')
    move.phase = 'SWITCHING'
  }
  if (move.phase === 'SWITCHING') {
    const directory = directoryOf(moving)
    await directory.batch([
      directory.sql('UPDATE directory_companies SET cell = ? WHERE id = ?', move.toCell, companyId),
    ])
    await from.batch([lockStatement(from, move, 'GONE', moving.now())])
    await to.batch([unlockStatement(to, companyId)])
    await setPhase(moving, move, 'DONE')
  }
  if (move.phase === 'CLEARING') await clearOld(moving, move)
  if (move.phase === 'UNDOING') await clearNew(moving, move)
  return (await readMove(moving, companyId)) ?? move
}

const copyAll = async (moving: Moving, move: Move): Promise<void> => {
  const { companyId } = move
  const [from, to] = [cellOf(moving, move.fromCell), cellOf(moving, move.toCell)]
  await to.batch([lockStatement(to, move, 'ARRIVING', moving.now())])
  await from.batch([lockStatement(from, move, 'LEAVING', moving.now())])
  if (await from.first(from.sql(RUNNING, companyId, moving.now())))
    throw new AppError('RULE_BROKEN', 'Emails or tasks of the company are being sent. Go on in a minute.', {
      reason: 'EFFECTS_RUNNING',
    })
  let touched = moving.now()
  const beat = async () => {
    if (moving.now() - touched < BEAT_MS) return
    touched = moving.now()
    await from.batch([lockStatement(from, move, 'LEAVING', touched)])
    await to.batch([lockStatement(to, move, 'ARRIVING', touched)])
  }
  await copyCompany({ from, to, companyId, beat })
}

/** Jobs of both cells wait for a move that was heard of within some minutes. */
const BEAT_MS = 30_000

/** Takes a move back that hasn't switched yet: the company works on where it was. Throws RULE_BROKEN after the switch. */
export const undoMove = async (moving: Moving, companyId: string): Promise<void> => {
  const move = await requireMove(moving, companyId)
  if (move.phase !== 'COPYING' && move.phase !== 'UNDOING')
    throw new AppError('RULE_BROKEN', 'The company has moved. Move it back instead.')
  await setPhase(moving, move, 'UNDOING')
  await clearNew(moving, move)
}

/** Ends a move: the old copy is deleted. Throws RULE_BROKEN before it is done. */
export const confirmMove = async (moving: Moving, companyId: string): Promise<void> => {
  const move = await requireMove(moving, companyId)
  if (move.phase !== 'DONE' && move.phase !== 'CLEARING')
    throw new AppError('RULE_BROKEN', 'The move isn’t done yet. Let it finish, or take it back.')
  await setPhase(moving, move, 'CLEARING')
  await clearOld(moving, move)
}

const clearNew = async (moving: Moving, move: Move): Promise<void> => {
  const [from, to] = [cellOf(moving, move.fromCell), cellOf(moving, move.toCell)]
  await to.batch([lockStatement(to, move, 'ARRIVING', moving.now())])
  await clear(to, move.companyId, move.toCell)
  await to.batch([unlockStatement(to, move.companyId)])
  await from.batch([unlockStatement(from, move.companyId)])
  await forget(moving, move)
}

const clearOld = async (moving: Moving, move: Move): Promise<void> => {
  const from = cellOf(moving, move.fromCell)
  await keepSecrets(moving, move, from)
  await from.batch([lockStatement(from, move, 'CLEARING', moving.now())])
  await clear(from, move.companyId, move.fromCell)
  await from.batch([unlockStatement(from, move.companyId)])
  await forget(moving, move)
}

const forget = async (moving: Moving, { companyId }: Move): Promise<void> => {
  const directory = directoryOf(moving)
  await directory.batch([directory.sql('DELETE FROM company_moves WHERE company_id = ?', companyId)])
}

/** API keys name the cell in which they were made. Once nothing is left there, the directory says where they went. */
const keepSecrets = async (moving: Moving, { companyId, toCell }: Move, from: Database): Promise<void> => {
  const keys = await from.all<{ hash: string }>(
    from.sql('SELECT key_hash AS hash FROM api_keys WHERE company_id = ? AND revoked_at IS NULL', companyId),
  )
  const directory = directoryOf(moving)
  await directory.batch([
    directory.sql('UPDATE directory_keys SET cell = ?1 WHERE company_id = ?2', toCell, companyId),
    ...keys.map(({ hash }) =>
      directory.sql(
        `INSERT INTO directory_keys (key_hash, company_id, cell) VALUES (?1, ?2, ?3)
         ON CONFLICT (key_hash) DO UPDATE SET cell = ?3`,
        ...[hash, companyId, toCell],
      ),
    ),
  ])
}

const AT_ONCE = 500

/** Deletes a company's rows from a cell. What others there share stays. */
const clear = async (db: Database, companyId: string, cell: number): Promise<void> => {
  const tables = (await companyTables(db)).filter((table) => !staysBehind(table, cell))
  // The company itself last, so that what is left can still be found.
  for (const { name, where, key } of tables.toReversed()) {
    const keys = key.join(', ')
    for (let more = true; more; ) {
      const [deleted] = await db.batch([
        db.sql(
          `DELETE FROM ${name} WHERE ${where}
             AND (${keys}) IN (SELECT ${keys} FROM ${name} WHERE ${where} LIMIT ${AT_ONCE}) RETURNING 1 AS one`,
          companyId,
        ),
      ])
      more = deleted?.results.length === AT_ONCE
    }
  }
}
