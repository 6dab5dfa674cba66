import Papa from 'papaparse'
import type { PlanPreview } from '../../../../schema/planning/plans/endpoints.ts'
import { monthIn } from '../../../../schema/planning/plans/table-months.ts'
import {
  DIMENSION_WORDS,
  LONGEST_PLAN_ITEM,
  MOST_PLAN_LINES,
  MOST_PLANNED,
  PLAN_DIMENSIONS,
  type PlanDimension,
  type PlanType,
} from '../../../../schema/planning/plans/values.ts'
import { headerKey } from '../../../../schema/shared/imports.ts'
import { CURRENCIES, type Currency, currencyExponent, parseAmount } from '../../../../schema/shared/money.ts'
import { delimiterOf } from '../../../../schema/shared/written/delimiters.ts'
import { monthNamed } from '../../../../schema/shared/written/months.ts'
import { type LineNames, LinesByName, type NewLine } from './entries.ts'

/**
 * A plan as a table: columns with names, and either a column for each month or the columns Month and Amount. A column
 * Type tells revenue from expenses; without it all rows are expenses.
 */

export interface ReadTable {
  rows: number
  lines: Record<PlanType, readonly NewLine[]>
  leftOut: string[]
  faults: PlanPreview['faults']
  faultCount: number
}

/** As many as someone corrects before checking again. */
const MOST_FAULTS = 50

type Meaning = PlanDimension | 'type' | 'month' | 'amount' | 'currency' | 'ignored'

/** Headers without case, blanks and punctuation. */
const HEADERS: Record<Meaning, readonly string[]> = {
  department: ['department', 'departments', 'dept', 'team', 'costcenter', 'costcentre'],
  businessUnit: ['businessunit', 'bu', 'class', 'division', 'segment'],
  category: ['category', 'expensecategory', 'spendcategory', 'revenuecategory', 'account', 'glaccount', 'expense'],
  location: ['location', 'office', 'site', 'region'],
  vendor: ['vendor', 'vendors', 'supplier', 'payee', 'vendorname'],
  type: ['type', 'expenseorrevenue', 'kind'],
  month: ['month', 'yearmonth', 'period', 'date'],
  currency: ['currency', 'currencycode'],
  amount: ['amount', 'value', 'planned', 'budget', 'plan'],
  // What a spreadsheet adds up itself.
  ignored: ['total', 'sum', 'fullyear', 'grandtotal'],
}
const MEANINGS = Object.entries(HEADERS) as [Meaning, readonly string[]][]

/** What looks like a month and isn't read as one: leaving it out would lose its amounts. */
const looksLikeMonth = (header: string): boolean =>
  /^(?:\p{L}{2,12}\.?[\s'’/-]{0,3}(?:19|20)?\d{2}|(?:19|20)\d{2}[\s'’/-]{0,3}\p{L}{2,12}\.?|(?:19|20)?\d{2}[/.-](?:19|20)?\d{2})$/u.test(
    header.trim(),
  ) || monthNamed(header.trim()) > 0

/** Rows that a spreadsheet adds up itself. */
const IS_SUM =
  /^(?:(?:grand |sub-?\s?|overall )?totals?|sum|subtotals?|sum total|gesamt(?:summe)?|summe|zwischensumme|total général|sous-total|suma|totale|totaal|subtotaal|totalt|i alt|razem)(?:\s(?:of\s)?\p{L}{1,30}){0,3}:?$/iu

const TYPE_WORDS: ReadonlyMap<string, PlanType> = new Map(
  Object.entries({
    expense: 'expense',
    expenses: 'expense',
    cost: 'expense',
    costs: 'expense',
    revenue: 'revenue',
    revenues: 'revenue',
    income: 'revenue',
  }),
)

const SIGNS: ReadonlyMap<string, Currency> = new Map(Object.entries({ '€': 'EUR', '£': 'GBP', '¥': 'JPY' }))
const DOLLARS: readonly Currency[] = ['USD', 'AUD', 'CAD', 'HKD']

