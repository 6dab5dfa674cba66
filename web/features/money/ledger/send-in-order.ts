import { readSentEntry, type SentEntry, sendLedgerEntry } from '../../../../schema/money/ledger/sync-endpoints.ts'
import { isMissing } from '../../../lib/errors.ts'
import { call } from '../../../lib/rest.ts'
import { toastError, toastSuccess } from '../../../lib/toasts.ts'

/** @param entryId of the entry, or of its bill or payment */
const read = (entryId: string): Promise<SentEntry> => call(readSentEntry, { params: { entryId } })

/** Null where the bill has no entry. The server then says what is missing. */
const readBill = (billId: string): Promise<SentEntry | null> =>
  read(billId).catch((error: Error) => (isMissing(error) ? null : Promise.reject(error)))

/**
 * Sends an entry. The server sends a payment's bill first, also when this page is closed. What can't be sent is told at
 * once, and what is refused later is on the list of what couldn't be synced.
 */
export const sendInOrder = async (entryId: string, commandId: string): Promise<void> => {
  const entry = await read(entryId)
  const bill = entry.type === 'BILL_PAYMENT' && entry.billId && !entry.isRemoval ? await readBill(entry.billId) : null
  await call(sendLedgerEntry, { params: { entryId }, commandId })
  const sent = await read(entryId)
  if (sent.state === 'ERRORED') toastError(`${sent.title} couldn’t be sent. ${sent.error ?? ''}`.trim())
  else if (bill && bill.state !== 'SYNCED') toastSuccess(`${bill.title} is synced first`)
}
