import type { FieldValue } from '../../../../schema/money/bills/content.ts'
import type { billLineFilters } from '../../../../schema/money/bills/line-filters.ts'
import {
  type BillLineQuery,
  type BillLineRow,
  billLineFile,
  billLineList,
  type LINE_SORT_FIELDS,
} from '../../../../schema/money/bills/line-list.ts'
import { BILL_STATUS_WORDS } from '../../../../schema/money/bills/values.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { amountCell, type CsvCell } from '../../../core/csv.ts'
import { listOperations } from '../../../core/list/operations.ts'
import { pageOf, pageSql, toPage } from '../../../core/list/page.ts'
import type { ListRows } from '../../../core/list/rows.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { type ReferredNames, readReferredNames } from '../../../core/referred-names.ts'
import { containsText } from '../../../core/text-search.ts'
import { FieldNames, fieldNamesStatement } from './field-names.ts'
import { owed, RATES, rateOf } from './rows.ts'

/** The report of bills' lines: for people who work with payments, who see all bills. */

type Sort = (typeof LINE_SORT_FIELDS)[number]

/** Every index ends with the row’s own id, so it makes the order unique without another index. */
const OWN = {
  from: 'bill_lines l',
  id: 'l.rowid',
  sorts: {
    createdAt: {
      columns: ['l.bill_created_at', 'l.bill_id', 'l.ordinal'],
      index: 'bill_lines_created',
      usual: 'DESC',
    },
    invoiceDate: {
      columns: ['l.invoice_date', 'l.bill_id', 'l.ordinal'],
      index: 'bill_lines_invoice_date',
      usual: 'DESC',
    },
  },
} as const

const STATUS = { ACTIVE: 's.archived_at IS NULL', ALL: null, ARCHIVED: 's.archived_at IS NOT NULL' } as const

export const lineRows: ListRows<BillLineQuery, keyof typeof billLineFilters, Sort> = {
  own: OWN,
  join: (id) => `bill_lines l ON l.rowid = ${id}`,
  shown: { joins: 'LEFT JOIN bills s ON s.id = l.bill_id', where: 's.deleted_at IS NULL', matches: true },
  usual: () => 'createdAt',
  // Its row, its bill and the vendor.
  looks: 4,
  clauses: ({ input, bind, is }) => {
    const text = input.search ? bind(input.search) : null
    return {
      conditions: {
        search:
          text &&
          `(${containsText('l.memo', text)} OR ${containsText('s.invoice_number', text)} OR EXISTS (
             SELECT 1 FROM erp_objects v WHERE v.id = s.erp_vendor_id AND ${containsText('v.name', text)}))`,
        filter: STATUS[input.filter],
        status: is('s.shown_status', input.status),
        vendorId: is('s.vendor_id', input.vendorId),
        categoryId: is('l.category_id', input.categoryId),
        departmentId: is('l.department_id', input.departmentId),
        businessUnitId: is('l.business_unit_id', input.businessUnitId),
        entityId: is("s.content ->> '$.entityId'", input.entityId),
        isCredit: input.isCredit === undefined ? null : `s.is_credit = ${input.isCredit ? 1 : 0}`,
        invoicedFrom: input.invoicedFrom ? `l.invoice_date >= ${bind(input.invoicedFrom)}` : null,
        invoicedTo: input.invoicedTo ? `l.invoice_date <= ${bind(input.invoicedTo)}` : null,
      },
      mostPass: input.filter === 'ARCHIVED' ? [] : ['filter'],
    }
  },
}

interface Row {
  id: string
  ordinal: number
  amountMinor: number
  memo: string
  erpAccountId: string | null
  erpBusinessUnitId: string | null
  erpDepartmentMappingId: string | null
  erpTaxCodeId: string | null
  erpAmortizationTemplateId: string | null
  amortizationStart: string | null
  amortizationEnd: string | null
  fields: string
  categoryId: string | null
  departmentId: string | null
  businessUnitId: string | null
  accountNumber: string | null
  billId: string
  createdAt: number
  invoiceNumber: string
  invoiceDate: string
  dueDate: string | null
  description: string
  isCredit: number
  status: BillLineRow['bill']['status']
  archivedAt: number | null
  currency: Currency
  erpCurrencyId: string | null
  totalMinor: number
  companyMinor: number | null
  erpVendorId: string
  erpEntityId: string | null
  rates: string | null
}