/** Minor units, or what is wrong. Blank and "-" are nothing; parentheses mean less than nothing, as accountants write. */
export const plannedIn = (text: string, currency: Currency): { value: number | null } | { message: string } => {
  const plain = text.trim().replaceAll(/[\u2212\u2010\u2011]/g, '-')
  if (plain === '' || /^[-–—]$/.test(plain)) return { value: null }
  const [, within] = /^\((.+)\)$/.exec(plain) ?? []
  const [, minus, sign = '', digits = '', code = ''] =
    /^(-\s*)?(?:([A-Za-z]{3}|[$€£¥])\s*)?(-?[\d.,]+)(?:\s*([A-Za-z]{3}|[€£¥]))?$/.exec((within ?? plain).trim()) ?? []
  const named = (sign || code).toUpperCase()
  const own = named === '$' ? DOLLARS.includes(currency) && currency : (SIGNS.get(named) ?? named)
  if (named && own !== currency) {
    const isKnown = named === '$' || SIGNS.has(named) || CURRENCIES.some((each) => each === named)
    return isKnown ? { message: `${plain}: this plan is in ${currency}` } : { message: `${plain} isn’t an amount` }
  }
  // "12.500" is twelve and a half here, and twelve thousand five hundred elsewhere.
  if (/^-?[1-9]\d{0,2}\.\d{3}$/.test(digits) && currencyExponent(currency) < 3)
    return {
      message: `${plain} could be ${digits.replace('.', '')} or ${Number(digits)}. Write it without a point, or with two decimals`,
    }
  if (!/^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/.test(digits) || (sign && code))
    return { message: `${plain} isn’t an amount. Use the format 1250.00` }
  const value = parseAmount(digits, currency)
  if (value === null) return { message: `${plain} isn’t an amount in ${currency}` }
  if (Math.abs(value) > MOST_PLANNED) return { message: `${plain} is too large` }
  return { value: (minus ? -1 : 1) * (within ? -1 : 1) * value || 0 }
}

class Faults {
  readonly list: PlanPreview['faults'] = []
  count = 0
  add(row: number, column: string | null, message: string): void {
    this.count += 1
    if (this.list.length < MOST_FAULTS) this.list.push({ row, column, message })
  }
}

interface Columns {
  meant: Map<number, Meaning>
  /** The place of the month in the plan, by column. */
  months: Map<number, number>
  leftOut: string[]
}

const readHeader = (headers: readonly string[], months: readonly string[], faults: Faults): Columns => {
  const columns: Columns = { meant: new Map(), months: new Map(), leftOut: [] }
  headers.forEach((header, at) => {
    if (header === '') return
    const month = monthIn(header)
    if (month !== null) {
      const place = months.indexOf(month)
      if (place < 0) faults.add(1, header, `${month} isn’t a month of the plan`)
      else if ([...columns.months.values()].includes(place)) faults.add(1, header, `${month} has two columns`)
      else columns.months.set(at, place)
      return
    }
    const meaning = MEANINGS.find(([, words]) => words.includes(headerKey(header)))?.[0]
    if (!meaning && looksLikeMonth(header))
      faults.add(1, header, `${header} looks like a month and can’t be read. Write it as ${months[0] ?? 'yyyy-mm'}`)
    else if (!meaning) columns.leftOut.push(header)
    else if (meaning !== 'ignored' && [...columns.meant.values()].includes(meaning))
      faults.add(1, header, `Another column means the same as ${header}`)
    else columns.meant.set(at, meaning)
  })
  const meant = [...columns.meant.values()]
  const isLong = meant.includes('month') && meant.includes('amount')
  if (isLong && columns.months.size > 0)
    faults.add(1, null, 'The table has columns for months and also the columns Month and Amount. Keep one of the two.')
  if (!isLong && columns.months.size === 0 && faults.count === 0)
    faults.add(
      1,
      null,
      'The first row must name a column for each month, such as 2027-01, or the columns Month and Amount.',
    )
  if (!meant.some((each) => (PLAN_DIMENSIONS as readonly string[]).includes(each)) && faults.count === 0)
    faults.add(
      1,
      null,
      'The first row must name at least one of Department, Business unit, Category, Location and Vendor.',
    )
  return columns
}

