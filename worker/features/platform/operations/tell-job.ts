import { cellOf, databasesOf } from '../../../core/cells.ts'
import type { OutboxContext } from '../../../core/outbox-registry.ts'
import { costFields, nothingPerformed } from '../../../core/told/calls.ts'
import { noteCost, storeCosts } from './costs.ts'

/**
 * Runs a job and writes its line in the log: what was performed, for which companies, and what it cost. A job that
 * performed nothing has no line.
 * @param about further fields
 */
export const tellJob = async (
  given: OutboxContext,
  about: Record<string, unknown>,
  work: (context: OutboxContext) => Promise<unknown>,
): Promise<void> => {
  const before = Date.now()
  const context = { ...given, performed: nothingPerformed() }
  try {
    await work(context)
  } finally {
    const { performed, db, log, env } = context
    const now = Date.now()
    const ms = now - before
    if (performed.operations.size > 0)
      log.info('job', { ...about, cell: cellOf(env), ...costFields(performed, db.cost, ms) })
    noteCost(performed, db.cost, ms)
    await storeCosts(databasesOf(env, db).directory, log, now)
  }
}
