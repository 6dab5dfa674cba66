import { cellsOf } from '../../../core/cells.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { cellOf, directoryOf, type Move, type MovePhase, type Moving, requireMove, unlockStatement } from './record.ts'
import { workOn } from './work.ts'

/**
 * What people decide about a move: to begin it, to take it back, and to delete the old copy. The directory decides where
 * the company is: before it is changed, the old cell has everything, and after it the new one.
 */

type Asked = Pick<Move, 'companyId' | 'toCell' | 'startedBy'>

/**
 * Decides on a move. Throws NOT_FOUND for an unknown company or cell, RULE_BROKEN if it is there already or a move isn't
 * finished.
 * @param heldFor for how many milliseconds no job begins with it
 */
export const beginMove = async (
  moving: Moving,
  { companyId, toCell, startedBy }: Asked,
  heldFor = 0,
): Promise<Move> => {
  const directory = directoryOf(moving)
  const company = await directory.first<{ cell: number }>(
    directory.sql('SELECT cell FROM directory_companies WHERE id = ?', companyId),
  )
  if (!company) throw notFound('The company')
  if (!cellsOf(moving.env).includes(toCell)) throw notFound('The database')
  if (company.cell === toCell) throw new AppError('RULE_BROKEN', `The company is in database ${toCell} already.`)
  const now = moving.now()
  const [begun] = await directory.batch([
    directory.sql(
      `INSERT INTO company_moves (company_id, from_cell, to_cell, phase, started_by, started_at, touched_at, worked_until)
       SELECT ?1, ?2, ?3, 'COPYING', ?4, ?5, ?5, ?6
        WHERE NOT EXISTS (SELECT 1 FROM company_moves WHERE company_id = ?1)`,
      ...[companyId, company.cell, toCell, startedBy, now, now + heldFor],
    ),
  ])
  const move = await requireMove(moving, companyId)
  if (begun?.meta.changes === 1) return move
  if (move.phase !== 'DONE' || toCell !== move.fromCell) throw new AppError('RULE_BROKEN', NOT_YET[move.phase](move))
  return moveBack(moving, { companyId, toCell, startedBy }, heldFor)
}

/** What comes before another move, by how far the last one is. */
const NOT_YET: Record<MovePhase, (move: Move) => string> = {
  COPYING: () => 'The company is being moved already. Wait until that is done, or undo it.',
  SWITCHING: () => 'The company is being moved already. Wait a minute until that is done.',
  DONE: ({ fromCell }) =>
    `Delete the old copy in database ${fromCell} first. Only back there can the company move without that.`,
  CLEARING: () => 'The old copy of the last move is being deleted. Wait a minute until that is done.',
  UNDOING: () => 'The last move is being undone. Wait a minute until that is done.',
}

/** A move back over the old copy, which becomes the same as the company is now. */
const moveBack = async (moving: Moving, { companyId, toCell, startedBy }: Asked, heldFor: number): Promise<Move> => {
  const directory = directoryOf(moving)
  const now = moving.now()
  const [begun] = await directory.batch([
    directory.sql(
      `UPDATE company_moves SET from_cell = to_cell, to_cell = from_cell, phase = 'COPYING', started_by = ?3,
              started_at = ?4, touched_at = ?4, worked_until = ?5, progress = NULL, worker = NULL, trouble = NULL
        WHERE company_id = ?1 AND phase = 'DONE' AND from_cell = ?2`,
      companyId,
      toCell,
      startedBy,
      now,
      now + heldFor,
    ),
  ])
  if (begun?.meta.changes !== 1) throw new AppError('RULE_BROKEN', 'Someone else has just decided on the last move.')
  return requireMove(moving, companyId)
}

/** From now on jobs work on it. */
export const letGo = async (moving: Moving, companyId: string): Promise<void> => {
  const directory = directoryOf(moving)
  await directory.batch([
    directory.sql('UPDATE company_moves SET worked_until = 0 WHERE company_id = ? AND worker IS NULL', companyId),
  ])
}

/**
 * Forgets a move that no one has worked on.
 * @param before the one that was done, if it was to go back
 */
export const forgetBegun = async (moving: Moving, companyId: string, before: Move | null): Promise<void> => {
  const directory = directoryOf(moving)
  const unworked = "company_id = ?1 AND phase = 'COPYING' AND progress IS NULL AND worker IS NULL"
  await directory.batch([
    before
      ? directory.sql(
          `UPDATE company_moves SET from_cell = ?2, to_cell = ?3, phase = 'DONE', started_by = ?4, started_at = ?5,
                  worked_until = 0 WHERE ${unworked}`,
          companyId,
          before.fromCell,
          before.toCell,
          before.startedBy,
          before.startedAt,
        )
      : directory.sql(`DELETE FROM company_moves WHERE ${unworked}`, companyId),
  ])
}

/** From now on another phase, even if someone works on the one before. Throws NOT_FOUND, RULE_BROKEN from any other phase. */
const decide = async (
  moving: Moving,
  companyId: string,
  { to, from, otherwise }: { to: MovePhase; from: MovePhase; otherwise: string },
): Promise<Move> => {
  const directory = directoryOf(moving)
  await directory.batch([
    directory.sql(
      `UPDATE company_moves SET phase = ?2, progress = NULL, worker = NULL, trouble = NULL, touched_at = ?4
        WHERE company_id = ?1 AND phase = ?3`,
      ...[companyId, to, from, moving.now()],
    ),
  ])
  const move = await requireMove(moving, companyId)
  if (move.phase !== to) throw new AppError('RULE_BROKEN', otherwise)
  return move
}

/**
 * Takes a move back that hasn't switched yet: the company works on where it was, and what was copied is deleted. Throws
 * RULE_BROKEN after the switch.
 */
export const takeBackMove = async (moving: Moving, companyId: string): Promise<Move> => {
  const move = await decide(moving, companyId, {
    ...{ to: 'UNDOING', from: 'COPYING' },
    otherwise: 'The company has moved, so there is nothing to undo. Start a move back to its old database instead.',
  })
  const from = cellOf(moving, move.fromCell)
  await from.batch([unlockStatement(from, companyId)])
  return move
}

/** From now on the old copy can be deleted. Throws RULE_BROKEN before the move is done. */
export const endMove = (moving: Moving, companyId: string): Promise<Move> =>
  decide(moving, companyId, {
    ...{ to: 'CLEARING', from: 'DONE' },
    otherwise: 'The move isn’t done yet. Let it finish, or take it back.',
  })

/** The whole of it at once, for someone who waits. Takes over from anyone who works on it. */
const toTheEnd = { takesOver: true }

/**
 * Goes on with a move until it is done. Throws RULE_BROKEN (EFFECTS_RUNNING) while effects of the company still run; the
 * company is locked by then, so trying again after a minute succeeds.
 */
export const advanceMove = async (moving: Moving, companyId: string): Promise<Move> => {
  const move = await requireMove(moving, companyId)
  return (await workOn(moving, companyId, toTheEnd)) ?? move
}

export const undoMove = async (moving: Moving, companyId: string): Promise<void> => {
  await takeBackMove(moving, companyId)
  await workOn(moving, companyId, toTheEnd)
}

/** Ends a move: the old copy is deleted. Throws RULE_BROKEN before it is done. */
export const confirmMove = async (moving: Moving, companyId: string): Promise<void> => {
  await endMove(moving, companyId)
  await workOn(moving, companyId, toTheEnd)
}
