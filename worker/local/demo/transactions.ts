import { monthOf, shiftMonth } from '../../../schema/shared/calendar.ts'
import { utcDayOf } from '../../../schema/shared/day-count.ts'
import type { CURRENCIES } from '../../../schema/shared/money.ts'
import { Database } from '../../core/database.ts'
import type { Env } from '../../env.ts'
import { monthStatements } from '../../features/planning/actuals/index.ts'
import { COMPANY_ID, slug } from './people.ts'

/**
 * What the demo company has spent and earned in two years: objects of its accounting system that are mapped, and lines
 * on them. The same each time.
 */

const MONTHS = 24
type Currency = (typeof CURRENCIES)[number]
/** What a unit is worth in dollars. A currency without one has no rate yet. */
const RATES: Partial<Record<Currency, string>> = { EUR: '1.0842', GBP: '1.2715' }

type AccountKind = 'EXPENSE_ACCOUNT' | 'REVENUE_ACCOUNT'
interface Account {
  name: string
  number: string
  kind?: AccountKind
  type?: string
  category?: string
  isPayroll?: true
}
const ACCOUNTS: Record<string, Account> = {
  saas: { name: 'Software and tools', number: '6215', category: 'Software' },
  equipment: { name: 'Equipment', number: '6300', category: 'Hardware' },
  parts: { name: 'Motors and parts', number: '5010', type: 'COGS', category: 'Components' },
  advice: { name: 'Legal and consulting', number: '6500', category: 'Professional services' },
  fairs: { name: 'Trade fairs', number: '6610', category: 'Events' },
  office: { name: 'Office and catering', number: '6700', category: 'Office' },
  wages: { name: 'Wages', number: '6011', isPayroll: true },
  robots: {
    name: 'Sales of robots',
    number: '4000',
    kind: 'REVENUE_ACCOUNT',
    type: 'REVENUE',
    category: 'Robot sales',
  },
  upkeep: {
    ...{ name: 'Service contracts', number: '4100', kind: 'REVENUE_ACCOUNT', type: 'REVENUE' },
    category: 'Service contracts',
  },
  grants: {
    ...{ name: 'Grants received', number: '4950', kind: 'REVENUE_ACCOUNT', type: 'OTHER_INCOME' },
    category: 'Research grants',
  },
}

type Spending = [vendor: string, account: string, department: string, location: string, dollars: number, of?: Currency]
const SPENDING: Spending[] = [
  ['Acme Cloud', 'saas', 'Engineering', 'Boston', 38_000],
  ['Atlas Analytics', 'saas', 'Marketing', 'Boston', 12_400],
  ['Beacon Security', 'advice', 'IT', 'Lisbon', 9_800, 'EUR'],
  ['Cobalt Design', 'advice', 'Marketing', 'Rotterdam', 7_300, 'EUR'],
  ['Driftline', 'parts', 'Engineering', 'Rotterdam', 64_000, 'EUR'],
  ['Evergreen Catering', 'office', 'Operations', 'Lisbon', 3_100, 'EUR'],
  ['Fathom Research', 'fairs', 'Marketing', 'Boston', 5_600],
  ['Granite Hosting', 'saas', 'IT', 'Boston', 15_200],
  ['Harbor Legal', 'advice', 'Legal', 'Boston', 11_000, 'GBP'],
  ['Inkwell Print', 'office', 'Marketing', 'Lisbon', 1_900, 'EUR'],
  ['Juniper Travel', 'office', 'Operations', 'Boston', 8_700],
  ['Kestrel CAD', 'saas', 'Engineering', 'Rotterdam', 6_900, 'EUR'],
  ['Driftline', 'equipment', 'Operations', 'Boston', 18_500],
]
const WAGES: [department: string, dollars: number][] = [
  ['Engineering', 212_000],
  ['Marketing', 74_000],
  ['Operations', 91_000],
  ['Finance', 58_000],
  ['IT', 49_000],
  ['Legal', 37_000],
]
const EARNING: [account: string, unit: string, dollars: number, of?: Currency][] = [
  ['robots', 'Industrial', 540_000],
  ['robots', 'Medical', 310_000, 'EUR'],
  ['upkeep', 'Industrial', 86_000],
  ['upkeep', 'Medical', 52_000, 'GBP'],
  ['grants', 'Medical', 24_000, 'EUR'],
]

const idOf = (name: string, table: string): string => `${slug(name)}-${table}`
const objectId = (kind: string, name: string): string => `books-mapped-${kind}-${slug(name)}`

