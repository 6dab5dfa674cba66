import type { InvoiceValue } from '../../documents/reading/readings.ts'
import { addDays, dayText, monthOf, shiftMonth } from '../../shared/calendar.ts'
import { lastDayOf } from '../../shared/day-count.ts'
import type { Currency } from '../../shared/money.ts'
import { type DateOrder, dateIn, type ReadDate } from '../../shared/written/dates.ts'
import type { Language } from './language.ts'
import { type Labelled, type Seen, seenAt } from './seen.ts'

/** When an invoice was written and until when it is to be paid. Pure. */

const SLASHED = /(?<!\d)(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d{2})(?!\d)/

interface Order {
  order: DateOrder
  /** Something shows that dates end with the year here. */
  isKnown: boolean
}

/** The order that a date of the invoice shows, or that its country uses. */
export const orderIn = (
  values: readonly InvoiceValue[],
  currency: Currency | null,
  language: Language | null,
): Order => {
  for (const { mentionText } of values) {
    const [, a, b] = SLASHED.exec(mentionText) ?? []
    if (Number(a) > 12 && Number(a) <= 31 && Number(b) <= 12 && /\d{4}/.test(mentionText))
      return { order: 'DMY', isKnown: true }
    if (Number(b) > 12 && Number(b) <= 31 && Number(a) <= 12) return { order: 'MDY', isKnown: true }
  }
  const isEuropean = language !== null && language !== 'en'
  const order = isEuropean || (currency !== null && currency !== 'USD') ? 'DMY' : 'MDY'
  return { order, isKnown: isEuropean || currency === 'GBP' || currency === 'EUR' || currency === 'AUD' }
}

interface Dated {
  labelled: Labelled & { isLearned: boolean }
  date: ReadDate
}

const doubtOf = ({ date, isAmbiguous, other }: ReadDate): string | null =>
  other ? `It could also be ${dayText(other)}.` : isAmbiguous ? `Check the date: ${date}.` : null

/**
 * The date that a label names.
 *
 * @param isLearned whether the vendor's order of days and months is known
 */
export const labelledDate = (
  candidates: readonly (Labelled & { isLearned: boolean })[],
  { order, isKnown }: Order,
  isOrderLearned: boolean,
): Seen<string> | undefined => {
  const dated = candidates.flatMap((labelled): Dated[] => {
    const date = dateIn(labelled.field.mentionText, order, isKnown || isOrderLearned)
    return date ? [{ labelled, date }] : []
  })
  const [first] = dated
  if (!first) return undefined
  const weightOf = ({ labelled }: Dated): number => (labelled.isLearned ? 1 : (labelled.meaning?.weight ?? 0))
  const other = dated.find((one) => one.date.date !== first.date.date && weightOf(one) >= weightOf(first) - 0.05)
  const isSettled = isOrderLearned && first.date.isAmbiguous
  const said = isSettled ? null : doubtOf(first.date)
  const doubt = said ?? (other ? `Another date beside the same words is ${dayText(other.date.date)}.` : null)
  return seenAt(first.labelled.field, first.date.date, weightOf(first) * (doubt === null ? 1 : 0.7), {
    isLearned: first.labelled.isLearned || isSettled,
    doubt,
  })
}

/** The only date at the top, without a label. */
export const plainDate = (values: readonly InvoiceValue[], { order, isKnown }: Order): Seen<string> | undefined => {
  const dates = values.flatMap((value) => {
    const date = value.kind === 'DATE' ? dateIn(value.mentionText, order, isKnown) : null
    return date ? [{ value, date }] : []
  })
  const [only] = dates
  return only && dates.every(({ date }) => date.date === only.date.date)
    ? seenAt(only.value, only.date.date, only.date.isAmbiguous ? 0.45 : 0.65, { doubt: doubtOf(only.date) })
    : undefined
}

/** "30 days end of month" ends with the month of the thirtieth day. "10th of the next month" is a day of it. */
const dueBy = (invoiceDate: string, { days = '0', from = '' }: Record<string, string>): string => {
  if (from === 'MONTH_END') return lastDayOf(monthOf(addDays(invoiceDate, Number(days))))
  if (from !== 'NEXT_MONTH') return addDays(invoiceDate, Number(days))
  const month = shiftMonth(monthOf(invoiceDate), 1)
  const last = lastDayOf(month)
  const day = `${month}-${days.padStart(2, '0')}`
  return day > last ? last : day
}

/** By the terms, where no label names the date. They say less than a date, so this is never sure. */
export const dateByTerms = (
  values: readonly InvoiceValue[],
  invoiceDate: Seen<string> | undefined,
): Seen<string> | undefined => {
  if (!invoiceDate) return undefined
  const all = values.filter(({ kind }) => kind === 'TERMS')
  const days = new Map(all.map((terms) => [dueBy(invoiceDate.value, terms.properties), terms]))
  const [first] = days
  if (!first) return undefined
  const [date, terms] = first
  if (days.size > 1)
    return seenAt(terms, date, 0.4, { doubt: `Other terms on it end on ${dayText([...days.keys()][1] ?? date)}.` })
  if (terms.properties.from === 'MONTH_END')
    return seenAt(terms, date, 0.5, { doubt: 'Companies count days to the end of a month in different ways.' })
  return seenAt(terms, date, 0.8 * invoiceDate.sureness, { doubt: invoiceDate.doubt })
}

/** A date that the terms contradict. */
export const againstTerms = (
  due: Seen<string>,
  values: readonly InvoiceValue[],
  invoiceDate: Seen<string> | undefined,
): Seen<string> => {
  const byTerms = dateByTerms(values, invoiceDate)
  if (!byTerms || byTerms.sureness < 0.6 || byTerms.value === due.value || due.isLearned || due.doubt) return due
  return { ...due, sureness: Math.min(due.sureness, 0.7), doubt: `By its terms it would be ${dayText(byTerms.value)}.` }
}