const COLUMNS = `l.id, l.ordinal, l.amount_minor AS amountMinor, l.memo, l.erp_account_id AS erpAccountId,
  l.erp_business_unit_id AS erpBusinessUnitId, l.erp_department_mapping_id AS erpDepartmentMappingId,
  l.erp_tax_code_id AS erpTaxCodeId, l.erp_amortization_template_id AS erpAmortizationTemplateId,
  l.amortization_start AS amortizationStart, l.amortization_end AS amortizationEnd, l.fields,
  l.category_id AS categoryId, l.department_id AS departmentId, l.business_unit_id AS businessUnitId,
  (SELECT o.number FROM erp_objects o WHERE o.id = l.erp_account_id AND +o.company_id = l.company_id) AS accountNumber,
  l.bill_id AS billId, s.created_at AS createdAt, s.invoice_number AS invoiceNumber, s.invoice_date AS invoiceDate,
  s.due_date AS dueDate, s.description, s.is_credit AS isCredit, s.shown_status AS status,
  s.archived_at AS archivedAt, s.currency, s.content ->> '$.erpCurrencyId' AS erpCurrencyId,
  s.total_minor AS totalMinor, ${RATES}, s.erp_vendor_id AS erpVendorId,
  s.erp_entity_id AS erpEntityId`

const fieldsOf = (json: string) => JSON.parse(json) as { fields: FieldValue[]; segments: FieldValue[] }

const toLineRow = (row: Row, names: ReferredNames, fieldNames: FieldNames, companyCurrency: Currency): BillLineRow => {
  const erp = (id: string | null) => (id === null ? null : (names.named('erpObjects', id) ?? { id, name: 'Removed' }))
  const { fields, segments } = fieldsOf(row.fields)
  const account = erp(row.erpAccountId)
  const vendor = names.named('erpObjects', row.erpVendorId) ?? { id: row.erpVendorId, name: 'A removed vendor' }
  return {
    id: row.id,
    number: row.ordinal + 1,
    amount: { value: row.amountMinor, currency: row.currency },
    memo: row.memo,
    erpAccount: account && { ...account, generalLedgerAccountNumber: row.accountNumber },
    erpClassification: erp(row.erpBusinessUnitId),
    erpDepartmentMapping: erp(row.erpDepartmentMappingId),
    erpTaxCode: erp(row.erpTaxCodeId),
    erpAmortizationTemplate: erp(row.erpAmortizationTemplateId),
    amortizationStartDate: row.amortizationStart,
    amortizationEndDate: row.amortizationEnd,
    erpCustomFieldValues: fieldNames.fields(fields),
    customSegments: fieldNames.segments(segments),
    category: names.named('spendCategories', row.categoryId),
    department: names.named('departments', row.departmentId),
    businessUnit: names.named('businessUnits', row.businessUnitId),
    bill: {
      id: row.billId,
      displayName: `${vendor.name} ${row.invoiceNumber}`,
      createdAt: new Date(row.createdAt).toISOString(),
      invoiceNumber: row.invoiceNumber,
      invoiceDate: row.invoiceDate,
      dueDate: row.dueDate,
      description: row.description,
      isCredit: row.isCredit === 1,
      status: row.status,
      archived: row.archivedAt !== null,
      currency: { id: row.erpCurrencyId, symbol: row.currency, exchangeRate: rateOf(row, companyCurrency) },
      totalAmount: { value: row.totalMinor, currency: row.currency },
      erpVendor: vendor,
      erpEntity: names.named('erpObjects', row.erpEntityId),
    },
  }
}

