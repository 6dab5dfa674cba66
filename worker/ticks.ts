import { cellsOf, envOfCell, FIRST_CELL } from './core/cells.ts'
import { runCron, runCronJob } from './core/cron.ts'
import type { OutboxContext } from './core/outbox-registry.ts'
import { sweepOutbox } from './core/outbox-sweep.ts'
import { isHeld } from './core/told/held.ts'
import type { Env, Tick } from './env.ts'
import { isMoving, leavePart, takePart } from './features/platform/directory/index.ts'
import { continueMoves } from './features/platform/moves/index.ts'
import { tellJob, watchForAlarms } from './features/platform/operations/index.ts'

/**
 * What happens each minute. The trigger only hands it out, one message for each part of each cell, so that every part has
 * an invocation of its own with the platform's whole limits, however many cells there are, and none waits for another:
 * payments that are due, what the queues haven't run, all other jobs, moves of companies between cells, and alarms.
 */

/** The most messages that one call may send. */
const MOST_AT_ONCE = 100
const PAYMENTS = 'payments-scheduled'

/** The first answer of a run: it asks no database anything. */
export const startTicks = async (env: Env, now: number): Promise<void> => {
  const cells = cellsOf(env)
  const ticks: Tick[] = [
    ...(['PAYMENTS', 'OUTBOX', 'JOBS'] as const).flatMap((tick) => cells.map((cell) => ({ tick, cell, sentAt: now }))),
    { tick: 'MOVES', cell: FIRST_CELL, sentAt: now },
    { tick: 'WATCH', cell: FIRST_CELL, sentAt: now },
  ]
  for (let from = 0; from < ticks.length; from += MOST_AT_ONCE) {
    await env.TICKS_QUEUE.sendBatch(ticks.slice(from, from + MOST_AT_ONCE).map((body) => ({ body })))
  }
}

/** When many are waiting, the newest do what the older ones would. */
const STALE_MS = 3 * 60 * 1000

const WORK: Record<Tick['tick'], (context: OutboxContext) => Promise<unknown>> = {
  PAYMENTS: async (context) => (await isMoving(context)) || runCron(context, (name) => name === PAYMENTS),
  JOBS: async (context) => (await isMoving(context)) || runCron(context, (name) => name !== PAYMENTS),
  OUTBOX: (context) => runCronJob(context, 'outbox', sweepOutbox),
  MOVES: (context) => runCronJob(context, 'moves', continueMoves),
  WATCH: (context) => runCronJob(context, 'watch', watchForAlarms),
}

/** Does one part for one cell. It never fails: what is left is done at the next minute. */
export const runTick = async (
  tick: Tick,
  env: Env,
  contextOf: (env: Env, job: string) => OutboxContext,
): Promise<void> => {
  if (isHeld(env, tick.cell)) return
  const context = contextOf(envOfCell(env, tick.cell), tick.tick === 'MOVES' ? 'moves' : 'cron')
  if (context.clock.now() - tick.sentAt > STALE_MS) return
  await runCronJob(context, tick.tick.toLowerCase(), async () => {
    if (!(await takePart(context, tick.tick))) return
    try {
      await tellJob(context, { part: tick.tick }, WORK[tick.tick])
    } finally {
      await leavePart(context, tick.tick)
    }
  })
}
