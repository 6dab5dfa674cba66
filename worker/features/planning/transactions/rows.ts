import type { TransactionRow } from '../../../../schema/planning/transactions/endpoints.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { type NamedThings, type ReferredNames, readReferredNames } from '../../../core/referred-names.ts'

/** A transaction as it is stored, and as people read it. */

export interface StoredTransaction {
  id: string
  type: TransactionRow['transactionType']
  date: string
  amountMinor: number
  currency: TransactionRow['amount']['currency']
  companyMinor: number | null
  memo: string
  description: string
  documentKind: TransactionRow['documentKind']
  documentNumber: string | null
  accountType: TransactionRow['accountType']
  erpId: string
  connectionId: string
  lineErpId: string
  url: string | null
  entityObjectId: string | null
  vendorObjectId: string | null
  accountObjectId: string
  departmentObjectId: string | null
  locationObjectId: string | null
  classificationObjectId: string | null
  categoryId: string | null
  departmentId: string | null
  businessUnitId: string | null
  locationId: string | null
  entityId: string | null
  vendorId: string | null
  isPayroll: number
  isVendorSet: number
  isCategorySet: number
  openThreads: number
  allThreads: number
  version: number
}

const NAMES: Record<keyof StoredTransaction, string> = {
  id: 'id',
  type: 'type',
  date: 'date',
  amountMinor: 'amount_minor',
  currency: 'currency',
  companyMinor: 'company_minor',
  memo: 'memo',
  description: 'description',
  documentKind: 'document_kind',
  documentNumber: 'document_number',
  accountType: 'account_type',
  erpId: 'erp_id',
  connectionId: 'connection_id',
  lineErpId: 'line_erp_id',
  url: 'url',
  entityObjectId: 'entity_object_id',
  vendorObjectId: 'vendor_object_id',
  accountObjectId: 'account_object_id',
  departmentObjectId: 'department_object_id',
  locationObjectId: 'location_object_id',
  classificationObjectId: 'classification_object_id',
  categoryId: 'category_id',
  departmentId: 'department_id',
  businessUnitId: 'business_unit_id',
  locationId: 'location_id',
  entityId: 'entity_id',
  vendorId: 'vendor_id',
  isPayroll: 'is_payroll',
  isVendorSet: 'is_vendor_set',
  isCategorySet: 'is_category_set',
  openThreads: 'open_threads',
  allThreads: 'all_threads',
  version: 'version',
}
/** Columns of a row `t`. */
export const COLUMNS = Object.entries(NAMES)
  .map(([name, column]) => `t.${column} AS ${name}`)
  .join(', ')

const categoriesOf = (type: TransactionRow['transactionType']): NamedThings =>
  type === 'revenue' ? 'revenueCategories' : 'spendCategories'

const toTransaction = ({ actor }: StaffContext, row: StoredTransaction, names: ReferredNames): TransactionRow => ({
  id: row.id,
  transactionDate: row.date,
  transactionType: row.type,
  amount: { value: row.amountMinor, currency: row.currency },
  companyAmount: row.companyMinor === null ? null : { value: row.companyMinor, currency: actor.company.currency },
  memo: row.memo,
  description: row.description,
  documentKind: row.documentKind,
  documentNumber: row.documentNumber,
  accountType: row.accountType,
  erpId: row.erpId,
  erpIntegrationId: row.connectionId,
  lineItemErpId: row.lineErpId,
  erpUrl: row.url,
  erpEntity: names.named('erpObjects', row.entityObjectId),
  erpVendor: names.named('erpObjects', row.vendorObjectId),
  erpAccount: names.named('erpObjects', row.accountObjectId),
  erpDepartment: names.named('erpObjects', row.departmentObjectId),
  erpLocation: names.named('erpObjects', row.locationObjectId),
  erpClassification: names.named('erpObjects', row.classificationObjectId),
  category: names.named(categoriesOf(row.type), row.categoryId),
  department: names.named('departments', row.departmentId),
  businessUnit: names.named('businessUnits', row.businessUnitId),
  location: names.named('locations', row.locationId),
  entity: names.named('entities', row.entityId),
  vendor: names.named('vendors', row.vendorId),
  isPayroll: row.isPayroll === 1,
  isVendorSet: row.isVendorSet === 1,
  isCategorySet: row.isCategorySet === 1,
  openThreadsCount: row.openThreads,
  allThreadsCount: row.allThreads,
  version: row.version,
})

/** Reads each name once. */
export const toTransactions = async (
  context: StaffContext,
  rows: readonly StoredTransaction[],
): Promise<TransactionRow[]> => {
  const ofType = (type: TransactionRow['transactionType']) =>
    rows.flatMap((row) => (row.type === type ? [row.categoryId] : []))
  const names = await readReferredNames(context.db, context.actor.companyId, {
    erpObjects: rows.flatMap((row) => [
      ...[row.entityObjectId, row.vendorObjectId, row.accountObjectId],
      ...[row.departmentObjectId, row.locationObjectId, row.classificationObjectId],
    ]),
    spendCategories: ofType('expense'),
    revenueCategories: ofType('revenue'),
    departments: rows.map((row) => row.departmentId),
    businessUnits: rows.map((row) => row.businessUnitId),
    locations: rows.map((row) => row.locationId),
    entities: rows.map((row) => row.entityId),
    vendors: rows.map((row) => row.vendorId),
  })
  return rows.map((row) => toTransaction(context, row, names))
}
