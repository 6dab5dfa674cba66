import { BOOKS_SYNC } from '../../../../schema/platform/accounting/values.ts'
import type { BookGeneration, BookPush, PushProblem } from '../../../../schema/platform/book-pushes/endpoints.ts'
import type { PushedKind } from '../../../../schema/platform/book-pushes/rows.ts'
import type { GenerationState, PushState } from '../../../../schema/platform/book-pushes/values.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { Connection } from '../accounting/index.ts'
import { readConnection } from '../accounting/index.ts'

/** Generations and their pushes as they are kept, and as they are told. */

export interface GenerationRow {
  id: string
  name: string
  connectionId: string
  state: GenerationState
  problems: string | null
  transactionsFrom: string | null
  createdAt: number
  completedAt: number | null
  /** The state of the newest run since it was complete. */
  runState: string | null
  runError: string | null
}

export interface PushRow {
  id: string
  generationId: string
  kind: PushedKind
  part: number
  state: PushState
  rows: number
  problemCount: number
  problems: string
  startedAt: number
  finishedAt: number | null
}

const newestRun = (column: string): string => `(
  SELECT r.${column} FROM sync_runs r INDEXED BY sync_runs_of
   WHERE g.state = 'COMPLETE' AND r.company_id = g.company_id AND r.provider = 'CUSTOM' AND r.kind = '${BOOKS_SYNC}'
     AND r.created_at >= g.completed_at ORDER BY r.created_at DESC, r.id DESC LIMIT 1)`

export const GENERATION = `g.id, g.name, g.connection_id AS connectionId, g.state, g.problems,
  g.transactions_from AS transactionsFrom, g.created_at AS createdAt, g.completed_at AS completedAt,
  ${newestRun('state')} AS runState, ${newestRun('error')} AS runError`

export const PUSH = `p.id, p.generation_id AS generationId, p.kind, p.part, p.state, p.rows,
  p.problem_count AS problemCount, p.problems, p.started_at AS startedAt, p.finished_at AS finishedAt`

/** Files of a generation that are told. */
const MOST_PUSHES_TOLD = 1000
/** A push that takes longer was broken off without a word. */
export const RECEIVING_MS = 15 * 60 * 1000

const iso = (at: number): string => new Date(at).toISOString()

export const toPush = (row: PushRow, now: number): BookPush => ({
  ...{ id: row.id, kind: row.kind, part: row.part, rows: row.rows, problemCount: row.problemCount },
  state: row.state === 'RECEIVING' && row.startedAt < now - RECEIVING_MS ? 'BROKEN_OFF' : row.state,
  problems: JSON.parse(row.problems) as PushProblem[],
  startedAt: iso(row.startedAt),
  finishedAt: row.finishedAt === null ? null : iso(row.finishedAt),
})

/** Without a run it was taken over long ago: only the newest runs are kept. */
const statusOf = ({ state, runState }: GenerationRow): BookGeneration['state'] => {
  if (state !== 'COMPLETE') return state
  if (runState === 'ERROR') return 'ERROR'
  return runState === null || runState === 'COMPLETE' ? 'APPLIED' : 'APPLYING'
}

export const toGeneration = (row: GenerationRow, pushes: readonly PushRow[], now: number): BookGeneration => ({
  generation: row.name,
  state: statusOf(row),
  transactionsFrom: row.transactionsFrom,
  problems:
    row.runState === 'ERROR' && row.runError !== null
      ? [{ kind: null, part: null, line: null, message: row.runError }]
      : (JSON.parse(row.problems ?? '[]') as PushProblem[]),
  createdAt: iso(row.createdAt),
  completedAt: row.completedAt === null ? null : iso(row.completedAt),
  pushes: pushes.filter(({ generationId }) => generationId === row.id).map((push) => toPush(push, now)),
})

/** Throws RULE_BROKEN (NOT_CONNECTED) if the company doesn't use the custom sync. */
export const requireCustom = async (context: StaffContext): Promise<Connection> => {
  const connection = await readConnection(context, context.actor.companyId)
  if (connection?.system === 'CUSTOM') return connection
  throw new AppError(
    'RULE_BROKEN',
    connection
      ? `${connection.name} is connected, so nothing can be pushed.`
      : 'Choose the custom sync under Actuals › Accounting system first.',
    { reason: 'NOT_CONNECTED' },
  )
}

const NAMED = `FROM erp_connections c INDEXED BY erp_connections_one
  CROSS JOIN book_generations g ON g.company_id = c.company_id AND g.connection_id = c.id AND g.name = ?2`
const OF_COMPANY = 'c.company_id = ?1 AND c.disconnected_at IS NULL'

/** A generation of the company's connection. */
export const generationStatement = ({ db, actor }: StaffContext, name: string): D1PreparedStatement =>
  db.sql(`SELECT ${GENERATION} ${NAMED} WHERE ${OF_COMPANY}`, actor.companyId, name)

/** A generation with its files, in one round trip. Null if there is none. */
export const readView = async (context: StaffContext, name: string): Promise<BookGeneration | null> => {
  const { db, actor, clock } = context
  const [row, pushes] = await db.batch([
    generationStatement(context, name),
    db.sql(
      `SELECT ${PUSH} ${NAMED} CROSS JOIN book_pushes p INDEXED BY book_pushes_of
           ON p.company_id = g.company_id AND p.generation_id = g.id
        WHERE ${OF_COMPANY} ORDER BY p.kind, p.part, p.started_at LIMIT ${MOST_PUSHES_TOLD}`,
      actor.companyId,
      name,
    ),
  ])
  const [found] = (row?.results ?? []) as unknown as GenerationRow[]
  return found ? toGeneration(found, (pushes?.results ?? []) as unknown as PushRow[], clock.now()) : null
}

/** Throws NOT_FOUND. */
export const requireGeneration = async (context: StaffContext, name: string): Promise<GenerationRow> => {
  const row = await context.db.first<GenerationRow>(generationStatement(context, name))
  if (!row) throw notFound('The generation')
  return row
}

/** Throws RULE_BROKEN once it is complete or discarded. */
export const requireOpen = ({ name, state }: GenerationRow): void => {
  if (state === 'OPEN') return
  throw new AppError(
    'RULE_BROKEN',
    state === 'COMPLETE'
      ? `Generation ${name} is complete already. Push into a new one.`
      : `Generation ${name} was discarded. Push into a new one.`,
    { reason: 'NOT_OPEN' },
  )
}
