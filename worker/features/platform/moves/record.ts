import type { MOVE_PHASES } from '../../../../schema/platform/directory/tables.ts'
import { envOfCell } from '../../../core/cells.ts'
import { Database, type DatabaseCost } from '../../../core/database.ts'
import { notFound } from '../../../core/errors.ts'
import type { Env } from '../../../env.ts'
import type { Progress } from './copy.ts'

/** What the directory says about a move, and what each cell says about the company. */

export type MovePhase = (typeof MOVE_PHASES)[number]

export interface Move {
  companyId: string
  fromCell: number
  toCell: number
  phase: MovePhase
  /** Who began it, by name. */
  startedBy: string
  startedAt: number
  /** When someone last worked on it. */
  touchedAt: number
  progress: Progress | null
  /** Until when someone works on it. */
  workedUntil: number
  /** Why it doesn't go on, in words. */
  trouble: string | null
}

export interface Moving {
  env: Env
  now: () => number
  /** What all databases together were asked. */
  cost?: DatabaseCost
}

export const directoryOf = ({ env, cost }: Moving): Database =>
  new Database(envOfCell(env, 0).DB, 'first-primary', cost)
export const cellOf = ({ env, cost }: Moving, cell: number): Database =>
  new Database(envOfCell(env, cell).DB, 'first-primary', cost)

/** ?1 is the company. */
export const MOVE_SQL = `SELECT company_id AS companyId, from_cell AS fromCell, to_cell AS toCell, phase,
    started_by AS startedBy, started_at AS startedAt, touched_at AS touchedAt, progress, worked_until AS workedUntil, trouble
  FROM company_moves WHERE company_id = ?1`

export type MoveRow = Omit<Move, 'progress'> & { progress: string | null }

export const toMove = (row: MoveRow): Move => ({ ...row, progress: row.progress ? JSON.parse(row.progress) : null })

export const readMove = async (moving: Moving, companyId: string): Promise<Move | null> => {
  const directory = directoryOf(moving)
  const row = await directory.first<MoveRow>(directory.sql(MOVE_SQL, companyId))
  return row && toMove(row)
}

export const requireMove = async (moving: Moving, companyId: string): Promise<Move> => {
  const move = await readMove(moving, companyId)
  if (!move) throw notFound('The move')
  return move
}

type LockState = 'LEAVING' | 'ARRIVING' | 'GONE' | 'CLEARING'

export const lockStatement = (
  db: Database,
  { companyId, toCell }: Pick<Move, 'companyId' | 'toCell'>,
  state: LockState,
  now: number,
): D1PreparedStatement =>
  db.sql(
    `INSERT INTO company_locks (company_id, state, to_cell, touched_at) VALUES (?1, ?2, ?3, ?4)
     ON CONFLICT (company_id) DO UPDATE SET state = ?2, to_cell = ?3, touched_at = ?4`,
    ...[companyId, state, toCell, now],
  )

/** Shows that the move goes on. A lock that was taken away stays away. */
export const touchStatement = (db: Database, companyId: string, now: number): D1PreparedStatement =>
  db.sql("UPDATE company_locks SET touched_at = ? WHERE company_id = ? AND state <> 'GONE'", now, companyId)

export const unlockStatement = (db: Database, companyId: string): D1PreparedStatement =>
  db.sql('DELETE FROM company_locks WHERE company_id = ?', companyId)
