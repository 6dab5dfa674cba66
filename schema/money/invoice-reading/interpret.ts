import { labelKey } from '../../documents/reading/labels/labels.ts'
import type { ReadField } from '../../documents/reading/labels/meanings.ts'
import type { InvoiceValue } from '../../documents/reading/readings.ts'
import { type Currency, currencyExponent } from '../../shared/money.ts'
import { amountIn, type DecimalSign, decimalOf, minorFrom, minorOf } from '../../shared/written/amounts.ts'
import { currencyOf } from './currency.ts'
import { againstTerms, dateByTerms, labelledDate, orderIn, plainDate } from './days.ts'
import { languageOf, signOf } from './language.ts'
import { namesIn } from './names.ts'
import { numberIn } from './numbers.ts'
import {
  bestOf,
  IN_DOUBT,
  type Labelled,
  labelledOf,
  MOST_SURE,
  type Reader,
  type Seen,
  type SeenInvoice,
  type SeenLine,
  seenAt,
} from './seen.ts'
import { isAmountText, type Payable, partsBetween, payableOf, type Sum, sumsIn } from './sums.ts'

export { NOTHING_LEARNED, type Reader, type Seen, type SeenInvoice, type SeenLine } from './seen.ts'

/**
 * What an invoice says, from what stands on it and what was learned of its vendor. What could be read in two ways is
 * never sure, and says what else it could be. Pure.
 */

type Candidate = Labelled & { isLearned: boolean }

/** Learned labels come first. */
const candidatesFor = (
  field: ReadField,
  labelled: readonly Labelled[],
  labels: Reader['lessons']['labels'],
): Candidate[] => {
  const key = labels[field]
  const learned = key ? labelled.filter(({ label }) => labelKey(label) === key) : []
  return [
    ...learned.map((one) => ({ ...one, isLearned: true })),
    ...bestOf(labelled, field).map((one) => ({ ...one, isLearned: false })),
  ]
}
const weightOf = ({ isLearned, meaning }: Candidate): number => (isLearned ? MOST_SURE : (meaning?.weight ?? 0))

const numberSeen = (candidates: readonly Candidate[]): Seen<string> | undefined => {
  const read = candidates.flatMap((one) => {
    const number = numberIn(one.field.mentionText)
    return number ? [{ one, ...number }] : []
  })
  const [first] = read
  if (!first) return undefined
  const { one, number, isOpen } = first
  const other = read.find(
    (each) => each.number !== number && !one.isLearned && weightOf(each.one) >= weightOf(one) - 0.05,
  )
  const doubt = other
    ? `Another number on it is ${other.number}.`
    : isOpen
      ? `It could also be “${one.field.mentionText}”.`
      : /\s/.test(number)
        ? 'It may be only part of the text there.'
        : null
  return seenAt(one.field, number, weightOf(one), { isLearned: one.isLearned, doubt })
}

/** What an amount is read by. */
interface Scale {
  sign: DecimalSign | null
  currency: Currency
}

const linesIn = (values: readonly InvoiceValue[], { sign, currency }: Scale): Seen<SeenLine>[] =>
  values.flatMap((line): Seen<SeenLine>[] => {
    if (line.kind !== 'LINE') return []
    const { description = '', quantity = '', unitPrice = '', amount = '' } = line.properties
    const read = amountIn(amount, sign, currencyExponent(currency))
    const value = read && minorFrom(read.decimal, currency)
    if (!read || value === null) return []
    const [count, price] = [decimalOf(quantity, sign), decimalOf(unitPrice, sign)]
    const scale = 10 ** currencyExponent(currency)
    const product = count === null || price === null ? null : Math.round(Number(count) * Number(price) * scale)
    const unit = price === null ? null : minorFrom(price, currency)
    const sureness = product === null ? 0.75 : Math.abs(product - value) <= 1 ? 0.95 : 0.6
    return [
      seenAt(
        line,
        { description, quantity: count, unitPrice: unit, amount: value },
        read.other === null ? sureness : Math.min(sureness, IN_DOUBT),
      ),
    ]
  })

const hasKind = (values: readonly InvoiceValue[], kind: InvoiceValue['kind']): InvoiceValue | undefined =>
  values.find((one) => one.kind === kind)