/** Reads a whole table. What is wrong is told by row and column, and nothing of such a table is used. */
export const readPlanTable = (table: string, months: readonly string[], currency: Currency): ReadTable => {
  const faults = new Faults()
  const byName = { expense: new LinesByName(months.length), revenue: new LinesByName(months.length) }
  const text = table.replace(/^\uFEFF/, '')
  if (text.includes('\uFFFD'))
    faults.add(1, null, 'The file is not in UTF-8, so some letters are lost. Save it as CSV UTF-8 and choose it again')
  const { data, errors } = Papa.parse<string[]>(text, {
    delimiter: delimiterOf(text),
    skipEmptyLines: false,
  })
  const quotes = errors.find(({ type }) => type === 'Quotes')
  if (quotes) faults.add((quotes.row ?? 0) + 1, null, 'The quotation marks of this row do not match')
  const filled = data
    .map((cells, at) => ({ number: at + 1, cells: cells.map((cell) => cell.replace(/^'(?=[=+\-@])/, '').trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [header, ...rows] = filled
  const answer = (leftOut: string[]): ReadTable => ({
    rows: rows.length,
    lines: { expense: byName.expense.lines, revenue: byName.revenue.lines },
    leftOut,
    faults: faults.list,
    faultCount: faults.count,
  })
  if (!header || rows.length === 0) {
    faults.add(
      1,
      null,
      header ? 'There are no rows below the first one, which names the columns' : 'The table is empty',
    )
    return answer([])
  }
  const columns = readHeader(header.cells, months, faults)
  if (faults.count > 0) return answer(columns.leftOut)
  if (rows.length > MOST_PLAN_LINES) {
    faults.add(1, null, `At most ${MOST_PLAN_LINES.toLocaleString('en-US')} rows`)
    return answer(columns.leftOut)
  }
  for (const { number, cells } of rows)
    readRow(number, cells, {
      columns,
      header: header.cells,
      months,
      currency,
      byName,
      faults,
      leftOut: columns.leftOut,
    })
  if (byName.expense.isTooLarge || byName.revenue.isTooLarge)
    faults.add(1, null, 'These amounts are too large to be added up')
  return answer(columns.leftOut)
}

interface Reading {
  columns: Columns
  header: readonly string[]
  months: readonly string[]
  currency: Currency
  byName: Record<PlanType, LinesByName>
  faults: Faults
  /** Rows named like a sum, which would count twice. */
  leftOut: string[]
}

const readRow = (
  row: number,
  cells: readonly string[],
  { columns, header, months, currency, byName, faults, leftOut }: Reading,
): void => {
  const found: Partial<Record<Meaning, { text: string; column: string }>> = {}
  for (const [at, meaning] of columns.meant) found[meaning] = { text: cells[at] ?? '', column: header[at] ?? '' }
  const names = {} as LineNames
  for (const dimension of PLAN_DIMENSIONS) {
    const name = found[dimension]?.text.replaceAll(/\s+/g, ' ') || null
    if (name && name.length > LONGEST_PLAN_ITEM)
      faults.add(row, DIMENSION_WORDS[dimension], `At most ${LONGEST_PLAN_ITEM} characters`)
    names[dimension] = name
  }
  if (PLAN_DIMENSIONS.some((dimension) => IS_SUM.test(names[dimension] ?? ''))) {
    leftOut.push(`row ${row} (a sum)`)
    return
  }
  const typeText = found.type?.text ?? ''
  const type = typeText === '' ? 'expense' : TYPE_WORDS.get(typeText.toLowerCase())
  if (!type) {
    faults.add(row, found.type?.column ?? null, `${typeText} must be expense or revenue`)
    return
  }
  const named = found.currency?.text.toUpperCase() || currency
  if (named !== currency) {
    faults.add(row, found.currency?.column ?? null, `${named}: this plan is in ${currency}`)
    return
  }
  const add = (place: number, text: string, column: string): void => {
    const planned = plannedIn(text, currency)
    if ('message' in planned) faults.add(row, column, planned.message)
    else if (planned.value !== null) byName[type].add(names, place, planned.value)
  }
  for (const [at, place] of columns.months) add(place, cells[at] ?? '', header[at] ?? '')
  if (!found.month || !found.amount || columns.months.size > 0) return
  const month = monthIn(found.month.text)
  const place = month === null ? -1 : months.indexOf(month)
  if (month === null)
    faults.add(row, found.month.column, `${found.month.text || 'A blank'} isn’t a month. Use the format yyyy-mm`)
  else if (place < 0) faults.add(row, found.month.column, `${month} isn’t a month of the plan`)
  else add(place, found.amount.text, found.amount.column)
}
