import { guardThat } from '../../../../core/hands.ts'
import type { StaffContext } from '../../../../core/operation.ts'
import { computed, typed } from '../../../../core/record.ts'

/** Runs that wait for a second person. */

const IN_WAITING = `payment_runs r INDEXED BY payment_runs_waiting CROSS JOIN json_each(r.payment_ids) j
  WHERE r.company_id = ?1 AND r.status = 'WAITING'`
const WAITING = typed`SELECT ${computed<{ id: string }>({ id: 'j.value' })} FROM ${IN_WAITING}`

/** Payments of runs that wait for a second person: each is in one such run at most. */
export const readWaiting = async ({ db, actor }: StaffContext): Promise<ReadonlySet<string>> =>
  new Set((await db.all(db.sql(WAITING, actor.companyId))).map(({ id }) => id))

/** Aborts the batch if one of these got into a waiting run since it was read. */
export const guardWaiting = ({ db, actor }: StaffContext, rows: readonly { id: string }[]): D1PreparedStatement =>
  guardThat(
    db,
    `NOT EXISTS (SELECT 1 FROM ${IN_WAITING} AND j.value IN (SELECT value FROM json_each(?2)))`,
    actor.companyId,
    JSON.stringify(rows.map(({ id }) => id)),
  )