export const readInvoiceValues = (values: readonly InvoiceValue[], reader: Reader): SeenInvoice => {
  const { ownNames, currency: usual, lessons } = reader
  const labelled = labelledOf(values)
  const result: SeenInvoice = {
    ...{ names: namesIn(values, ownNames), taxIds: [], lines: [], extras: [], difference: null },
    isCut: values.some(({ kind }) => kind === 'CUT'),
  }
  const learnedTotal = candidatesFor('totalAmount', labelled, lessons.labels).find(
    ({ isLearned, field }) => isLearned && isAmountText(field.mentionText),
  )
  const totals = [
    ...(learnedTotal ? [learnedTotal] : []),
    ...bestOf(labelled, 'due'),
    ...bestOf(labelled, 'totalAmount'),
  ].filter(({ field }) => isAmountText(field.mentionText))
  const amountTexts = [
    ...labelled.flatMap(({ meaning, field }) =>
      meaning &&
      ['due', 'totalAmount', 'net', 'tax', 'paid', 'extra', 'previous'].includes(meaning.meaning) &&
      isAmountText(field.mentionText)
        ? [field.mentionText]
        : [],
    ),
    ...values.flatMap(({ kind, properties }) =>
      kind === 'LINE' ? [properties.amount ?? '', properties.unitPrice ?? ''] : [],
    ),
  ]
  const language = languageOf([...labelled.map(({ label }) => label), hasKind(values, 'CREDIT')?.mentionText ?? ''])
  const { said, doubt: currencyDoubt } = currencyOf(totals[0] ?? null, labelled, amountTexts, { usual, language })
  const currency = said?.currency ?? usual
  const scale: Scale = { sign: signOf(amountTexts, language, said?.currency ?? null), currency }

  const order = lessons.dateOrder
    ? { order: lessons.dateOrder, isKnown: true }
    : orderIn(values, said?.currency ?? null, language)
  const number = numberSeen(candidatesFor('invoiceNumber', labelled, lessons.labels))
  if (number) result.invoiceNumber = number
  const date = (field: 'invoiceDate' | 'dueDate') =>
    labelledDate(candidatesFor(field, labelled, lessons.labels), order, lessons.dateOrder !== null)
  const invoiceDate = date('invoiceDate') ?? plainDate(values, order)
  if (invoiceDate) result.invoiceDate = invoiceDate
  const due = date('dueDate')
  const dueDate = due ? againstTerms(due, values, invoiceDate) : dateByTerms(values, invoiceDate)
  if (dueDate) result.dueDate = dueDate

  const credit = hasKind(values, 'CREDIT')
  if (credit) result.isCredit = seenAt(credit, true as const, 0.95)
  const looks = hasKind(values, 'LOOKS')
  if (looks) result.looksLike = seenAt(looks, looks.properties.looksLike ?? '', 0.75)
  result.taxIds = bestOf(labelled, 'taxId').flatMap(({ field }) => {
    const { taxId } = field.properties
    return taxId ? [seenAt(field, taxId, 0.9)] : []
  })
  if (said && said.currency === null) {
    const place = totals[0]?.field ?? bestOf(labelled, 'currency')[0]?.field
    return place ? { ...result, foreign: seenAt(place, said.name, 0.9) } : result
  }
  result.lines = linesIn(values, scale)
  const sums = sumsIn(labelled, scale.sign, currency)
  const found = learnedTotal ? learnedPayable(learnedTotal, scale) : payableOf(sums, linesSumOf(result), currency)
  const stamp = hasKind(values, 'PAID')
  if (found && 'nothing' in found) return { ...result, nothingDue: seenAt(found.nothing.one.field, true as const, 0.9) }
  if (stamp && !learnedTotal) return { ...result, nothingDue: seenAt(stamp, true as const, 0.6) }
  if (!found || found.value === 0) return result
  const { sum, value, isProven, doubt } = found
  const noCurrency = said ? null : `No currency is written. It could be another one than ${usual}.`
  const notInvoice = looks ? `It looks like a ${looks.properties.looksLike}.` : null
  const lesson = { isLearned: learnedTotal !== undefined }
  result.total = seenAt(
    sum.one.field,
    { value, currency: said?.currency ?? null },
    isProven ? MOST_SURE : learnedTotal ? MOST_SURE : sum.weight,
    { ...lesson, doubt: doubt ?? currencyDoubt ?? notInvoice ?? noCurrency },
  )
  return withParts(signed(result), sums)
}

/** What was corrected before is taken at its word. */
const learnedPayable = (one: Candidate, { sign, currency }: Scale): Payable | null => {
  const value = minorOf(one.field.mentionText, sign, currency)
  if (value === null) return null
  const read = amountIn(one.field.mentionText, sign, currencyExponent(currency))
  const sum: Sum = { one, meaning: 'totalAmount', weight: MOST_SURE, value, other: null }
  const doubt = read?.other ? `It could also be ${read.other}.` : null
  return { sum, value, isProven: false, doubt }
}

const linesSumOf = ({ lines }: SeenInvoice): number | null =>
  lines.length === 0 ? null : lines.reduce((all, { value }) => all + value.amount, 0)

/** Credits are positive amounts with the mark, whichever way they are written. */
const signed = (read: SeenInvoice): SeenInvoice => {
  const { total } = read
  if (!total || total.value.value > 0) return read
  return {
    ...read,
    isCredit: read.isCredit ?? { ...total, value: true as const, sureness: Math.min(total.sureness, 0.8) },
    total: { ...total, value: { ...total.value, value: -total.value.value } },
    lines: read.lines.map((line) => ({
      ...line,
      value: { ...line.value, amount: -line.value.amount, unitPrice: line.value.unitPrice },
    })),
  }
}

/** Whether the lines, with tax and what else is added or taken off, make the total. */
const withParts = (read: SeenInvoice, sums: readonly Sum[]): SeenInvoice => {
  const { total } = read
  const sum = linesSumOf(read)
  if (!total || sum === null) return read
  const parts = partsBetween(sum, total.value.value, sums)
  if (parts) return { ...read, extras: parts, difference: 0 }
  return { ...read, difference: total.value.value - sum }
}
