import { guardOneRow, isGuardFailure } from '../../../core/database.ts'
import { errorText } from '../../../core/log.ts'
import type { SystemContext } from '../../../core/operation.ts'
import { type OutboxRow, outboxStatement } from '../../../core/outbox.ts'
import { doubling } from '../../../core/outbox-lanes.ts'
import type { Effect, OutboxContext, OutboxHandler } from '../../../core/outbox-registry.ts'
import { ProviderError } from '../../../core/provider-error.ts'
import { type SyncName, type SyncProgress, type SyncStep, syncOf } from '../../../core/syncs.ts'

/** A runner stops after this long and leaves the rest to the next one. */
const BUDGET_MS = 5 * 60 * 1000
/** In a row, without progress. */
const MOST_FAILURES = 10
const OUR_FAULT = 'An error in Outlay stopped it.'

interface Run extends SyncProgress, SyncName {
  runner: string
  counts: Record<string, number>
  failures: number
}

/** Another runner has taken over, because this one's lease ended. */
const LOST = Symbol('lost')

/**
 * Works on a run from its cursor. The outbox makes sure that one runner at a time does, and lets another one begin when
 * this one's lease ends. If both still work then, only the newer one can store anything.
 */
export const runSync: OutboxHandler<'sync.run', SystemContext> = async (context) => async (effect) => {
  const run = await takeOver(context, effect.payload.runId)
  if (!run) return
  const until = context.clock.now() + BUDGET_MS
  for (;;) {
    try {
      const step = await syncOf(run).step(context, run)
      const isLate = !step.isDone && context.clock.now() >= until
      await store(context, run, step, isLate)
      if (step.isDone || isLate) return
    } catch (error) {
      if (error === LOST) context.log.error('sync.lost', { runId: run.id })
      else await fail(context, run, error)
      return
    }
  }
}

const takeOver = async ({ db, clock, newId }: SystemContext, runId: string): Promise<Run | null> => {
  const now = clock.now()
  const row = await db.first<Omit<Run, 'counts'> & { counts: string }>(
    db.sql(
      `UPDATE sync_runs SET state = 'SYNCING', runner = ?2, started_at = COALESCE(started_at, ?3), retry_at = NULL
        WHERE id = ?1 AND finished_at IS NULL AND COALESCE(retry_at, 0) <= ?3
       RETURNING id, company_id AS companyId, provider, kind, trigger, cursor, counts, runner, failures`,
      runId,
      newId(),
      now,
    ),
  )
  return row && { ...row, counts: JSON.parse(row.counts) as Run['counts'] }
}

const sum = (counts: Run['counts'], more: Run['counts']): Run['counts'] => {
  const total = { ...counts }
  for (const [name, count] of Object.entries(more)) total[name] = (total[name] ?? 0) + count
  return total
}

/** What goes on with the run, later or at once. */
const follower = ({ newId, clock }: SystemContext, run: Run, availableAt?: number): OutboxRow<'sync.run'> => ({
  id: `${run.id}+${newId()}`,
  companyId: run.companyId,
  topic: 'sync.run',
  payload: { runId: run.id },
  createdAt: clock.now(),
  ...(availableAt !== undefined && { availableAt }),
})

/** A change of the run that only its current runner can make. Throws LOST for any other one, and then nothing is changed. */
const asRunner = async (
  { db }: SystemContext,
  run: Run,
  set: Record<string, string | number | null>,
  statements: D1PreparedStatement[],
): Promise<void> => {
  const names = Object.keys(set)
  try {
    await db.batch([
      db.sql(
        `UPDATE sync_runs SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ? AND runner = ?`,
        ...Object.values(set),
        run.id,
        run.runner,
      ),
      guardOneRow(db),
      ...statements,
    ])
  } catch (error) {
    const mine = db.sql('SELECT 1 FROM sync_runs WHERE id = ? AND runner = ?', run.id, run.runner)
    if (isGuardFailure(error) && !(await db.first(mine))) throw LOST
    throw error
  }
}

const store = async (context: SystemContext, run: Run, step: SyncStep, isLate: boolean): Promise<void> => {
  const counts = sum(run.counts, step.counts)
  const now = context.clock.now()
  await asRunner(
    context,
    run,
    {
      ...{ cursor: step.cursor, counts: JSON.stringify(counts), failures: 0, error: null },
      ...(step.isDone && { state: 'COMPLETE', finished_at: now, runner: null }),
      ...(isLate && { state: 'WAITING', runner: null }),
    },
    [...step.statements, ...(isLate ? [outboxStatement(context.db, [follower(context, run)])] : [])],
  )
  Object.assign(run, { cursor: step.cursor, counts, failures: 0 })
}

/** It is tried again later, unless that is useless. */
const fail = async (context: SystemContext, run: Run, error: unknown): Promise<void> => {
  const { db, clock, log } = context
  const { id, provider, kind, companyId } = run
  const failures = run.failures + 1
  const isKnown = error instanceof ProviderError
  const isOver = (isKnown && error.isFinal) || failures >= MOST_FAILURES
  const now = clock.now()
  const retryAt = now + Math.max(doubling(failures), isKnown ? error.retryAfterMs : 0)
  log.error('sync.failed', { runId: id, provider, kind, companyId, failures, isOver, error: errorText(error) })
  const words = { failures, error: isKnown ? error.message : OUR_FAULT, runner: null }
  try {
    await asRunner(
      context,
      run,
      isOver ? { ...words, state: 'ERROR', finished_at: now } : { ...words, state: 'WAITING', retry_at: retryAt },
      isOver ? [] : [outboxStatement(db, [follower(context, run, retryAt)])],
    )
  } catch (later) {
    if (later !== LOST) throw later
  }
}

/** Every runner died. */
export const endDeadRun = async ({ db, clock }: OutboxContext, { payload }: Effect<'sync.run'>): Promise<void> => {
  await db.batch([
    db.sql(
      `UPDATE sync_runs SET state = 'ERROR', error = ?3, finished_at = ?2, runner = NULL
        WHERE id = ?1 AND finished_at IS NULL`,
      payload.runId,
      clock.now(),
      OUR_FAULT,
    ),
  ])
}
