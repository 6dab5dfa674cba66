import type { Permission } from '../../../schema/shared/permissions.ts'
import { can } from '../../../schema/shared/permissions.ts'
import { AppError, notFound } from '../errors.ts'
import type { StaffContext } from '../operation.ts'
import { type KindRows, readableRow, readerParams } from './rows.ts'

/**
 * Who can read the history of an object. Null means that a right decided, and the history of a deleted object can be
 * read too. Otherwise the object decides: the check runs in the same round trip as the history.
 */
export interface HistoryCheck {
  statement: D1PreparedStatement
  /** Takes the statement's row. Throws NOT_FOUND if there is none, or the person can't see the object. */
  check(row: Record<string, unknown> | undefined): void
}

type HistoryRule = (context: StaffContext, id: string) => HistoryCheck | null

/** For people who find a row with this statement. */
export const ofRow = (statement: D1PreparedStatement): HistoryCheck => ({
  statement,
  check: (row) => {
    if (!row) throw notFound('The history')
  },
})

/** For people with a right. Throws FORBIDDEN for others, because settings are no secret. */
export const forManagersOf =
  (what: string, right: Permission): HistoryRule =>
  ({ actor }) => {
    if (!can(actor.policy, right)) {
      throw new AppError('FORBIDDEN', `Only people who manage ${what} can see this history.`)
    }
    return null
  }

export const forManagersOfSettings = forManagersOf('settings', 'settings.manage')

/** For those who read the object, and after it was deleted for people who see everything. */
export const forReaders =
  (rows: KindRows): HistoryRule =>
  ({ db, actor }, objectId) =>
    can(actor.policy, 'requests.see-all')
      ? null
      : ofRow(
          db.sql(
            `SELECT 1 FROM ${rows.from} WHERE ${rows.id} = ?6 AND ${readableRow(rows)}`,
            ...readerParams(actor),
            objectId,
          ),
        )

/** For everyone while the object exists, and afterwards for people who see everything. */
export const forEveryone =
  ({ from, id, company }: KindRows): HistoryRule =>
  ({ db, actor }, objectId) =>
    can(actor.policy, 'requests.see-all')
      ? null
      : ofRow(db.sql(`SELECT 1 FROM ${from} WHERE ${id} = ? AND ${company} = ?`, objectId, actor.companyId))
