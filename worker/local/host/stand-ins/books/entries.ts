import { DEPARTMENTS, ENTITIES, LOCATIONS } from '../../../demo/people.ts'
import {
  CHART,
  CLASSES,
  CUSTOMERS,
  DEPARTMENT_PARTS,
  ITEMS,
  LOCATION_PARTS,
  SPLIT_BY_DEPARTMENT,
  SPLIT_WORDS,
  vendorIdeas,
} from './names.ts'
import { Random } from './random.ts'
import type { BookEntry, BookKinds, BookRecord, DocumentType, KindName } from './shapes.ts'

export interface BooksSize {
  /** Other words make other books. */
  seed: string
  accounts: number
  vendors: number
  /** 1, as in QuickBooks, up to 3. */
  entities: number
  /** Whole months before the current one, which is there up to today. */
  months: number
  /** The total for all whole months. */
  lines: number
}

export const WHOLE: BooksSize = {
  ...{ seed: 'brightwater', accounts: 150, vendors: 1850, entities: 3, months: 24, lines: 60_000 },
}
/** For tests. */
export const SMALL: BooksSize = { ...WHOLE, accounts: 84, vendors: 40, months: 3, lines: 360 }

export type Entries = { [Kind in KindName]: BookKinds[Kind][] }

/** Everything in a company's books. */
export interface Contents {
  entries: Entries
  documents: Map<DocumentType, Map<string, BookRecord>>
}

/** What a vendor usually costs, by its id. */
export interface Habit {
  amount: number
  isRecurring: boolean
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Years before anyone's first document. */
const FOUNDED = Date.UTC(2021, 0, 4)

/** Counts ids of one kind up. */
class Maker {
  #next: number
  readonly #at: number

  constructor(first: number, at: number) {
    this.#next = first
    this.#at = at
  }

