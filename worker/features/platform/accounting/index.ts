/**
 * The company's accounting system: its connection and the objects that were read of it. Invariants: a company has one
 * connection at most; secrets are kept encrypted, renewed under one lock, and never leave this area and the adapters; a
 * sync writes what the system says, and only people write what it means; what Outlay writes there is made once, whatever
 * breaks off (see entry-sources.ts for how an area writes).
 */

export { SYNC_ACCOUNTS, type SyncAccountsRow, toSyncAccounts } from './bill-settings.ts'
export { billToCome } from './bills-first.ts'
export { booksCurrencyStatement, erpEntitiesStatement } from './books-currency.ts'
export {
  accessTo,
  type Connection,
  connectedCompanies,
  connectionStatement,
  readConnection,
  refusedStatement,
} from './connection.ts'
export { compareStatements } from './drift.ts'
export {
  adviceOn,
  type Entry,
  type EntryChange,
  type EntryName,
  readEntries,
  removeEntry,
  requireWriting,
  writeEntry,
} from './entries.ts'
export { type EntrySource, registerEntrySource, type SettledEntry } from './entry-sources.ts'
export {
  COMPANIES_WITH_UNMAPPED_VENDORS,
  erpVendor,
  erpVendorsOf,
  nameOfErpObject,
  otherErpNames,
  UNMAPPED_VENDORS,
  vendorOfErpVendor,
} from './fragments/of-vendors.ts'
export { leadsOne, lineReadable, lineReader, type MemberIds, memberIs } from './line-readers.ts'
export { foundVendorsStatement, isNewVendor, newVendorStatement, vendorsNamedFrom } from './new-vendors.ts'
export { type ErpObjectRow, objectPage } from './object-page.ts'
export { HAS_LOOSE_PAYROLL, isPayrollCategory, isPayrollName } from './payroll-accounts.ts'
export { resendEntry } from './resend.ts'
export { hasErpObjects, stepOf } from './steps.ts'
export { connectionInUseStatement, startStatements } from './sync-jobs.ts'