interface MadeObject {
  id: string
  kind: string
  mappedKind: string
  name: string
  [column: string]: unknown
}

const objectsMade = (): MadeObject[] => {
  const unit = (mappedKind: string, name: string, column: string, table: string): MadeObject => ({
    ...{ id: objectId(mappedKind, name), kind: mappedKind, mappedKind, name, [column]: idOf(name, table) },
  })
  const unique = (names: string[]): string[] => [...new Set(names)]
  return [
    ...unique(SPENDING.map(([vendor]) => vendor)).map((name) => unit('VENDOR', name, 'vendorId', 'vendors')),
    ...['Legal', 'IT', 'Operations'].map((name) => unit('DEPARTMENT', name, 'departmentId', 'departments')),
    ...['Boston', 'Rotterdam'].map((name) => unit('LOCATION', name, 'locationId', 'locations')),
    ...Object.values(ACCOUNTS).map(
      ({ name, number, kind = 'EXPENSE_ACCOUNT', type = 'OPEX', category, isPayroll }) => ({
        ...{ id: objectId('ACCOUNT', name), kind: 'ACCOUNT', mappedKind: kind, name, number, accountType: type },
        categoryId: category && idOf(category, kind === 'REVENUE_ACCOUNT' ? 'revenue-categories' : 'spend-categories'),
        isPayroll: isPayroll ? 1 : 0,
      }),
    ),
  ]
}

/** From 0 to 1, the same for the same place. */
const varied = (...place: number[]): number => {
  const value = Math.sin(place.reduce((sum, part, at) => sum + part * (12.9898 + at * 65.233), 1)) * 43758.5453
  return value - Math.floor(value)
}

interface MadeLine {
  month: string
  day: number
  account: string
  dollars: number
  currency?: Currency | undefined
  memo: string
  document: string
  vendor?: string
  department?: string
  location?: string
  unit?: string
}

const linesOfMonth = (month: string, at: number): MadeLine[] => [
  ...SPENDING.flatMap(([vendor, account, department, location, dollars, currency], place): MadeLine[] => {
    const share = 0.7 + varied(place, at) * 0.6
    const line = {
      ...{ month, account, currency, vendor, department, location, document: 'BILL' },
      unit: place % 3 === 0 ? 'Medical' : 'Industrial',
    }
    const bill = {
      ...line,
      day: 3 + (place % 20),
      dollars: dollars * share,
      memo: `${vendor}, ${ACCOUNTS[account]?.name}`,
    }
    // Now and then something is given back.
    return varied(at, place, 7) > 0.9
      ? [bill, { ...bill, day: 24, dollars: dollars * -0.15, memo: 'Credit for last month', document: 'VENDOR_CREDIT' }]
      : [bill]
  }),
  ...WAGES.map(([department, dollars], place) => ({
    ...{ month, day: 25, account: 'wages', department, memo: `Payroll, ${department}`, document: 'JOURNAL_ENTRY' },
    ...{ dollars: dollars * (1 + (MONTHS - at) * 0.004 + varied(place, at, 3) * 0.02) },
  })),
  ...EARNING.map(([account, unit, dollars, currency], place) => ({
    ...{ month, day: 5 + place * 4, account, unit, currency, memo: `${ACCOUNTS[account]?.name}, ${unit}` },
    ...{ dollars: dollars * (0.75 + varied(at, place, 11) * 0.5), document: 'INVOICE' },
  })),
]