  entry(name: string, parentId: string | null = null): BookEntry {
    const id = String(this.#next++)
    const at = this.#at + Number(id) * 60_000
    return { id, name, parentId, isActive: true, version: 0, createdAt: at, changedAt: at, externalId: null }
  }
}

const maker = (first = 1): Maker => new Maker(first, FOUNDED)

const dollars = ['USD', 'EUR', 'GBP', 'JPY', 'CAD']
const SYMBOLS: Record<string, string> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥', CAD: 'CA$' }
const CURRENCY_NAMES: Record<string, string> = {
  ...{ USD: 'United States Dollar', EUR: 'Euro', GBP: 'British Pound Sterling', JPY: 'Japanese Yen' },
  CAD: 'Canadian Dollar',
}

const withParts = (makes: Maker, names: readonly string[], parts: Record<string, string[]>): BookEntry[] =>
  names.flatMap((name) => {
    const parent = makes.entry(name)
    return [parent, ...(parts[name] ?? []).map((part) => makes.entry(part, parent.id))]
  })

/** Accounts by their full names: "Travel:Hotels". */
const accountsOf = (count: number): BookKinds['account'][] => {
  const makes = maker()
  const made: BookKinds['account'][] = []
  for (const [number, group, name, parts = []] of CHART) {
    const currency = name === 'Euro account' ? 'EUR' : 'USD'
    const parent = { ...makes.entry(name), number: String(number), group, currency }
    made.push(parent)
    for (const [index, part] of parts.entries())
      made.push({ ...makes.entry(part, parent.id), number: String(number + index + 1), group, currency })
  }
  const splits = SPLIT_WORDS.flatMap((word) =>
    DEPARTMENTS.flatMap((department) => SPLIT_BY_DEPARTMENT.map((name) => ({ word, department, name }))),
  )
  for (const [index, { word, department, name }] of splits.entries()) {
    if (made.length >= count) break
    const parent = made.find((each) => each.name === name && each.parentId === null)
    if (!parent) continue
    const part = word === SPLIT_WORDS[0] ? department : `${department}, ${word.toLowerCase()}`
    made.push({ ...makes.entry(part, parent.id), number: String(7000 + index), group: 'Expense', currency: 'USD' })
  }
  return made
}

/** The full name, as both systems show it. */
export const fullNameOf = (all: readonly BookEntry[], entry: BookEntry): string => {
  const parent = entry.parentId === null ? undefined : all.find(({ id }) => id === entry.parentId)
  return parent ? `${fullNameOf(all, parent)}:${entry.name}` : entry.name
}

const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '')

type Ideas = ReturnType<typeof vendorIdeas>
type Found = Pick<Entries, 'account' | 'department' | 'entity'> & { byName: Map<string, string> }

const vendorsOf = (ideas: Ideas, seed: string, { department, entity, byName }: Found): BookKinds['vendor'][] => {
  const makes = maker()
  const topDepartments = department.filter(({ parentId }) => parentId === null)
  return ideas.map((idea, index): BookKinds['vendor'] => {
    const random = new Random(seed, 'vendor', idea.name)
    const entry = makes.entry(idea.name)
    const foreign = random.next()
    const currency = index < 12 || foreign > 0.13 ? 'USD' : foreign > 0.05 ? 'EUR' : foreign > 0.01 ? 'GBP' : 'JPY'
    const own = topDepartments.find(({ name }) => name === idea.department) ?? random.of(topDepartments)
    return {
      ...entry,
      isActive: index < 40 || !random.chance(0.06),
      currency,
      email: random.chance(0.85) ? `billing@${slugOf(idea.name)}.example` : '',
      phone: random.chance(0.5) ? `+1 617 555 0${random.whole(100, 199)}` : '',
      website: random.chance(0.5) ? `https://${slugOf(idea.name)}.example` : '',
      entityIds: entity.filter((_, place) => place === 0 || random.chance(0.4)).map(({ id }) => id),
      accountId: byName.get(idea.account) ?? '',
      departmentId: own.id,
      bankAccountNumber: `DE${random.whole(10, 99)}${random.whole(1e9, 9e9)}`,
    }
  })
}

const monthOf = (date: string): { year: number; month: number } => ({
  year: Number(date.slice(0, 4)),
  month: Number(date.slice(5, 7)) - 1,
})
const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Years, quarters and months. All but the last three months are closed. */
const periodsOf = (months: number, now: number): BookKinds['period'][] => {
  const { year: lastYear, month: lastMonth } = monthOf(dayText(now))
  const firstYear = new Date(Date.UTC(lastYear, lastMonth - months, 1)).getUTCFullYear()
  const closedBefore = Date.UTC(lastYear, lastMonth - 2, 1)
  const made: BookKinds['period'][] = []
  const add = (year: number, from: number, length: number, name: string, parentId: string | null): string => {
    const [start, end] = [Date.UTC(year, from, 1), Date.UTC(year, from + length, 0)]
    // The id stays the same as time passes.
    const id = String((year - 2000) * 100 + (length === 12 ? 50 : length === 3 ? 60 + from / 3 : from + 1))
    const times = { version: 0, createdAt: FOUNDED, changedAt: FOUNDED, externalId: null }
    const kind = { isQuarter: length === 3, isYear: length === 12, isClosed: end < closedBefore }
    made.push({ id, name, parentId, isActive: true, ...times, startDay: dayText(start), endDay: dayText(end), ...kind })
    return id
  }
  for (let year = firstYear; year <= lastYear; year++) {
    const whole = add(year, 0, 12, `FY ${year}`, null)
    for (let quarter = 0; quarter < 4; quarter++) {
      const parent = add(year, quarter * 3, 3, `Q${quarter + 1} ${year}`, whole)
      for (let month = quarter * 3; month < quarter * 3 + 3; month++) {
        const word = new Date(Date.UTC(year, month, 1)).toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })
        add(year, month, 1, `${word} ${year}`, parent)
      }
    }
  }
  return made
}

