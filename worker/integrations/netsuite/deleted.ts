import type { BookKind, DocumentKind } from '../../../schema/platform/accounting/books.ts'
import { type Company, deletedOf, kindOfType } from './documents.ts'

/** Names of deleted records, which differ between REST and SOAP by their spelling only. */

const OBJECTS: ReadonlyMap<string, BookKind> = new Map(
  Object.entries({
    ...{ currency: 'CURRENCY', subsidiary: 'ENTITY', account: 'ACCOUNT', department: 'DEPARTMENT' },
    ...{ location: 'LOCATION', classification: 'CLASSIFICATION', class: 'CLASSIFICATION', vendor: 'VENDOR' },
    ...{ salestaxitem: 'TAX_CODE', accountingperiod: 'ACCOUNTING_PERIOD', customsegment: 'CUSTOM_SEGMENT' },
    ...{ amortizationtemplate: 'AMORTIZATION_TEMPLATE', transactionbodycustomfield: 'CUSTOM_FIELD' },
    ...{ transactioncolumncustomfield: 'CUSTOM_FIELD' },
  }),
)

const TRANSACTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ vendorbill: 'VendBill', vendbill: 'VendBill', vendorcredit: 'VendCred', vendcred: 'VendCred' },
    ...{ expensereport: 'ExpRept', exprept: 'ExpRept', check: 'Check', chargecard: 'CardChrg', cardchrg: 'CardChrg' },
    ...{
      creditcardcharge: 'CardChrg',
      creditcardrefund: 'CardRfnd',
      cardrfnd: 'CardRfnd',
      chargecardrefund: 'CardRfnd',
    },
    ...{ journalentry: 'Journal', journal: 'Journal', intercompanyjournalentry: 'Journal' },
    ...{ advintercompanyjournalentry: 'Journal', statisticaljournalentry: 'Journal', deposit: 'Deposit' },
    ...{
      invoice: 'CustInvc',
      custinvc: 'CustInvc',
      cashsale: 'CashSale',
      creditmemo: 'CustCred',
      custcred: 'CustCred',
    },
    ...{ customerrefund: 'CustRfnd', custrfnd: 'CustRfnd', cashrefund: 'CashRfnd', cashrfnd: 'CashRfnd' },
    ...{ itemreceipt: 'ItemRcpt', itemrcpt: 'ItemRcpt', itemfulfillment: 'ItemShip', itemship: 'ItemShip' },
    ...{ inventoryadjustment: 'InvAdjst', invadjst: 'InvAdjst', fxreval: 'FxReval' },
    currencyrevaluation: 'FxReval',
  }),
)

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '')

/** SuiteQL's code of a transaction's type, by any of its names. */
export const transactionType = (name: string): string | undefined => TRANSACTIONS.get(plain(name))

interface Deleted {
  deletedObjects: { kind: BookKind; erpId: string }[]
  deletedDocuments: { kind: DocumentKind; erpId: string }[]
}

/** What a deleted record was for Outlay. Nothing for records that it doesn't read. */
export const deletedRecord = (company: Company, type: string, id: string): Deleted => {
  const name = plain(type)
  const transaction = TRANSACTIONS.get(name)
  const kind = transaction ? kindOfType(transaction) : null
  if (transaction && kind) return { deletedObjects: [], deletedDocuments: deletedOf(company, kind, transaction, id) }
  // Items have a dozen types.
  const object = OBJECTS.get(name) ?? (/item$/.test(name) ? 'ITEM' : undefined)
  return { deletedObjects: object ? [{ kind: object, erpId: id }] : [], deletedDocuments: [] }
}
