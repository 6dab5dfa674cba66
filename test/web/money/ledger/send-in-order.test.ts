import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readSentEntry, type SentEntry, sendLedgerEntry } from '../../../../schema/money/ledger/sync-endpoints.ts'
import { sendInOrder } from '../../../../web/features/money/ledger/send-in-order.ts'
import * as toasts from '../../../../web/lib/toasts.ts'
import { expectAllAnswered, type PageServer, serve } from '../../../support/web/server.ts'

/** A payment that is synced while its bill isn't in the accounting system. */

let server: PageServer
let becomes: SentEntry['state']
let sent: string[]

const entry = (id: string, type: 'BILL' | 'BILL_PAYMENT', state: SentEntry['state']): SentEntry => ({
  id,
  type,
  erpIntegration: 'QUICKBOOKS',
  amount: { value: 100, currency: 'USD' },
  isCredit: false,
  transactionDate: '2026-11-20',
  advice: null,
  link: null,
  title: type === 'BILL' ? 'Bill 7 of Acme' : 'Payment of bill 7',
  billId: 'bill',
  state,
  isSending: false,
  isRemoval: false,
  syncedOn: null,
  error: state === 'ERRORED' ? 'The period is closed.' : null,
  erpId: null,
  problems: [],
  erpEntity: null,
  erpVendor: null,
  invoiceNumber: null,
  bill: null,
  billTotal: null,
  glFundingAccount: null,
  glClearingAccount: null,
})

beforeEach(() => {
  sent = []
  becomes = 'SYNCED'
  vi.spyOn(toasts, 'toastError').mockReturnValue()
  vi.spyOn(toasts, 'toastSuccess').mockReturnValue()
  server = serve()
    .on(readSentEntry, ({ params: { entryId = '' } }) =>
      entryId === 'bill'
        ? entry('b1', 'BILL', sent.includes('bill') ? becomes : 'UNSYNCED')
        : entry('p1', 'BILL_PAYMENT', sent.includes('p1') ? 'SYNCED' : 'UNSYNCED'),
    )
    .on(sendLedgerEntry, ({ params: { entryId = '' } }) => {
      sent.push(entryId)
      return { id: entryId }
    })
})
afterEach(() => {
  expectAllAnswered(server)
  vi.restoreAllMocks()
})

it('the bill is sent first, and the payment once it is there', async () => {
  await sendInOrder('p1', 'command')
  expect(sent).toEqual(['bill', 'p1'])
  expect(toasts.toastSuccess).toHaveBeenCalledWith('Bill 7 of Acme is synced first')
  expect(toasts.toastError).not.toHaveBeenCalled()
})

it('a bill that is refused is told, and its payment isn’t sent', async () => {
  becomes = 'ERRORED'
  await sendInOrder('p1', 'command')
  expect(sent).toEqual(['bill'])
  expect(toasts.toastError).toHaveBeenCalledWith(
    'Bill 7 of Acme couldn’t be synced, so its payment wasn’t sent. The period is closed.',
  )
})
