import type { InvoiceValue } from '../../documents/reading/readings.ts'
import { addDays } from '../../shared/calendar.ts'
import { matchKeyOf } from '../../shared/match-key.ts'
import type { Currency } from '../../shared/money.ts'
import { currencyIn, type DecimalSign, decimalOf, decimalSignOf, minorOf } from './amounts.ts'
import { type DateOrder, dateIn } from './dates.ts'
import { labelKey, meaningOf, READ_FIELDS, type ReadField } from './labels.ts'

/** What an invoice says, from what stands on it and what was learned of its vendor. Pure. */

/** What earlier corrections taught about a vendor's invoices. */
export interface Lessons {
  /** The label of a value, as in `labelKey`. */
  labels: Partial<Record<ReadField, string>>
  dateOrder: DateOrder | null
}
export const NOTHING_LEARNED: Lessons = { labels: {}, dateOrder: null }

export interface Seen<T> {
  value: T
  /** From 0 to 1. */
  sureness: number
  place: Pick<InvoiceValue, 'mentionText' | 'pageAnchor'>
  /** It was found by what was learned. */
  isLearned: boolean
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
  total?: Seen<{ value: number; currency: Currency | null }>
  isCredit?: Seen<true>
  /** Minor units of the total's currency. */
  lines: Seen<SeenLine>[]
  /** What is added to the lines, such as tax, if that makes the total. */
  extra: { description: string; amount: number } | null
  /** What the total has more than lines and tax. Zero if they add up, null without both. */
  difference: number | null
}

interface Labelled {
  field: InvoiceValue
  label: string
  meaning: ReturnType<typeof meaningOf>
}

