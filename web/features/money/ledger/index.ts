/** Payments accounting: entries on their way to the accounting system, what is owed, and the balances of accounts. */
export { EntriesPage } from './entries-page.tsx'
export { loadMoneyCommands } from './late.ts'
export { PayablesPage } from './payables-page.tsx'
export { entriesSearch, payablesSearch, trialBalanceSearch } from './search.ts'
export { SyncOfBill, SyncOfPayment } from './sync-of-bill.tsx'
export { TrialBalancePage } from './trial-balance-page.tsx'
