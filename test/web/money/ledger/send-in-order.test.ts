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
  becomes = 'UNSYNCED'
  vi.spyOn(toasts, 'toastError').mockReturnValue()
  vi.spyOn(toasts, 'toastSuccess').mockReturnValue()
  server = serve()
    .on(readSentEntry, ({ params: { entryId = '' } }) =>
      entryId === 'bill'
        ? entry('b1', 'BILL', 'UNSYNCED')
        : entry('p1', 'BILL_PAYMENT', sent.includes('p1') ? becomes : 'UNSYNCED'),
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

it('a payment is sent once, and the server sends its bill first', async () => {
  await sendInOrder('p1', 'command')
  expect(sent).toEqual(['p1'])
  expect(toasts.toastSuccess).toHaveBeenCalledWith('Bill 7 of Acme is synced first')
  expect(toasts.toastError).not.toHaveBeenCalled()
})

it('a payment that the server doesn’t send is told with its reason', async () => {
  becomes = 'ERRORED'
  await sendInOrder('p1', 'command')
  expect(toasts.toastError).toHaveBeenCalledWith('Payment of bill 7 couldn’t be sent. The period is closed.')
  expect(toasts.toastSuccess).not.toHaveBeenCalled()
})