/** Two round trips: about as many rows as the page has lines and bills, and one for each name. */
const readPage = async (context: StaffContext, input: BillLineQuery): Promise<Connection<BillLineRow>> => {
  const { db, actor } = context
  const page = pageOf(lineRows, context, input)
  const [lines, named] = await db.readBatch([
    db.sql(pageSql(page, COLUMNS), ...page.params),
    fieldNamesStatement({ db }, actor.companyId),
  ])
  const rows = (lines?.results ?? []) as unknown as Row[]
  const fieldNames = new FieldNames(named?.results)
  const shown = toPage(page, rows, input.first, (row) => row)
  const found = shown.edges.map(({ node }) => node as Row)
  const names = await readReferredNames(db, actor.companyId, {
    erpObjects: found.flatMap((row) => [
      ...[row.erpVendorId, row.erpEntityId, row.erpAccountId, row.erpBusinessUnitId, row.erpDepartmentMappingId],
      ...[row.erpTaxCodeId, row.erpAmortizationTemplateId],
    ]),
    spendCategories: found.map(({ categoryId }) => categoryId),
    departments: found.map(({ departmentId }) => departmentId),
    businessUnits: found.map(({ businessUnitId }) => businessUnitId),
  })
  return {
    ...shown,
    edges: shown.edges.map(({ cursor, node }) => ({
      cursor,
      node: toLineRow(node as Row, names, fieldNames, actor.company.currency),
    })),
  }
}

const valuesText = (values: readonly [name: string, value: string][]): string =>
  values.map(([name, value]) => `${name}: ${value}`).join('; ')

const FILE_COLUMNS: [string, (row: BillLineRow) => CsvCell][] = [
  ['Vendor', ({ bill }) => bill.erpVendor.name],
  ['Invoice number', ({ bill }) => bill.invoiceNumber],
  ['Invoice date', ({ bill }) => bill.invoiceDate],
  ['Due date', ({ bill }) => bill.dueDate],
  ['Status', ({ bill }) => (bill.archived ? 'Archived' : BILL_STATUS_WORDS[bill.status])],
  ['Credit', ({ bill }) => (bill.isCredit ? 'Yes' : 'No')],
  ['Entity', ({ bill }) => bill.erpEntity?.name ?? null],
  ['Line', ({ number }) => number],
  ['Memo', ({ memo }) => memo],
  ['Amount', ({ amount, bill }) => amountCell(owed(amount, bill.isCredit))],
  ['Currency', ({ amount }) => amount.currency],
  ['Exchange rate', ({ bill }) => bill.currency.exchangeRate],
  ['Account number', ({ erpAccount }) => erpAccount?.generalLedgerAccountNumber ?? null],
  ['Account', ({ erpAccount }) => erpAccount?.name ?? null],
  ['Accounting department', ({ erpDepartmentMapping }) => erpDepartmentMapping?.name ?? null],
  ['Class', ({ erpClassification }) => erpClassification?.name ?? null],
  ['Tax code', ({ erpTaxCode }) => erpTaxCode?.name ?? null],
  ['Amortized from', ({ amortizationStartDate }) => amortizationStartDate],
  ['Amortized to', ({ amortizationEndDate }) => amortizationEndDate],
  ['Spend category', ({ category }) => category?.name ?? null],
  ['Department', ({ department }) => department?.name ?? null],
  ['Business unit', ({ businessUnit }) => businessUnit?.name ?? null],
  [
    'Custom fields',
    ({ erpCustomFieldValues, customSegments }) =>
      valuesText([
        ...[...erpCustomFieldValues, ...customSegments].map((one): [string, string] => [one.name, one.text]),
      ]),
  ],
]

export const lineOperations = listOperations({
  list: billLineList,
  rows: lineRows,
  access: 'payments.use',
  file: billLineFile,
  read: readPage,
  columns: () => ({
    header: () => FILE_COLUMNS.map(([label]) => label),
    linesOf: (row) => [FILE_COLUMNS.map(([, text]) => text(row))],
  }),
})
