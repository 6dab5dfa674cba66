import { readSentEntry, type SentEntry, sendLedgerEntry } from '../../../../schema/money/ledger/sync-endpoints.ts'
import { isMissing } from '../../../lib/errors.ts'
import { call, newCommandId } from '../../../lib/rest.ts'
import { toastError, toastSuccess } from '../../../lib/toasts.ts'

/** How often, and for how long, it is asked whether a bill has arrived. */
const ASK_MS = 2000
const MOST_ASKED = 45

/** @param entryId of the entry, or of its bill or payment */
const read = (entryId: string): Promise<SentEntry> => call(readSentEntry, { params: { entryId } })
const send = (entryId: string, commandId: string) => call(sendLedgerEntry, { params: { entryId }, commandId })

/** A bill is sent once for one attempt to send its payment, however often that is repeated. */
const idsOfBills = new Map<string, string>()
const idOfBill = (commandId: string): string => {
  const id = idsOfBills.get(commandId) ?? newCommandId()
  idsOfBills.set(commandId, id)
  return id
}

/** Sends the bill of a payment, and waits until it is there. False if it isn't. */
const sendBill = async (billId: string, commandId: string): Promise<boolean> => {
  const found = await read(billId).catch((error: Error) => (isMissing(error) ? null : Promise.reject(error)))
  // Without an entry of the bill, the server says what is missing.
  if (!found || found.state === 'SYNCED') return true
  let bill = found
  toastSuccess(`${bill.title} is synced first`)
  if (!bill.isSending) await send(billId, idOfBill(commandId))
  for (let asked = 0; asked < MOST_ASKED; asked++) {
    bill = await read(billId)
    if (bill.state === 'SYNCED') return true
    if (bill.state === 'ERRORED') break
    await new Promise((resolve) => setTimeout(resolve, ASK_MS))
  }
  toastError(
    bill.state === 'ERRORED'
      ? `${bill.title} couldn’t be synced, so its payment wasn’t sent. ${bill.error ?? ''}`.trim()
      : `${bill.title} isn’t synced yet. Sync its payment again once it is.`,
  )
  return false
}

/** Sends an entry. A payment follows its bill, and what can't be sent is told at once. */
export const sendInOrder = async (entryId: string, commandId: string): Promise<void> => {
  const entry = await read(entryId)
  if (entry.type === 'BILL_PAYMENT' && entry.billId && !entry.isRemoval && !(await sendBill(entry.billId, commandId)))
    return
  await send(entryId, commandId)
  const sent = await read(entryId)
  if (sent.state === 'ERRORED') toastError(`${sent.title} couldn’t be sent. ${sent.error ?? ''}`.trim())
}
