import type { Act, Identities, Matter } from '../../schema/platform/hands/rule.ts'
import type { StaffActor } from './actor.ts'
import type { Database } from './database.ts'

/** Hands are written in the batch of the act, and read with what is decided: schema/platform/hands/rule.ts. */

type Sql = Pick<D1Database, 'prepare'>
type Who = Pick<StaffActor, 'userId' | 'impersonator' | 'apiKey'>
type Whole = Who & Pick<StaffActor, 'isNewHolder'>

/** The person, and who acts as them. */
export const identitiesOf = ({ userId, impersonator, apiKey, isNewHolder }: Whole): Identities => ({
  userIds: impersonator ? [userId, impersonator.userId] : [userId],
  isProgram: apiKey !== null,
  isNew: isNewHolder,
})

/** Someone who isn't signed in: who scheduled what a job starts. */
export const personAlone = (userId: string): Identities => ({ userIds: [userId], isProgram: false })

export interface WrittenHand {
  matter: Matter
  matterId: string
  userId: string
  act: Act
  through: string | null
}

/** What the actor does to a matter, with everyone behind it. */
export const handsBy = (
  { userId, impersonator, apiKey }: Who,
  matter: Matter,
  matterId: string,
  act: Act,
): WrittenHand[] => [
  { matter, matterId, userId, act, through: impersonator?.userId ?? apiKey?.id ?? null },
  ...(impersonator ? [{ matter, matterId, userId: impersonator.userId, act, through: null }] : []),
]

/** In the batch of the act. Repeated, only the time changes. */
export const handsStatement = (
  db: Sql,
  companyId: string,
  hands: readonly WrittenHand[],
  now: number,
): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO hands (company_id, matter, matter_id, user_id, act, through, at)
       SELECT ?1, value ->> 'matter', value ->> 'matterId', value ->> 'userId', value ->> 'act', value ->> 'through', ?3
         FROM json_each(?2) WHERE true
       ON CONFLICT (company_id, matter_id, user_id, act) DO UPDATE SET at = excluded.at, through = excluded.through`,
    )
    .bind(companyId, JSON.stringify(hands), now)

/** SQL of rows (matter, act, who) of matter ids. Parameters are SQL. */
export const handRows = (company: string, ids: string): string =>
  `SELECT h.matter, h.act, h.user_id AS who FROM hands h WHERE h.company_id = ${company} AND h.matter_id IN (${ids})`

/** SQL of a JSON list of who changed a matter, and when. Parameters are SQL. */
export const changesSql = (company: string, id: string): string =>
  `(SELECT json_group_array(json_array(h.user_id, h.at)) FROM hands h
     WHERE h.company_id = ${company} AND h.matter_id = ${id} AND h.act = 'CHANGED')`

/** SQL of a JSON list that `handsIn` reads, of rows (matter, act, who). */
export const handList = (rows: string): string =>
  `(SELECT json_group_array(json_array(matter, act, who)) FROM (${rows}) WHERE who IS NOT NULL)`

/** Aborts the batch unless a condition holds after what was written before it. */
export const guardThat = (db: Pick<Database, 'sql'>, condition: string, ...values: unknown[]): D1PreparedStatement =>
  db.sql(`INSERT INTO write_guard (ok) SELECT CASE WHEN ${condition} THEN 1 END`, ...values)
