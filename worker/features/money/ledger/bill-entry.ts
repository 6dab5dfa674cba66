import type { StaffContext } from '../../../core/operation.ts'
import { IS_SENDING_SYNC } from './sync-record.ts'

/** How a bill is in the ledger and on its way to the accounting system, for changing where it is booked. */

type Reading = Pick<StaffContext, 'db' | 'actor'>

/** The bill of an entry for the accounting system. Null if there is no such entry. */
export const billOfSync = async ({ db, actor }: Reading, entryId: string): Promise<string | null> => {
  const row = await db.first<{ billId: string | null }>(
    db.sql(
      `SELECT bill_id AS billId FROM ledger_syncs
        WHERE id = ? AND company_id = ? AND type = 'BILL' AND deleted_at IS NULL`,
      entryId,
      actor.companyId,
    ),
  )
  return row?.billId ?? null
}

/** @param source of the entry of the bill's approval */
export const bookingOf = async (
  { db, actor }: Reading,
  { billId, source }: { billId: string; source: string },
): Promise<{ isBooked: boolean; isSending: boolean }> => {
  const row = await db.first<{ isBooked: number; isSending: number }>(
    db.sql(
      `SELECT EXISTS (SELECT 1 FROM ledger_entries e WHERE e.company_id = ?1 AND e.source = ?3) AS isBooked,
              EXISTS (SELECT 1 FROM ledger_syncs INDEXED BY ledger_syncs_owner
                       WHERE company_id = ?1 AND type = 'BILL' AND owner_id = ?2 AND deleted_at IS NULL
                         AND ${IS_SENDING_SYNC}) AS isSending`,
      actor.companyId,
      billId,
      source,
    ),
  )
  return { isBooked: row?.isBooked === 1, isSending: row?.isSending === 1 }
}
