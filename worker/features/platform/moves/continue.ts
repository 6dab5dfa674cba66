import { cellsOf, FIRST_CELL } from '../../../core/cells.ts'
import { AppError } from '../../../core/errors.ts'
import { errorText } from '../../../core/log.ts'
import type { OutboxContext } from '../../../core/outbox-registry.ts'
import { directoryOf } from './record.ts'
import { workOn } from './work.ts'

/** Less than the minute until the job runs again. */
const JOB_MS = 45_000

/** Until what works on moves has let go of them. */
const AGAIN_SECONDS = 1

/**
 * Works on a move that isn't done and that no one else works on, then on the next, as far as one invocation may. What is
 * left gets the next invocation at once, because people of the company wait.
 */
export const continueMoves = async ({ env, clock, log }: OutboxContext): Promise<void> => {
  if (cellsOf(env).length === 1) return
  const moving = { env, now: () => clock.now() }
  const directory = directoryOf(moving)
  const open = await directory.all<{ companyId: string }>(
    directory.sql(
      `SELECT company_id AS companyId FROM company_moves WHERE phase <> 'DONE' AND worked_until <= ? ORDER BY touched_at`,
      clock.now(),
    ),
  )
  const endsAt = clock.now() + JOB_MS
  for (const { companyId } of open) {
    const milliseconds = endsAt - clock.now()
    if (milliseconds <= 0) return
    const left = await workOn(moving, companyId, { milliseconds }).catch((error: unknown) => {
      // What it waits for is shown where staff look.
      if (!(error instanceof AppError)) log.error('move.failed', { companyId, error: errorText(error) })
      return null
    })
    if (!left?.progress) continue
    const sentAt = clock.now()
    await env.TICKS_QUEUE.send({ tick: 'MOVES', cell: FIRST_CELL, sentAt }, { delaySeconds: AGAIN_SECONDS })
    return
  }
}