const CUSTOM_FIELDS: [name: string, type: BookKinds['customField']['type'], onLines: boolean, options?: string[]][] = [
  ['Project code', 'TEXT', false],
  ['Grant', 'SELECT', true, ['Horizon 2027', 'State of Massachusetts', 'None']],
  ['Approved by', 'TEXT', false],
  ['Service starts', 'DATE', true],
]
const SEGMENTS: [name: string, options: string[]][] = [
  ['Product line', ['Arms', 'Grippers', 'Software']],
  ['Program', ['Launch 2026', 'Sustaining', 'Research']],
]

const fieldsOf = (
  prefix: string,
  all: readonly [string, BookKinds['customField']['type'], boolean, string[]?][],
): BookKinds['customField'][] => {
  const makes = maker()
  return all.map(([name, type, onLines, options = []]) => ({
    ...makes.entry(name),
    scriptId: `${prefix}${onLines ? 'col' : 'body'}_${slugOf(name)}`.replace(/^cseg.*_/, 'cseg_'),
    type,
    onLines,
    options: options.map((option, index) => ({ id: String(index + 1), name: option })),
  }))
}

/** Everything but documents. */
export const makeEntries = (size: BooksSize, now: number): { entries: Entries; habits: Map<string, Habit> } => {
  const account = accountsOf(size.accounts)
  const byName = new Map(account.map((each) => [fullNameOf(account, each), each.id]))
  const department = withParts(maker(), DEPARTMENTS, DEPARTMENT_PARTS)
  const entity = ENTITIES.slice(0, size.entities).map((name, index) => ({
    ...maker(index + 1).entry(name),
    currency: index === 0 ? 'USD' : 'EUR',
    country: ['US', 'NL', 'PT'][index] ?? 'US',
  }))
  const ideas = vendorIdeas(size.vendors)
  const vendor = vendorsOf(ideas, size.seed, { account, department, entity, byName })
  const [items, currencies, templates, taxes] = [maker(), maker(), maker(), maker(2)]
  const idOf = (name: string | null): string | null => (name === null ? null : (byName.get(name) ?? null))
  const tax = (name: string, description: string, percent: number) => ({
    ...{ ...taxes.entry(name), description, percent },
  })
  const habits = ideas.map(({ amount, isRecurring }, index): [string, Habit] => [
    vendor[index]?.id ?? '',
    { amount, isRecurring },
  ])
  const customers = maker()
  return {
    habits: new Map(habits),
    entries: {
      ...{ account, department, entity, vendor },
      currency: dollars.map((code) => ({
        ...currencies.entry(CURRENCY_NAMES[code] ?? code),
        code,
        symbol: SYMBOLS[code] ?? code,
      })),
      item: ITEMS.map(([name, income, expense], index) => ({
        ...items.entry(name),
        number: `SKU-${100 + index}`,
        incomeAccountId: idOf(income) ?? '',
        expenseAccountId: idOf(expense),
      })),
      location: withParts(maker(), LOCATIONS, LOCATION_PARTS),
      class: withParts(
        maker(),
        CLASSES.map(([name]) => name),
        Object.fromEntries(CLASSES),
      ),
      customer: CUSTOMERS.map((name) => customers.entry(name)),
      taxCode: [
        tax('Out of scope', 'No tax applies', 0),
        tax('MA sales tax', 'Massachusetts, 6.25%', 6.25),
        tax('VAT NL 21%', 'Netherlands, standard rate', 21),
        tax('VAT PT 23%', 'Portugal, standard rate', 23),
      ],
      period: periodsOf(size.months, now),
      amortizationTemplate: [12, 24, 36].map((months) => ({
        ...templates.entry(`Straight line, ${months} months`),
        months,
        accountId: idOf('Prepaid expenses:Software') ?? '',
      })),
      customField: fieldsOf('cust', CUSTOM_FIELDS),
      customSegment: fieldsOf(
        'cseg',
        SEGMENTS.map(([name, options]) => [name, 'SELECT', true, options]),
      ),
    },
  }
}

export { DAY_MS, dayText, FOUNDED }
