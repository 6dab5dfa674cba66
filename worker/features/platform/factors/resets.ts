import type { WaitingReset } from '../../../../schema/platform/factors/reset-endpoints.ts'
import { factorResets, secondFactors } from '../../../../schema/platform/factors/tables.ts'
import { livesHere } from '../../../core/cells.ts'
import type { Database } from '../../../core/database.ts'
import { type RowOf, select, typed } from '../../../core/record.ts'

/** The rows of resets that wait. */

const COLUMNS = select(factorResets, 'r', [
  'companyId',
  'userId',
  'name',
  'askedByUserId',
  'askedByName',
  'effectiveAt',
])
export type ResetRow = RowOf<typeof COLUMNS>

const OF_PERSON = typed`SELECT ${COLUMNS} FROM factor_resets r WHERE r.company_id = ? AND r.user_id = ?`
const KINDS = typed`SELECT ${select(secondFactors, 'f', ['kind'])} FROM second_factors f INDEXED BY second_factors_person
  WHERE f.company_id = ? AND f.user_id = ? AND f.proven_at IS NOT NULL`
const DUE = typed`SELECT ${COLUMNS} FROM factor_resets r WHERE r.effective_at <= ? AND ${livesHere('r.company_id')}
  ORDER BY r.effective_at LIMIT 100`

type Sql = Pick<Database, 'sql'>

export const resetStatement = (db: Sql, companyId: string, userId: string) => db.sql(OF_PERSON, companyId, userId)
export const kindsStatement = (db: Sql, companyId: string, userId: string) => db.sql(KINDS, companyId, userId)
export const dueStatement = (db: Sql, now: number) => db.sql(DUE, now)

export const endReset = (db: Sql, companyId: string, userId: string): D1PreparedStatement =>
  db.sql('DELETE FROM factor_resets WHERE company_id = ? AND user_id = ?', companyId, userId)

export const waitingOf = (row: ResetRow | undefined): WaitingReset | null =>
  row ? { askedByName: row.askedByName, effectiveAt: new Date(row.effectiveAt).toISOString() } : null
