import { cellsOf, FIRST_CELL } from '../../../../worker/core/cells.ts'
import type { Env, Tick } from '../../../../worker/env.ts'
import { handleQueue } from '../../../../worker/jobs.ts'
import { inInvocation } from '../../../../worker/local/limits/invocation.ts'

/** One part of a minute's work, as its queue brings it. */
export const runTick = (env: Env, tick: Tick['tick'], cell = FIRST_CELL, sentAt = Date.now()): Promise<void> => {
  const body: Tick = { tick, cell, sentAt }
  const message = { id: 'tick', timestamp: new Date(), body, attempts: 1, retry: () => {}, ack: () => {} }
  const batch = { queue: 'outlay-ticks', messages: [message], retryAll: () => {}, ackAll: () => {} }
  return inInvocation(`${tick} of cell ${cell}`, () => handleQueue(batch as never, env))
}

/** A move goes on in as many invocations as it asks for. */
const runMoves = async (env: Env): Promise<void> => {
  let isLeft = true
  const send = async () => {
    isLeft = true
    return {} as QueueSendResponse
  }
  while (isLeft) {
    isLeft = false
    await runTick({ ...env, TICKS_QUEUE: { ...env.TICKS_QUEUE, send } }, 'MOVES')
  }
}

/** What happens each minute, in all cells, to its end. */
export const runTicks = async (env: Env): Promise<void> => {
  await Promise.all([
    runMoves(env),
    runTick(env, 'WATCH'),
    ...cellsOf(env).map(async (cell) => {
      for (const tick of ['PAYMENTS', 'JOBS', 'OUTBOX'] as const) await runTick(env, tick, cell)
    }),
  ])
}
