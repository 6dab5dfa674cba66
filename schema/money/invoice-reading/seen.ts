import { type LabelMeaning, meaningOf } from '../../documents/reading/labels/labels.ts'
import type { ReadField } from '../../documents/reading/labels/meanings.ts'
import type { InvoiceValue } from '../../documents/reading/readings.ts'
import type { Currency } from '../../shared/money.ts'
import type { DateOrder } from '../../shared/written/dates.ts'

/** What is read on an invoice, and how sure that is. */

/** What earlier corrections taught about a vendor's invoices. */
export interface Lessons {
  /** The label of a value, as in `labelKey`. */
  labels: Partial<Record<ReadField, string>>
  dateOrder: DateOrder | null
}
export const NOTHING_LEARNED: Lessons = { labels: {}, dateOrder: null }

export interface Seen<T> {
  value: T
  /** From 0 to 1. Screens say "High confidence" from 0.8, which nothing reaches that could be read another way. */
  sureness: number
  place: Pick<InvoiceValue, 'mentionText' | 'pageAnchor'>
  /** It was found by what was learned. */
  isLearned: boolean
  /** What else it could be, as a sentence, or null. */
  doubt: string | null
}

export interface SeenLine {
  description: string
  quantity: string | null
  unitPrice: number | null
  amount: number
}

export interface SeenInvoice {
  names: Seen<string>[]
  taxIds: Seen<string>[]
  invoiceNumber?: Seen<string>
  invoiceDate?: Seen<string>
  dueDate?: Seen<string>
  /** What is to be paid: less than the invoice comes to where a part is paid, and without balances billed before. */
  total?: Seen<{ value: number; currency: Currency | null }>
  /** The currency that it is in, if that one can't be used. There is no total then. */
  foreign?: Seen<string>
  /** It says that it is paid. There is no total then. */
  nothingDue?: Seen<true>
  isCredit?: Seen<true>
  /** What it looks like instead of an invoice, in words: "statement of account". */
  looksLike?: Seen<string>
  /** Minor units of the total's currency. */
  lines: Seen<SeenLine>[]
  /** The table had more lines than are read. */
  isCut: boolean
  /** What is added to the lines or taken off, such as tax or shipping, if that makes the total. */
  extras: { description: string; amount: number }[]
  /** What the total has more than lines and extras. Zero if they add up, null without both. */
  difference: number | null
}

export interface Reader {
  /** The names of the company that is billed. */
  ownNames: readonly string[]
  /** What amounts are in if that isn't written. */
  currency: Currency
  lessons: Lessons
}

export const MOST_SURE = 0.98
/** The most that something with another reading gets. */
export const IN_DOUBT = 0.7

/** A value with what its label means. */
export interface Labelled {
  field: InvoiceValue
  label: string
  meaning: LabelMeaning | null
}

export const labelledOf = (values: readonly InvoiceValue[]): Labelled[] =>
  values.flatMap((field) => {
    const label = field.properties.label ?? ''
    return field.kind === 'FIELD' ? [{ field, label, meaning: meaningOf(label) }] : []
  })

export const bestOf = (all: readonly Labelled[], meaning: string): Labelled[] =>
  all
    .filter((one) => one.meaning?.meaning === meaning)
    .toSorted((a, b) => (b.meaning?.weight ?? 0) - (a.meaning?.weight ?? 0))

/** @param doubt what else it could be: such a value is never sure */
export const seenAt = <T>(
  place: InvoiceValue,
  value: T,
  sureness: number,
  { isLearned = false, doubt = null }: { isLearned?: boolean; doubt?: string | null } = {},
): Seen<T> => ({
  value,
  isLearned,
  doubt,
  sureness: Math.min(doubt === null ? MOST_SURE : IN_DOUBT, sureness),
  place: { mentionText: place.mentionText, pageAnchor: place.pageAnchor },
})