const rowOf = (line: MadeLine, at: number) => {
  const account = ACCOUNTS[line.account]
  const { currency = 'USD', vendor, department, location, unit } = line
  const date = `${line.month}-${String(line.day).padStart(2, '0')}`
  const rate = RATES[currency]
  const amount = Math.round((line.dollars / Number(rate ?? 1)) * 100)
  const isDepartmentMapped = department && ['Legal', 'IT', 'Operations'].includes(department)
  return {
    ...{ id: `demo-line-${at}`, document: line.document, number: `${line.document.slice(0, 1)}-${20_000 + at}`, date },
    ...{ type: account?.kind === 'REVENUE_ACCOUNT' ? 'revenue' : 'expense', amount, currency, memo: line.memo },
    companyAmount: currency === 'USD' ? amount : rate ? Math.round(amount * Number(rate)) : null,
    exchange: rate ? JSON.stringify({ base: currency, quote: 'USD', rate, date, source: 'PROVIDER' }) : null,
    accountType: account?.type ?? 'OPEX',
    accountId: objectId('ACCOUNT', account?.name ?? ''),
    vendorObjectId: vendor && objectId('VENDOR', vendor),
    departmentObjectId: isDepartmentMapped ? objectId('DEPARTMENT', department) : null,
    locationObjectId: location && location !== 'Lisbon' ? objectId('LOCATION', location) : null,
    vendorId: vendor && idOf(vendor, 'vendors'),
    categoryId:
      account?.category &&
      idOf(account.category, account.kind === 'REVENUE_ACCOUNT' ? 'revenue-categories' : 'spend-categories'),
    departmentId: department && idOf(department, 'departments'),
    businessUnitId: unit && idOf(unit, 'business-units'),
    locationId: location && idOf(location, 'locations'),
    isPayroll: account?.isPayroll ? 1 : 0,
    url: `https://app.qbo.intuit.com/app/${line.document === 'INVOICE' ? 'invoice' : 'bill'}?txnId=${at}`,
  }
}

const linesMade = (thisMonth: string) => {
  const months = Array.from({ length: MONTHS }, (_, at) => shiftMonth(thisMonth, -at))
  const recent: MadeLine = {
    ...{ month: thisMonth, day: 2, account: 'parts', dollars: 4_800, currency: 'CHF', vendor: 'Driftline' },
    ...{ department: 'Engineering', location: 'Rotterdam', memo: 'Prototype gears', document: 'BILL' },
  }
  return { months, rows: [...months.flatMap(linesOfMonth), recent].map(rowOf) }
}

export const fillTransactions = async ({ DB }: Env, now: number): Promise<void> => {
  const today = utcDayOf(now)
  const thisMonth = monthOf(today)
  const { months, rows } = linesMade(thisMonth)
  await DB.batch([
    DB.prepare(
      `INSERT INTO erp_objects (id, company_id, connection_id, kind, mapped_kind, erp_id, name, name_key, number, is_active,
         account_type, vendor_id, department_id, location_id, category_id, is_payroll, created_at, updated_at)
       SELECT value ->> 'id', ?1, 'demo-books', value ->> 'kind', value ->> 'mappedKind', value ->> 'id', value ->> 'name',
              lower(value ->> 'name'), value ->> 'number', 1, value ->> 'accountType', value ->> 'vendorId',
              value ->> 'departmentId', value ->> 'locationId', value ->> 'categoryId',
              coalesce(value ->> 'isPayroll', 0), ?3, ?3 FROM json_each(?2)`,
    ).bind(COMPANY_ID, JSON.stringify(objectsMade()), now),
    DB.prepare(
      `INSERT INTO transactions (id, company_id, connection_id, type, document_kind, erp_id, line_erp_id, document_number,
         date, amount_minor, currency, company_minor, exchange, memo, description, url, account_type, account_object_id,
         vendor_object_id, department_object_id, location_object_id, vendor_id, category_id, department_id,
         business_unit_id, location_id, is_payroll, is_tracked, stamp)
       SELECT value ->> 'id', ?1, 'demo-books', value ->> 'type', value ->> 'document', value ->> 'id', '1',
              value ->> 'number', value ->> 'date', value ->> 'amount', value ->> 'currency', value ->> 'companyAmount',
              value ->> 'exchange', value ->> 'memo', '', value ->> 'url', value ->> 'accountType', value ->> 'accountId',
              value ->> 'vendorObjectId', value ->> 'departmentObjectId', value ->> 'locationObjectId',
              value ->> 'vendorId', value ->> 'categoryId', value ->> 'departmentId', value ->> 'businessUnitId',
              value ->> 'locationId', value ->> 'isPayroll', 1, 'demo' FROM json_each(?2)`,
    ).bind(COMPANY_ID, JSON.stringify(rows.filter(({ date }) => date <= today))),
  ])
  const db = new Database(DB, 'first-primary')
  await DB.batch(months.flatMap((month) => monthStatements({ db }, COMPANY_ID, month)))
  await DB.prepare(
    `UPDATE erp_objects SET last12_minor = coalesce((SELECT SUM(m.amount_minor) FROM erp_object_months m
        WHERE m.company_id = ?1 AND m.object_id = erp_objects.id AND m.month >= ?2), 0)
      WHERE company_id = ?1 AND id LIKE 'books-mapped-%'`,
  )
    .bind(COMPANY_ID, shiftMonth(thisMonth, -11))
    .run()
}
