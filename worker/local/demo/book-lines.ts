import { daysInMonth, monthOf, shiftMonth } from '../../../schema/shared/calendar.ts'
import type { Currency } from '../../../schema/shared/money.ts'
import { ACCOUNTS, OPEN_VENDORS, objectId } from './book-objects.ts'

/**
 * What the demo company has spent and earned in two years: one line a document. The same for a month whenever it is
 * made, so that its accounting system says the same after a restart.
 */

export const MONTHS = 24
/** What a unit is worth in dollars. A currency without one has no rate yet. */
export const RATES: Partial<Record<Currency, string>> = { EUR: '1.0842', GBP: '1.2715' }

export type DemoDocumentKind = 'BILL' | 'VENDOR_CREDIT' | 'JOURNAL_ENTRY' | 'INVOICE'

/** Objects by their ids. */
export interface DemoDocument {
  erpId: string
  kind: DemoDocumentKind
  number: string
  date: string
  currency: Currency
  /** A cost or an income. What is given back is negative. */
  minor: number
  memo: string
  account: string
  vendor?: string | undefined
  department?: string | undefined
  location?: string | undefined
  classification?: string | undefined
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

/** From 0 to 1, the same for the same place. */
const varied = (...place: number[]): number => {
  const value = Math.sin(place.reduce((sum, part, at) => sum + part * (12.9898 + at * 65.233), 1)) * 43758.5453
  return value - Math.floor(value)
}

interface Line extends Omit<DemoDocument, 'erpId' | 'number' | 'date' | 'currency' | 'minor'> {
  day: number
  dollars: number
  currency?: Currency | undefined
}

const accountId = (key: string): string => objectId('ACCOUNT', ACCOUNTS[key]?.name ?? '')
const nameOf = (key: string): string => ACCOUNTS[key]?.name ?? ''
const unit = (name: string): string => objectId('CLASSIFICATION', name)

/** Lines whose objects are all mapped. @param at the month's number */
const mappedLines = (at: number): Line[] => [
  ...SPENDING.flatMap(([vendor, account, department, location, dollars, currency], place): Line[] => {
    const line = {
      ...{ kind: 'BILL' as const, account: accountId(account), currency, vendor: objectId('VENDOR', vendor) },
      ...{ department: objectId('DEPARTMENT', department), location: objectId('LOCATION', location) },
      classification: unit(place % 3 === 0 ? 'Medical' : 'Industrial'),
    }
    const share = 0.7 + varied(place, at) * 0.6
    const bill = { ...line, day: 3 + (place % 20), dollars: dollars * share, memo: `${vendor}, ${nameOf(account)}` }
    // Now and then something is given back.
    return varied(at, place, 7) > 0.9
      ? [bill, { ...line, kind: 'VENDOR_CREDIT', day: 24, dollars: dollars * -0.15, memo: 'Credit for last month' }]
      : [bill]
  }),
  ...WAGES.map(
    ([department, dollars], place): Line => ({
      ...{ kind: 'JOURNAL_ENTRY', day: 25, account: accountId('wages'), memo: `Payroll, ${department}` },
      department: objectId('DEPARTMENT', department),
      dollars: dollars * (1 + (at % 24) * 0.004 + varied(place, at, 3) * 0.02),
    }),
  ),
  ...EARNING.map(
    ([account, of, dollars, currency], place): Line => ({
      ...{ kind: 'INVOICE', day: 5 + place * 4, account: accountId(account), classification: unit(of), currency },
      ...{ memo: `${nameOf(account)}, ${of}`, dollars: dollars * (0.75 + varied(at, place, 11) * 0.5) },
    }),
  ),
]

const OPEN_EXPENSES = [1, 2, 5, 3]
const one = <Item>(all: readonly Item[], place: number): Item => all[place % all.length] as Item

/** Lines of what no one has mapped yet, so that the largest can be mapped first. */
const openLines = (at: number): Line[] => [
  ...OPEN_VENDORS.flatMap(([name, dollars], place): Line[] => {
    if (at % 3 !== place % 3) return []
    return [
      {
        ...{ kind: 'BILL', day: 1 + (place % 27), memo: `${name}, quarter`, vendor: `books-vendor-${place + 1}` },
        ...{ account: `books-expense-account-${one(OPEN_EXPENSES, place)}` },
        ...{ department: `books-department-${one([1, 4, 2, 1, 3, 5], place)}` },
        ...{
          location: `books-location-${one([1, 1, 2], place)}`,
          classification: `books-classification-${one([1, 1, 2], place)}`,
        },
        dollars: dollars * (0.9 + varied(place, at, 5) * 0.2),
      },
    ]
  }),
  {
    ...{ kind: 'JOURNAL_ENTRY', day: 26, account: 'books-expense-account-4', memo: 'Bonuses accrued' },
    ...{ department: 'books-department-1', dollars: 24_000 },
  },
  {
    ...{ kind: 'INVOICE', day: 18, account: 'books-revenue-account-1', memo: 'Spare arms', dollars: 42_000 },
    classification: 'books-classification-1',
  },
  { kind: 'JOURNAL_ENTRY', day: 27, account: 'books-revenue-account-2', memo: 'Interest', dollars: 1_150 },
]

/** In a currency that has no rate. */
const RECENT: Line = {
  ...{ kind: 'BILL', day: 2, account: accountId('parts'), dollars: 4_800, currency: 'CHF' },
  ...{ vendor: objectId('VENDOR', 'Driftline'), department: objectId('DEPARTMENT', 'Engineering') },
  ...{ location: objectId('LOCATION', 'Rotterdam'), memo: 'Prototype gears' },
}

const documentOf = ({ day, dollars, currency = 'USD', ...line }: Line, month: string, erpId: number): DemoDocument => ({
  ...line,
  ...{ erpId: String(erpId), number: `${line.kind.slice(0, 1)}-${erpId}`, currency },
  date: `${month}-${String(Math.min(day, daysInMonth(month))).padStart(2, '0')}`,
  minor: Math.round((dollars / Number(RATES[currency] ?? 1)) * 100),
})

const numberOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5))
/** Ids stay the same as months pass. */
const FIRST_MONTH = numberOf('2020-01')

const documentsOf = (month: string, hasRecent: boolean): DemoDocument[] => {
  const at = numberOf(month)
  return [...mappedLines(at), ...openLines(at), ...(hasRecent ? [RECENT] : [])].map((line, place) =>
    documentOf(line, month, (at - FIRST_MONTH) * 1_000 + place + 1),
  )
}

/** The months of the books, newest first. */
export const monthsOf = (today: string): string[] =>
  Array.from({ length: MONTHS }, (_, at) => shiftMonth(monthOf(today), -at))

export const demoDocuments = (today: string): DemoDocument[] => {
  // On the first day of a month its day hasn't come yet.
  const recentAt = Number(today.slice(8)) >= RECENT.day ? 0 : 1
  return monthsOf(today).flatMap((month, at) => documentsOf(month, at === recentAt).filter(({ date }) => date <= today))
}
