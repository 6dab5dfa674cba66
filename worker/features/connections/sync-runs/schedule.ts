import { livesHere } from '../../../core/cells.ts'
import type { SystemContext } from '../../../core/operation.ts'
import { computed, typed } from '../../../core/record.ts'
import { registeredSyncs, syncStatements } from '../../../core/syncs.ts'

const HERE = typed`SELECT ${computed<{ id: string }>({ id: 'j.value' })} FROM json_each(?) j WHERE ${livesHere('j.value')}`

/** Starts what is due by the clock: one run in each span, no matter how often this runs. */
export const startScheduledSyncs = async (context: SystemContext): Promise<void> => {
  const { db, clock } = context
  const now = clock.now()
  const due = await Promise.all(
    registeredSyncs().map(async ({ provider, kind, schedule }) => {
      if (!schedule) return []
      const span = Math.floor(now / schedule.everyMs)
      return (await schedule.companies(context)).map((companyId) => ({
        ...{ provider, kind, companyId, trigger: 'SCHEDULE' as const },
        id: [provider, kind, companyId, span].join(':'),
      }))
    }),
  )
  const found = due.flat()
  if (found.length === 0) return
  // What a cell has of a company that moved to another one is a copy.
  const ids = JSON.stringify(found.map(({ companyId }) => companyId))
  const here = await db.all(db.sql(HERE, ids))
  const living = new Set(here.map(({ id }) => id))
  const runs = found.filter(({ companyId }) => living.has(companyId))
  if (runs.length > 0) await db.batch(syncStatements(db, runs, now))
}

const KEPT_MS = 90 * 24 * 60 * 60 * 1000
const WINDOW = 2_000

/** Deletes old runs, oldest first. The newest of each kind stays, because it knows where the next one starts. */
export const forgetOldRuns = async ({ db, clock }: SystemContext): Promise<void> => {
  await db.batch([
    db.sql(
      `DELETE FROM sync_runs WHERE rowid IN (
         SELECT o.rowid FROM (SELECT rowid, * FROM sync_runs ORDER BY rowid LIMIT ${WINDOW}) o
          WHERE o.finished_at < ?1 AND EXISTS (
            SELECT 1 FROM sync_runs n INDEXED BY sync_runs_of
             WHERE n.company_id = o.company_id AND n.provider = o.provider AND n.kind = o.kind
               AND n.created_at > o.created_at))`,
      clock.now() - KEPT_MS,
    ),
  ])
}
