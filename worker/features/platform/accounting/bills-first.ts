import { type BooksEntry, booksEntry } from '../../../../schema/platform/accounting/entries.ts'
import { erpEntries } from '../../../../schema/platform/accounting/entry-tables.ts'
import type { SystemContext } from '../../../core/operation.ts'
import { ProviderError, type ProviderReason } from '../../../core/provider-error.ts'
import { select, typed } from '../../../core/record.ts'
import type { EntryName } from './entries.ts'

/**
 * A payment whose bill isn't in the accounting system yet. It names the bill by the bill's owner here, and whichever
 * runner sends the payment sends the bill first. So it goes on without anyone's page being open.
 */

const OURS = 'outlay-'

/** In place of the bill's id there. */
export const billToCome = (ownerId: string): string => `${OURS}${ownerId}`

const BILL = typed`SELECT ${select(erpEntries, 'e', ['erpId', 'state', 'error', 'reason'])}
  FROM erp_entries e INDEXED BY erp_entries_owner
 WHERE e.company_id = ? AND e.owner_kind = ? AND e.owner_id = ? AND e.kind = 'BILL'`

const AFTER_MS = 5_000

/**
 * The payment with the system's ids of its bills. Null if it had them already.
 * @param payment whose owner's kind is that of its bills too
 * @param send sends the entry of a bill
 * Throws a ProviderError in words if a bill can't be sent, or is on its way.
 */
export const withBillsThere = async (
  { db }: SystemContext,
  { companyId, ownerKind }: EntryName & { companyId: string },
  asked: string | null,
  send: (name: EntryName) => Promise<void>,
): Promise<string | null> => {
  const entry: BooksEntry | null = asked === null ? null : booksEntry.parse(JSON.parse(asked))
  if (entry?.kind !== 'BILL_PAYMENT' || !entry.bills.some(({ erpId }) => erpId.startsWith(OURS))) return null
  const bills: typeof entry.bills = []
  for (const bill of entry.bills) {
    const ownerId = bill.erpId.startsWith(OURS) ? bill.erpId.slice(OURS.length) : null
    if (ownerId === null) {
      bills.push(bill)
      continue
    }
    const read = () => db.first(db.sql(BILL, companyId, ownerKind, ownerId))
    const before = await read()
    if (before && before.erpId === null && before.state !== 'ERRORED') await send({ ownerKind, ownerId, kind: 'BILL' })
    const known = await read()
    if (known?.erpId == null) {
      throw known && known.state !== 'ERRORED'
        ? new ProviderError('Its bill is being sent.', { retryAfterMs: AFTER_MS })
        : new ProviderError(`Its bill couldn’t be synced, so this payment wasn’t sent. ${known?.error ?? ''}`.trim(), {
            isFinal: true,
            reason: (known?.reason === 'BUILD' ? null : (known?.reason ?? null)) as ProviderReason | null,
          })
    }
    bills.push({ ...bill, erpId: known.erpId })
  }
  return JSON.stringify({ ...entry, bills })
}
