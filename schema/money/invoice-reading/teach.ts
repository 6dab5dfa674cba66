import { labelKey, meaningOf } from '../../documents/reading/labels/labels.ts'
import { READ_FIELDS, type ReadField } from '../../documents/reading/labels/meanings.ts'
import type { InvoiceValue } from '../../documents/reading/readings.ts'
import type { Currency } from '../../shared/money.ts'
import { minorOf } from '../../shared/written/amounts.ts'
import { type DateOrder, dateIn } from '../../shared/written/dates.ts'
import { readInvoiceValues } from './interpret.ts'
import { languageOf, signOf } from './language.ts'
import { numberIn } from './numbers.ts'
import type { Reader } from './seen.ts'

/** What a bill that someone enters says about how its invoice is to be read. Pure. */

interface Entered {
  invoiceNumber: string
  invoiceDate: string
  dueDate: string | null
  totalAmount: number
  currency: Currency
}

const TOTALS = ['due', 'totalAmount']

/** What entering a bill teaches: where the values that were wrong stand, and how its dates are written. */
export const lessonsOf = (
  values: readonly InvoiceValue[],
  reader: Reader,
  entered: Entered,
): { labels: Partial<Record<ReadField, string>>; dateOrder: DateOrder | null } => {
  const read = readInvoiceValues(values, reader)
  const fields = values.filter(({ kind }) => kind === 'FIELD')
  const language = languageOf(fields.map(({ properties }) => properties.label ?? ''))
  const sign = signOf(
    fields.map(({ mentionText }) => mentionText),
    language,
    entered.currency,
  )
  const isRight: Record<ReadField, boolean> = {
    invoiceNumber: read.invoiceNumber?.value === entered.invoiceNumber,
    invoiceDate: read.invoiceDate?.value === entered.invoiceDate,
    dueDate: entered.dueDate === null || read.dueDate?.value === entered.dueDate,
    totalAmount: read.total?.value.value === entered.totalAmount,
  }
  const says = (field: ReadField, text: string): boolean => {
    if (field === 'invoiceNumber') return numberIn(text)?.number.toLowerCase() === entered.invoiceNumber.toLowerCase()
    if (field === 'totalAmount')
      return !dateIn(text, 'DMY') && Math.abs(minorOf(text, sign, entered.currency) ?? 0) === entered.totalAmount
    const date = field === 'invoiceDate' ? entered.invoiceDate : entered.dueDate
    return (['DMY', 'MDY'] as const).some((order) => dateIn(text, order)?.date === date)
  }
  const labels: Partial<Record<ReadField, string>> = {}
  let dateOrder: DateOrder | null = null
  for (const field of READ_FIELDS) {
    if (isRight[field]) continue
    const saying = fields.filter(({ mentionText }) => says(field, mentionText))
    const isNamed = ({ properties }: InvoiceValue): boolean => {
      const meaning = meaningOf(properties.label ?? '')?.meaning
      return meaning === field || (field === 'totalAmount' && meaning !== undefined && TOTALS.includes(meaning))
    }
    // What stands before it may be a value itself, in the column beside it.
    const named =
      saying.find(isNamed) ?? saying.find(({ properties }) => /^\D{2,}$/.test(labelKey(properties.label ?? '')))
    if (!named) continue
    if (field === 'invoiceDate' || field === 'dueDate') {
      const date = field === 'invoiceDate' ? entered.invoiceDate : entered.dueDate
      const [day, month] = [dateIn(named.mentionText, 'DMY'), dateIn(named.mentionText, 'MDY')]
      if (day?.date !== month?.date) dateOrder = day?.date === date ? 'DMY' : 'MDY'
    }
    if (!isNamed(named) || field === 'totalAmount') labels[field] = labelKey(named.properties.label ?? '')
  }
  return { labels, dateOrder }
}
