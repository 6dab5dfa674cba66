import type { BooksEntryOf } from '../../../../schema/platform/accounting/entries.ts'
import type { ProviderError } from '../../../../worker/core/provider-error.ts'
import { fullNameOf } from '../../../../worker/local/host/stand-ins/books/index.ts'
import type { There } from './books-there.ts'

/** Entries of each kind, as Outlay writes them into the made books. */

export const KEY = '7f6c1f1e-5f3c-4a8e-9d55-2d7c3f0b9a11'
export const accountOf = ({ books }: There, name: string): string =>
  books.list('account').find((each) => fullNameOf(books.list('account'), each) === name)?.id ?? ''

export const lineOf = (accountErpId: string, amountMinor: number) => ({
  ...{ accountErpId, itemErpId: null, amountMinor, memo: 'Seats', departmentErpId: '1', locationErpId: '2' },
  ...{ classificationErpId: '3', taxCodeErpId: '2', amortization: null, fields: [] },
})

export const bill = (there: There, rest: Partial<BooksEntryOf<'BILL'>> = {}): BooksEntryOf<'BILL'> => ({
  ...{ kind: 'BILL', entityErpId: '1', currency: 'USD', exchangeRate: '1', date: '2026-11-18', memo: 'November' },
  ...{ vendorErpId: '1', number: 'INV-2026-11', departmentErpId: null, locationErpId: null },
  ...{ classificationErpId: null, fields: [], dueDate: '2026-12-18', periodErpId: null },
  payablesAccountErpId: accountOf(there, 'Accounts payable'),
  lines: [lineOf(accountOf(there, 'Software:Security'), 120_050), lineOf(accountOf(there, 'Insurance'), 999)],
  ...rest,
})

export const everyKind = (there: There) => [
  bill(there),
  { ...bill(there), kind: 'VENDOR_CREDIT' as const, dueDate: null },
  {
    ...{ kind: 'BILL_PAYMENT' as const, entityErpId: '1', currency: 'USD' as const, exchangeRate: '1', memo: 'Paid' },
    ...{ date: '2026-11-19', vendorErpId: '1', number: 'P-1', payablesAccountErpId: null },
    fromAccountErpId: accountOf(there, 'Checking'),
    bills: [{ erpId: there.books.documents('bill')[0]?.id ?? '', amountMinor: 5_000 }],
  },
  {
    ...{ kind: 'TRANSFER' as const, entityErpId: '1', currency: 'USD' as const, exchangeRate: '1', memo: 'Load' },
    ...{ date: '2026-11-19', amountMinor: 250_000, fromAccountErpId: accountOf(there, 'Checking') },
    toAccountErpId: accountOf(there, 'Savings'),
  },
  (({ dueDate: _, periodErpId: __, ...order }) => ({
    ...order,
    kind: 'PURCHASE_ORDER' as const,
    payablesAccountErpId: null,
  }))(bill(there)),
  {
    ...{ kind: 'VENDOR' as const, name: 'Newly Found, Inc.', email: 'billing@newly.example', phone: '+1 617 555 0199' },
    ...{ currency: 'USD' as const, entityErpId: '1' },
  },
]

export const failure = async (work: Promise<unknown>): Promise<ProviderError> =>
  work.then(
    () => {
      throw new Error('It should have failed')
    },
    (error: ProviderError) => error,
  )
