import * as endpoints from '../../../../schema/platform/moves/endpoints.ts'
import { cellsOf, inCell } from '../../../core/cells.ts'
import { commit } from '../../../core/commit.ts'
import { notFound } from '../../../core/errors.ts'
import { type BaseContext, command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { inCompany } from '../super-admin/index.ts'
import { beginMove, endMove, forgetBegun, letGo, takeBackMove } from './move.ts'
import { MOVE_SQL, type Move, type MoveRow, type Moving, readMove, toMove } from './record.ts'
import { workOn } from './work.ts'

/** Moving a company, by platform staff. A job works on it each minute, a part at a time. */

const movingOf = ({ env, clock }: BaseContext): Moving => ({ env, now: () => clock.now() })
const at = (instant: number): string => new Date(instant).toISOString()

const toShown = ({ progress, workedUntil, ...move }: Move, now: number): endpoints.CompanyMove => ({
  fromCell: move.fromCell,
  toCell: move.toCell,
  phase: move.phase,
  startedBy: move.startedBy,
  startedAt: at(move.startedAt),
  touchedAt: at(move.touchedAt),
  isWorkedOn: workedUntil > now,
  trouble: move.trouble,
  progress: progress && { rows: progress.rows, round: progress.round, table: progress.table },
})

/** Bytes in a cell, or null if it doesn't answer. */
const bytesIn = async (context: StaffContext, cell: number): Promise<number | null> => {
  const { db } = inCell(context, cell)
  const answer = await db.readBatch([db.sql('SELECT 1 AS one')]).catch((error) => {
    context.log.error('cell.not-reached', { cell, error: String(error) })
    return null
  })
  return answer?.[0]?.meta.size_after ?? null
}

/** Throws NOT_FOUND. */
export const readPlace = query({
  id: 'moves.get',
  access: 'platform.administer',
  input: inputOf(endpoints.getCompanyPlace),
  run: async (context, { companyId }): Promise<endpoints.CompanyPlace> => {
    const { directory, env, clock } = context
    const [places, moves] = await directory.batch([
      directory.sql('SELECT cell FROM directory_companies WHERE id = ?', companyId),
      directory.sql(MOVE_SQL, companyId),
    ])
    const place = places?.results[0] as { cell: number } | undefined
    if (!place) throw notFound('The company')
    const move = moves?.results[0] as unknown as MoveRow | undefined
    return {
      cell: place.cell,
      cells: await Promise.all(cellsOf(env).map(async (cell) => ({ cell, bytes: await bytesIn(context, cell) }))),
      move: move ? toShown(toMove(move), clock.now()) : null,
    }
  },
})

const entry = (
  companyId: string,
  { startedAt }: Move,
  action: string,
  message: string,
  changeData: unknown = null,
) => ({
  changeKey: `company-move:${companyId}:${startedAt}:${action}`,
  action: `company.${action}`,
  targetType: 'COMPANY' as const,
  targetId: companyId,
  message,
  changeData,
})

/** While its beginning is recorded, no job freezes the company. */
const HELD_MS = 30_000

/** Throws NOT_FOUND, RULE_BROKEN if the company is there already or its last move isn't over, but for a move back. */
export const startMove = command({
  id: 'moves.start',
  access: 'platform.administer',
  input: inputOf(endpoints.startMove),
  run: async (context, { companyId, toCell }) => {
    const { inside } = await inCompany(context, companyId)
    const moving = movingOf(context)
    const before = await readMove(moving, companyId)
    const move = await beginMove(moving, { companyId, toCell, startedBy: context.actor.name }, HELD_MS)
    try {
      const result = await commit(inside, {
        subject: 'The move',
        statements: [],
        audit: [
          entry(
            companyId,
            move,
            'move-started',
            `Started moving the company’s data from database ${move.fromCell} to ${toCell}`,
            { before: { database: move.fromCell }, after: { database: toCell } },
          ),
        ],
        result: { id: companyId },
      })
      await letGo(moving, companyId)
      return result
    } catch (error) {
      await forgetBegun(moving, companyId, before)
      throw error
    }
  },
})

/** How long a person waits at most. */
const PERSON_MS = 10_000

/** Works on it at once. Throws what keeps it from going on. */
export const continueMove = command({
  id: 'moves.continue',
  access: 'platform.administer',
  idempotency: 'none',
  input: inputOf(endpoints.continueMove),
  run: async (context, { companyId }) => {
    const { directory } = context
    if (!(await directory.first(directory.sql(MOVE_SQL, companyId)))) throw notFound('The move')
    await workOn(movingOf(context), companyId, { milliseconds: PERSON_MS })
    return { id: companyId }
  },
})

/** Throws NOT_FOUND, RULE_BROKEN once the company has moved. */
export const undoMove = command({
  id: 'moves.take-back',
  access: 'platform.administer',
  input: inputOf(endpoints.takeBackMove),
  run: async (context, { companyId }) => {
    const move = await takeBackMove(movingOf(context), companyId)
    const { inside } = await inCompany(context, companyId)
    return commit(inside, {
      subject: 'The move',
      statements: [],
      audit: [
        entry(companyId, move, 'move-taken-back', `Undid the move to database ${move.toCell}`, {
          after: { database: move.fromCell },
        }),
      ],
      result: { id: companyId },
    })
  },
})

/** Throws NOT_FOUND, RULE_BROKEN before the move is done. */
export const confirmMove = command({
  id: 'moves.confirm',
  access: 'platform.administer',
  input: inputOf(endpoints.confirmMove),
  run: async (context, { companyId }) => {
    const move = await endMove(movingOf(context), companyId)
    const { inside } = await inCompany(context, companyId)
    return commit(inside, {
      subject: 'The move',
      statements: [],
      audit: [
        entry(companyId, move, 'move-confirmed', `Confirmed the move to database ${move.toCell}`, {
          before: { database: move.fromCell },
          after: { database: move.toCell },
        }),
      ],
      result: { id: companyId },
    })
  },
})
