import { shiftMonth } from '../../../schema/shared/calendar.ts'
import { Database } from '../../core/database.ts'
import type { Env } from '../../env.ts'
import { monthStatements } from '../../features/planning/actuals/index.ts'
import { transactionPage } from '../../integrations/netsuite/account.ts'
import { CONNECTION_ID, DEMO_ACCOUNT } from './book-account.ts'
import { type DemoDocument, type DemoDocumentKind, demoDocuments, monthsOf, RATES } from './book-lines.ts'
import { objectOf } from './book-objects.ts'
import { fillPastSyncs } from './books.ts'
import { demoDay } from './clock.ts'
import { COMPANY_ID } from './people.ts'

/** The lines of the demo company's books, with what their objects are mapped to. */

const TYPES: Record<DemoDocumentKind, string> = {
  ...{ BILL: 'VendBill', VENDOR_CREDIT: 'VendCred', JOURNAL_ENTRY: 'Journal', INVOICE: 'CustInvc' },
}
/** How a sync counts them. */
const NOUNS: Record<DemoDocumentKind, string> = {
  ...{ BILL: 'bill', VENDOR_CREDIT: 'vendor-credit', JOURNAL_ENTRY: 'journal-entry', INVOICE: 'invoice' },
}

const rowOf = (document: DemoDocument) => {
  const { erpId, kind, number, date, currency, minor, memo } = document
  const of = (id: string | undefined) => (id === undefined ? null : objectOf(id))
  const account = objectOf(document.account)
  const [vendor, department] = [of(document.vendor), of(document.department)]
  const [location, classification] = [of(document.location), of(document.classification)]
  const rate = RATES[currency]
  return {
    ...{ id: `demo-line-${erpId}`, document: kind, erpId, number, date, amount: minor, currency, memo },
    type: account.mappedKind === 'REVENUE_ACCOUNT' ? 'revenue' : 'expense',
    companyAmount: currency === 'USD' ? minor : rate ? Math.round(minor * Number(rate)) : null,
    exchange: rate ? JSON.stringify({ base: currency, quote: 'USD', rate, date, source: 'PROVIDER' }) : null,
    ...{ accountType: account.accountType, accountId: account.id, categoryId: account.categoryId },
    ...{ isPayroll: account.isPayroll ? 1 : 0, url: transactionPage(DEMO_ACCOUNT, TYPES[kind], erpId) },
    ...{ vendorObjectId: vendor?.id, vendorId: vendor?.vendorId },
    ...{ departmentObjectId: department?.id, departmentId: department?.departmentId },
    ...{ locationObjectId: location?.id, locationId: location?.locationId },
    ...{ classificationObjectId: classification?.id, businessUnitId: classification?.businessUnitId },
  }
}

const countsOf = (documents: readonly DemoDocument[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(NOUNS).map(([kind, noun]) => [noun, documents.filter((each) => each.kind === kind).length]),
  )

export const fillTransactions = async (env: Env, now: number): Promise<void> => {
  const { DB } = env
  const today = demoDay(now)
  const [months, documents] = [monthsOf(today), demoDocuments(today)]
  await DB.prepare(
    `INSERT INTO transactions (id, company_id, connection_id, type, document_kind, erp_id, line_erp_id, document_number,
       date, amount_minor, currency, company_minor, exchange, memo, description, url, account_type, account_object_id,
       vendor_object_id, department_object_id, location_object_id, classification_object_id, entity_object_id, vendor_id,
       category_id, department_id, business_unit_id, location_id, is_payroll, is_tracked, stamp)
     SELECT value ->> 'id', ?1, ?3, value ->> 'type', value ->> 'document', value ->> 'erpId', '1', value ->> 'number',
            value ->> 'date', value ->> 'amount', value ->> 'currency', value ->> 'companyAmount', value ->> 'exchange',
            value ->> 'memo', '', value ->> 'url', value ->> 'accountType', value ->> 'accountId',
            value ->> 'vendorObjectId', value ->> 'departmentObjectId', value ->> 'locationObjectId',
            value ->> 'classificationObjectId', 'books-entity-1', value ->> 'vendorId', value ->> 'categoryId',
            value ->> 'departmentId', value ->> 'businessUnitId', value ->> 'locationId', value ->> 'isPayroll', 1,
            'demo' FROM json_each(?2)`,
  )
    .bind(COMPANY_ID, JSON.stringify(documents.map(rowOf)), CONNECTION_ID)
    .run()
  const db = new Database(DB, 'first-primary')
  await DB.batch(months.flatMap((month) => monthStatements({ db }, COMPANY_ID, month)))
  await DB.prepare(
    `UPDATE erp_objects SET last12_minor = coalesce((SELECT SUM(m.amount_minor) FROM erp_object_months m
        WHERE m.company_id = ?1 AND m.object_id = erp_objects.id AND m.month >= ?2), 0)
      WHERE company_id = ?1 AND mapped_kind IS NOT NULL`,
  )
    .bind(COMPANY_ID, shiftMonth(months[0] ?? '', -11))
    .run()
  await fillPastSyncs(env, now, countsOf(documents))
}
