import { env } from 'cloudflare:workers'
import { envOfCell } from '../../../worker/core/cells.ts'
import { newId } from '../../../worker/core/clock.ts'
import { Database } from '../../../worker/core/database.ts'
import { monthStatements } from '../../../worker/features/planning/actuals/sum-months.ts'
import { cellFor } from './database.ts'
import { rows, run } from './sessions.ts'

/** Transactions as a sync stores them, for tests of what people read. */

export interface Line {
  id: string
  type: 'expense' | 'revenue'
  date: string
  amountMinor: number
  currency: string
  companyMinor: number | null
  memo: string
  description: string
  documentNumber: string | null
  accountType: string
  vendorId: string | null
  categoryId: string | null
  departmentId: string | null
  businessUnitId: string | null
  locationId: string | null
  isPayroll: boolean
  isTracked: boolean
  url: string | null
  vendorObjectId: string | null
  accountObjectId: string
}

const USUAL: Omit<Line, 'id'> = {
  type: 'expense',
  date: '2026-05-10',
  amountMinor: 1000,
  currency: 'USD',
  companyMinor: null,
  memo: '',
  description: '',
  documentNumber: null,
  accountType: 'OPEX',
  vendorId: null,
  categoryId: null,
  departmentId: null,
  businessUnitId: null,
  locationId: null,
  isPayroll: false,
  isTracked: true,
  url: null,
  vendorObjectId: null,
  accountObjectId: 'account',
}

/** Stores lines without their sums. Amounts in dollars are the company's. */
export const storeLines = async (companyId: string, lines: readonly Partial<Line>[]): Promise<string[]> => {
  const all = lines.map((line) => {
    const given = { ...USUAL, ...line, id: line.id ?? newId() }
    return { ...given, companyMinor: given.companyMinor ?? (given.currency === 'USD' ? given.amountMinor : null) }
  })
  await run(
    `INSERT INTO transactions (id, company_id, connection_id, type, document_kind, erp_id, line_erp_id, document_number,
       date, amount_minor, currency, company_minor, memo, description, url, account_type, account_object_id,
       vendor_object_id, vendor_id, category_id, department_id, business_unit_id, location_id, is_payroll, is_tracked, stamp)
     SELECT value ->> 'id', ?1, 'books', value ->> 'type', 'BILL', value ->> 'id', '1', value ->> 'documentNumber',
            value ->> 'date', value ->> 'amountMinor', value ->> 'currency', value ->> 'companyMinor', value ->> 'memo',
            value ->> 'description', value ->> 'url', value ->> 'accountType', value ->> 'accountObjectId',
            value ->> 'vendorObjectId', value ->> 'vendorId', value ->> 'categoryId', value ->> 'departmentId',
            value ->> 'businessUnitId', value ->> 'locationId', value ->> 'isPayroll', value ->> 'isTracked', 'first'
       FROM json_each(?2)`,
    companyId,
    JSON.stringify(all),
  )
  return all.map(({ id }) => id)
}

/** Sums the months of the company's lines, as a sync does at its end. */
export const sumMonths = async (companyId: string): Promise<void> => {
  const db = new Database(envOfCell(env, cellFor(companyId)).DB, 'first-primary')
  const months = await rows<{ month: string }>(
    'SELECT DISTINCT substr(date, 1, 7) AS month FROM transactions WHERE company_id = ?',
    companyId,
  )
  for (const { month } of months) await db.batch(monthStatements({ db }, companyId, month))
}

/** Lines with their sums. */
export const addTransactions = async (companyId: string, lines: readonly Partial<Line>[]): Promise<string[]> => {
  const ids = await storeLines(companyId, lines)
  await sumMonths(companyId)
  return ids
}

export const linkBooks = (companyId: string): Promise<unknown> =>
  run("UPDATE companies SET flags = json_set(flags, '$.isErpLinked', json('true')) WHERE id = ?", companyId)