const NUMBER = /^[#:\s]*((?:[A-Z]{1,8}[\s-])?[A-Z0-9][\w./-]*)/i

/** The number in a value such as "INV-1 from June", or null. */
const numberIn = (text: string): string | null => {
  const [, number = ''] = NUMBER.exec(text) ?? []
  const plain = number.replace(/[.,/-]+$/, '')
  const isDate = dateIn(plain, 'DMY')?.date !== undefined && !/[A-Z]/i.test(plain)
  return /\d/.test(plain) && plain.length <= 40 && !isDate ? plain : null
}

const SLASHED = /(?<!\d)(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d{2})(?!\d)/

/** The order that a date of the invoice shows, or that its country uses. */
const orderIn = (values: readonly InvoiceValue[], currency: Currency | null): DateOrder => {
  for (const { mentionText } of values) {
    const [, a, b] = SLASHED.exec(mentionText) ?? []
    if (Number(a) > 12 && Number(b) <= 12) return 'DMY'
    if (Number(b) > 12 && Number(a) <= 12) return 'MDY'
  }
  return currency === null || currency === 'USD' ? 'MDY' : 'DMY'
}

const signIn = (texts: readonly string[]): DecimalSign => {
  const signs = texts.map(decimalSignOf)
  return signs.filter((sign) => sign === ',').length > signs.filter((sign) => sign === '.').length ? ',' : '.'
}

const AMOUNT = /\d/
const best = (all: readonly Labelled[], meaning: string): Labelled[] =>
  all
    .filter((one) => one.meaning?.meaning === meaning)
    .toSorted((a, b) => (b.meaning?.weight ?? 0) - (a.meaning?.weight ?? 0))

const MOST_SURE = 0.98

export interface Reader {
  /** The names of the company that is billed. */
  ownNames: readonly string[]
  /** What amounts are in if that isn't written. */
  currency: Currency
  lessons: Lessons
}

export const readInvoiceValues = (
  values: readonly InvoiceValue[],
  { ownNames, currency: usual, lessons }: Reader,
): SeenInvoice => {
  const labelled = values.flatMap((field): Labelled[] => {
    const label = field.properties.label ?? ''
    return field.kind === 'FIELD' ? [{ field, label, meaning: meaningOf(label) }] : []
  })
  const seen = <T>(value: T, sureness: number, place: InvoiceValue, isLearned = false): Seen<T> => ({
    ...{ value, sureness: Math.min(MOST_SURE, sureness), isLearned },
    place: { mentionText: place.mentionText, pageAnchor: place.pageAnchor },
  })
  /** Learned labels come first. */
  const candidates = (meaning: ReadField): (Labelled & { isLearned: boolean })[] => {
    const key = lessons.labels[meaning]
    const learned = key ? labelled.filter(({ label }) => labelKey(label) === key) : []
    return [
      ...learned.map((one) => ({ ...one, isLearned: true })),
      ...best(labelled, meaning).map((one) => ({ ...one, isLearned: false })),
    ]
  }
  const weightOf = ({ isLearned, meaning }: Labelled & { isLearned: boolean }): number =>
    isLearned ? MOST_SURE : (meaning?.weight ?? 0)

  const lineValues = values.filter(({ kind }) => kind === 'LINE')
  const amountTexts = [
    ...labelled.flatMap(({ meaning, field }) =>
      meaning && ['totalAmount', 'net', 'tax'].includes(meaning.meaning) ? [field.mentionText] : [],
    ),
    ...lineValues.flatMap(({ properties }) => [properties.amount ?? '', properties.unitPrice ?? '']),
  ]
  const sign = signIn(amountTexts)
  const result: SeenInvoice = { names: [], taxIds: [], lines: [], extra: null, difference: null }

  for (const one of candidates('totalAmount')) {
    if (!AMOUNT.test(one.field.mentionText) || dateIn(one.field.mentionText, 'DMY')) continue
    const stated =
      currencyIn(one.field.mentionText) ??
      currencyIn(one.label.toUpperCase()) ??
      best(labelled, 'currency').map(({ field }) => currencyIn(field.mentionText.toUpperCase()))[0] ??
      amountTexts.map(currencyIn).find((each) => each !== null) ??
      null
    const value = minorOf(one.field.mentionText, sign, stated ?? usual)
    if (value === null || value === 0) continue
    result.total = seen({ value, currency: stated }, weightOf(one), one.field, one.isLearned)
    break
  }
  const currency = result.total?.value.currency ?? usual
  const order = lessons.dateOrder ?? orderIn(values, result.total?.value.currency ?? null)

  for (const one of candidates('invoiceNumber')) {
    const number = numberIn(one.field.mentionText)
    if (!number) continue
    result.invoiceNumber = seen(number, weightOf(one), one.field, one.isLearned)
    break
  }
  const dateOf = (meaning: 'invoiceDate' | 'dueDate'): Seen<string> | undefined => {
    for (const one of candidates(meaning)) {
      const date = dateIn(one.field.mentionText, order)
      if (!date) continue
      const doubt = date.isAmbiguous && lessons.dateOrder === null ? 0.7 : 1
      const isLearned = one.isLearned || (date.isAmbiguous && lessons.dateOrder !== null)
      return seen(date.date, weightOf(one) * doubt, one.field, isLearned)
    }
    return undefined
  }
  /** The only date at the top, without a label. */
  const plainDate = (): Seen<string> | undefined => {
    const dates = values.flatMap((value) => {
      const date = value.kind === 'DATE' ? dateIn(value.mentionText, order) : null
      return date ? [{ value, date }] : []
    })
    const [only] = dates
    return only && dates.every(({ date }) => date.date === only.date.date)
      ? seen(only.date.date, only.date.isAmbiguous ? 0.45 : 0.65, only.value)
      : undefined
  }
  const [invoiceDate, dueDate] = [dateOf('invoiceDate') ?? plainDate(), dateOf('dueDate')]
  if (invoiceDate) result.invoiceDate = invoiceDate
  const terms = values.find(({ kind }) => kind === 'TERMS')
  if (dueDate) result.dueDate = dueDate
  else if (invoiceDate && terms)
    result.dueDate = seen(addDays(invoiceDate.value, Number(terms.properties.days)), 0.8 * invoiceDate.sureness, terms)

  const credit = values.find(({ kind }) => kind === 'CREDIT')
  if (credit) result.isCredit = seen(true as const, 0.95, credit)
  result.names = namesIn(values, ownNames, seen)
  result.taxIds = best(labelled, 'taxId').flatMap(({ field }) => {
    const { taxId } = field.properties
    return taxId ? [seen(taxId, 0.9, field)] : []
  })
  const minor = (text: string): number | null => minorOf(text, sign, currency)
  result.lines = lineValues.flatMap((line): Seen<SeenLine>[] => {
    const { description = '', quantity = '', unitPrice = '', amount = '' } = line.properties
    const value = minor(amount)
    if (value === null) return []
    const [count, price] = [decimalOf(quantity, sign), minor(unitPrice)]
    const product = count === null || price === null ? null : Math.round(Number(count) * price)
    const sureness = product === null ? 0.75 : Math.abs(product - value) <= 1 ? 0.95 : 0.6
    return [seen({ description, quantity: count, unitPrice: price, amount: value }, sureness, line)]
  })
  return withSums(signed(result), labelled, minor)
}

/** A name less sure than this may be any words at the top. */
export const SURE_NAME = 0.6
const ROLES: Record<string, number> = { from: 0.9, head: 0.8, body: 0.6, top: 0.5 }

const namesIn = (
  values: readonly InvoiceValue[],
  ownNames: readonly string[],
  seen: (value: string, sureness: number, place: InvoiceValue) => Seen<string>,
): Seen<string>[] => {
  const isOwn = new Set(ownNames.map(matchKeyOf))
  const found = values
    .flatMap((one) => {
      const weight = ROLES[one.properties.role ?? '']
      const isValue =
        one.properties.role === 'top' && (/\d/.test(one.mentionText) || meaningOf(one.mentionText) !== null)
      return one.kind === 'NAME' && weight && !isValue && !isOwn.has(matchKeyOf(one.mentionText))
        ? [seen(one.mentionText, weight, one)]
        : []
    })
    .toSorted((a, b) => b.sureness - a.sureness)
  return found.filter(
    ({ value }, at) => found.findIndex((other) => matchKeyOf(other.value) === matchKeyOf(value)) === at,
  )
}

/** Credits are positive amounts with the mark, whichever way they are written. */
const signed = (read: SeenInvoice): SeenInvoice => {
  const { total } = read
  if (!total || total.value.value > 0) return read
  return {
    ...read,
    isCredit: read.isCredit ?? { ...total, value: true as const, sureness: 0.8 },
    total: { ...total, value: { ...total.value, value: -total.value.value } },
    lines: read.lines.map((line) => ({
      ...line,
      value: { ...line.value, amount: -line.value.amount, unitPrice: line.value.unitPrice },
    })),
  }
}

/** Whether the lines and the tax make the total. */
const withSums = (
  read: SeenInvoice,
  labelled: readonly Labelled[],
  minor: (text: string) => number | null,
): SeenInvoice => {
  const { total, lines } = read
  if (!total || lines.length === 0) return read
  const sum = lines.reduce((all, { value }) => all + value.amount, 0)
  const rest = total.value.value - sum
  const amounts = (meaning: string): number[] =>
    best(labelled, meaning).flatMap(({ field }) => {
      const value = /%\s*$/.test(field.mentionText) ? null : minor(field.mentionText)
      return value === null ? [] : [Math.abs(value)]
    })
  const taxes = amounts('tax')
  const surer = { ...read, total: { ...total, sureness: MOST_SURE }, difference: 0 }
  if (rest === 0) return surer
  const isTax = taxes.includes(rest) || taxes.reduce((all, tax) => all + tax, 0) === rest
  if (rest > 0 && (isTax || amounts('net').includes(sum)))
    return { ...surer, extra: { description: isTax ? 'Tax' : 'Tax and other', amount: rest } }
  return { ...read, difference: rest }
}

export interface Entered {
  invoiceNumber: string
  invoiceDate: string
  dueDate: string | null
  totalAmount: number
  currency: Currency
}

/** What entering a bill teaches: where the values that were wrong stand, and how its dates are written. */
export const lessonsOf = (
  values: readonly InvoiceValue[],
  reader: Reader,
  entered: Entered,
): { labels: Partial<Record<ReadField, string>>; dateOrder: DateOrder | null } => {
  const read = readInvoiceValues(values, reader)
  const fields = values.filter(({ kind }) => kind === 'FIELD')
  const sign = signIn(fields.map(({ mentionText }) => mentionText))
  const isRight: Record<ReadField, boolean> = {
    invoiceNumber: read.invoiceNumber?.value === entered.invoiceNumber,
    invoiceDate: read.invoiceDate?.value === entered.invoiceDate,
    dueDate: entered.dueDate === null || read.dueDate?.value === entered.dueDate,
    totalAmount: read.total?.value.value === entered.totalAmount,
  }
  const says = (field: ReadField, text: string): boolean => {
    if (field === 'invoiceNumber') return numberIn(text)?.toLowerCase() === entered.invoiceNumber.toLowerCase()
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
    const isNamed = ({ properties }: InvoiceValue): boolean => meaningOf(properties.label ?? '')?.meaning === field
    // What stands before it may be a value itself, in the column beside it.
    const named =
      saying.find(isNamed) ?? saying.find(({ properties }) => /^\D{2,}$/.test(labelKey(properties.label ?? '')))
    if (!named) continue
    if (field === 'invoiceDate' || field === 'dueDate') {
      const date = field === 'invoiceDate' ? entered.invoiceDate : entered.dueDate
      const [day, month] = [dateIn(named.mentionText, 'DMY'), dateIn(named.mentionText, 'MDY')]
      if (day?.date !== month?.date) dateOrder = day?.date === date ? 'DMY' : 'MDY'
    }
    if (!isNamed(named)) labels[field] = labelKey(named.properties.label ?? '')
  }
  return { labels, dateOrder }
}
