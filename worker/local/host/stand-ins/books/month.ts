import { type BooksSize, DAY_MS, dayText, type Entries, fullNameOf, type Habit } from './entries.ts'
import { Random } from './random.ts'
import type { BookDocumentLine, BookEntry, BookRecord, DocumentType } from './shapes.ts'

export interface Making {
  size: BooksSize
  entries: Entries
  habits: ReadonlyMap<string, Habit>
  /** Ids by full name. */
  accounts: ReadonlyMap<string, string>
  accountNames: ReadonlyMap<string, string>
  departments: readonly BookEntry[]
  locations: readonly BookEntry[]
  classes: readonly BookEntry[]
}

export const makingOf = (size: BooksSize, entries: Entries, habits: ReadonlyMap<string, Habit>): Making => {
  const named = entries.account.map((each): [string, string] => [fullNameOf(entries.account, each), each.id])
  const leaves = (all: readonly BookEntry[]) => all.filter(({ id }) => !all.some(({ parentId }) => parentId === id))
  return {
    ...{ size, entries, habits, accounts: new Map(named) },
    accountNames: new Map(named.map(([name, id]) => [id, name])),
    departments: leaves(entries.department),
    locations: leaves(entries.location),
    classes: leaves(entries.class),
  }
}

/** A month of a year: its days, how busy it is, its random numbers, and the ids it gives out. */
export class Month {
  readonly random: Random
  readonly days: number
  readonly start: number
  readonly index: number
  /** Documents made so far, and their lines. */
  readonly made: BookRecord[] = []
  lines = 0

  constructor(seed: string, year: number, month: number) {
    this.index = (year - 2000) * 12 + month
    this.random = new Random(seed, 'month', this.index)
    this.start = Date.UTC(year, month, 1)
    this.days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  }

  day(number: number): string {
    return dayText(this.start + (Math.min(number, this.days) - 1) * DAY_MS)
  }

  /** A working day. */
  anyDay(): string {
    const day = this.random.whole(1, this.days)
    const weekday = new Date(this.start + (day - 1) * DAY_MS).getUTCDay()
    const shift = weekday === 6 ? -1 : weekday === 0 ? 1 : 0
    return this.day(Math.max(1, day + shift === 0 ? 3 : day + shift))
  }

  add(type: DocumentType, entityId: string, date: string, rest: Partial<BookRecord>, lines: BookDocumentLine[]): void {
    const id = String(this.index * 10_000 + this.made.length + 1)
    const at = Date.parse(`${date}T09:00:00Z`) + (Number(id) % 480) * 60_000
    this.lines += lines.length
    this.made.push({
      ...{ id, type, entityId, date, dueDate: null, number: '', currency: 'USD', exchangeRate: 1, memo: '' },
      ...{ vendorId: null, customerId: null, accountId: null, locationId: null, taxMinor: 0, extra: {} },
      ...{ version: 0, createdAt: at, changedAt: at, externalId: null },
      ...rest,
      lines: lines.map((line, index) => ({ ...line, id: String(index + 1) })),
    })
  }
}

const DOLLARS_PER: Record<string, number> = { USD: 1, EUR: 1.0843, GBP: 1.2694, JPY: 0.0066, CAD: 0.7265 }
const known = new Map<string, number>()

/** The value of one unit in dollars, a little different each month. */
export const dollarsPer = (currency: string, month: number): number => {
  if (currency === 'USD') return 1
  const key = `${currency} ${month}`
  const rate = known.get(key) ?? Number(((DOLLARS_PER[currency] ?? 1) * (1 + Math.sin(month / 3) / 40)).toPrecision(6))
  known.set(key, rate)
  return rate
}

export const lineOf = (part: Partial<BookDocumentLine>): BookDocumentLine => ({
  ...{ id: '', accountId: null, itemId: null, debitMinor: 0, memo: '', vendorId: null },
  ...{ departmentId: null, locationId: null, classId: null, taxCodeId: null },
  ...part,
})
