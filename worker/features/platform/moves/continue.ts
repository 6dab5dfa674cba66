import { cellsOf } from '../../../core/cells.ts'
import { AppError } from '../../../core/errors.ts'
import { errorText } from '../../../core/log.ts'
import type { OutboxContext } from '../../../core/outbox-registry.ts'
import { directoryOf } from './record.ts'
import { workOn } from './work.ts'

/** Less than the minute until the job runs again. */
const JOB_MS = 45_000

/** Works on every move that isn't done, which no one else works on. The next minute goes on with what is left. */
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
    await workOn(moving, companyId, { milliseconds }).catch((error: unknown) => {
      // What it waits for is shown where staff look.
      if (!(error instanceof AppError)) log.error('move.failed', { companyId, error: errorText(error) })
    })
  }
}
