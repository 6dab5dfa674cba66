import type { DocumentPredictions, Entity, EntityType } from '../../../../schema/documents/reading/readings.ts'
import type { Invoice } from '../../../../schema/money/bills/invoice-endpoints.ts'
import { MOST_LINES } from '../../../../schema/money/bills/values.ts'
import {
  type Reader,
  readInvoiceValues,
  type Seen,
  type SeenInvoice,
  type SeenLine,
} from '../../../../schema/money/invoice-reading/interpret.ts'
import { TERM_DAYS } from '../../../../schema/money/payments/schedule.ts'
import { addDays } from '../../../../schema/shared/calendar.ts'
import { CURRENCIES, type Currency } from '../../../../schema/shared/money.ts'
import { isCalendarDate } from '../../../../schema/shared/values.ts'
import type { PaymentTerm } from '../../../../schema/vendors/services/values.ts'
import { type BillValues, type LineValues, nextLine, withTotal } from './form-values.ts'

/** What was read in an invoice, as values of its bill. Each knows where it is written and how sure that is. */

export interface FoundInvoice {
  vendorName?: Found<string>
  invoiceNumber?: Found<string>
  invoiceDate?: Found<string>
  dueDate?: Found<string>
  total?: Found<{ value: number; currency: Currency | null }>
  isCredit?: Found<true>
  /** The currency that it is in, if bills can't be in it. There is no total then. */
  foreign?: Found<string>
  /** It says that it is paid. There is no total then. */
  nothingDue?: Found<true>
  /** What it looks like instead of an invoice, in words. */
  looksLike?: Found<string>
  lines: Found<SeenLine>[]
  /** It has more lines than are read. */
  isCut: boolean
  /** What is added to the lines or taken off, such as tax, if that makes the total. */
  extras: SeenInvoice['extras']
  /** What the total has more than lines and tax. Zero if they add up, null without both. */
  difference: number | null
}
export const NOTHING_FOUND: FoundInvoice = { lines: [], isCut: false, extras: [], difference: null }

export interface Found<T> {
  value: T
  entity: Pick<Entity, 'mentionText' | 'pageAnchor' | 'confidence' | 'contradicted'>
  /** It was found by what earlier bills of the vendor taught. */
  isLearned: boolean
  /** What else it could be, as a sentence. */
  doubt: string | null
}

type Read = Pick<DocumentPredictions, 'entities' | 'pages' | 'invoiceValues'>

const foundOf = <T>({ value, sureness, place, isLearned, doubt }: Seen<T>): Found<T> => ({
  ...{ value, isLearned, doubt },
  entity: { ...place, confidence: sureness, contradicted: false },
})

const property = ({ properties }: Entity, type: string): string | undefined =>
  properties.find((one) => one.type === type)?.value

const surest = (entities: readonly Entity[]): Entity | undefined =>
  [...entities].sort((a, b) => b.confidence - a.confidence)[0]

/** The text before a mention, on its line and the one above. */
const before = ({ pages }: Read, { mentionText, pageAnchor }: Entity): string => {
  const on = pageAnchor.pageRefs[0]?.page
  const text = pages.find(({ page }) => page === on)?.text ?? ''
  const at = text.indexOf(mentionText)
  return at < 0 ? '' : text.slice(Math.max(0, at - 40), at)
}
/** The nearest word says what a date is. */
const isDue = (text: string): boolean => text.search(/(?:due|pay(?:able|ment)?\s+by)[^\d]{0,30}$/i) >= 0
const NOT_ITS_OWN = /(?:period|from|until|through|service|delivery|to|–|-)[^\d\n]{0,12}$/i

const DATES: readonly EntityType[] = ['DATE', 'START_DATE', 'END_DATE']

/** What the terms of any document say, where its layout says nothing. */
const fromTerms = (read: Read): FoundInvoice => {
  const of = (...types: EntityType[]): Entity[] => read.entities.filter(({ type }) => types.includes(type))
  const found: FoundInvoice = { ...NOTHING_FOUND }
  const as = <T>(value: T, entity: Entity): Found<T> => ({ value, entity, isLearned: false, doubt: null })
  const number = surest(of('INVOICE_NUMBER'))
  const numberText = number && property(number, 'number')
  if (number && numberText) found.invoiceNumber = as(numberText, number)
  const total = surest(of('TOTAL_AMOUNT'))
  const minor = Number(total && property(total, 'value'))
  if (total && Number.isSafeInteger(minor) && minor > 0) {
    const code = property(total, 'currency')
    found.total = as({ value: minor, currency: CURRENCIES.find((one) => one === code) ?? null }, total)
  }
  const party = surest(of('PARTY').filter((one) => !/customer|bill(?:ed)? to|buyer/i.test(property(one, 'role') ?? '')))
  const name = party && property(party, 'name')
  if (party && name) found.vendorName = as(name, party)
  for (const entity of of(...DATES)) {
    const value = property(entity, 'date') ?? ''
    if (!isCalendarDate(value)) continue
    const text = before(read, entity)
    if (isDue(text)) found.dueDate ??= as(value, entity)
    else if (entity.type === 'DATE' && !NOT_ITS_OWN.test(text)) found.invoiceDate ??= as(value, entity)
  }
  const term = surest(of('PAYMENT_TERM'))
  const days = TERM_DAYS[(term && (property(term, 'paymentTerm') as PaymentTerm)) || 'UNKNOWN'] ?? null
  if (!found.dueDate && found.invoiceDate && term && days !== null)
    found.dueDate = as(addDays(found.invoiceDate.value, days), term)
  return found
}

/** Words in sentences say less than what an invoice's layout says, so beside it they are never sure. */
const MOST_PLAIN = 0.6

const lessSure = <T>(one: Found<T> | undefined): Found<T> | undefined =>
  one && { ...one, entity: { ...one.entity, confidence: Math.min(one.entity.confidence, MOST_PLAIN) } }

export const foundIn = (read: Read, reader: Reader): FoundInvoice => {
  const plain = fromTerms(read)
  if (read.invoiceValues.length === 0) return plain
  const seen = readInvoiceValues(read.invoiceValues, reader)
  const { lines, isCut, extras, difference } = seen
  const [name] = seen.names
  const of = <T>(one: Seen<T> | undefined, other?: Found<T>): Found<T> | undefined =>
    one ? foundOf(one) : lessSure(other)
  const mayHaveTotal = !seen.foreign && !seen.nothingDue
  const found = {
    vendorName: of(name, plain.vendorName),
    invoiceNumber: of(seen.invoiceNumber, plain.invoiceNumber),
    invoiceDate: of(seen.invoiceDate, plain.invoiceDate),
    dueDate: of(seen.dueDate),
    total: of(seen.total, mayHaveTotal ? plain.total : undefined),
    isCredit: of(seen.isCredit),
    foreign: of(seen.foreign),
    nothingDue: of(seen.nothingDue),
    looksLike: of(seen.looksLike),
  }
  const known = Object.fromEntries(Object.entries(found).filter(([, one]) => one !== undefined)) as Partial<
    typeof found
  >
  return { ...(known as Partial<FoundInvoice>), ...{ lines: lines.map(foundOf), isCut, extras, difference } }
}

interface Part {
  memo: string
  amount: number
}

/**
 * A bill has no lines below zero: a discount is taken off the line above it, or off the largest one. Null if none is
 * large enough.
 */
const withoutNegative = (parts: readonly Part[]): Part[] | null => {
  const kept: Part[] = []
  const off = parts.filter(({ amount }, at) => {
    const above = kept.at(-1)
    if (amount > 0) kept.push({ ...(parts[at] as Part) })
    else if (amount < 0 && above && above.amount + amount > 0) takeOff(above, parts[at] as Part)
    else return amount < 0
    return false
  })
  for (const one of off) {
    const [largest] = kept.toSorted((a, b) => b.amount - a.amount)
    if (!largest || largest.amount + one.amount <= 0) return null
    takeOff(largest, one)
  }
  return kept.length > 0 ? kept : null
}

const takeOff = (line: Part, { memo, amount }: Part): void => {
  line.amount += amount
  line.memo = `${line.memo} (less ${memo})`
}

const partsOf = ({ lines, extras }: FoundInvoice): Part[] | null =>
  withoutNegative([
    ...lines.map(({ value }) => ({ memo: value.description, amount: value.amount })),
    ...extras.map(({ description, amount }) => ({ memo: description, amount })),
  ])

/** The lines of the bill, with what makes them the total. */
export const linesOf = (found: FoundInvoice): LineValues[] =>
  (partsOf(found) ?? []).map((line) => ({ ...nextLine([]), ...line }))

/** Whether the form's lines are these already. */
export const hasLines = ({ lines }: Pick<BillValues, 'lines'>, found: FoundInvoice): boolean => {
  const parts = partsOf(found)
  return (
    parts !== null &&
    parts.length === lines.length &&
    parts.every((part, at) => part.amount === lines[at]?.amount && part.memo === lines[at]?.memo)
  )
}

/** Why the lines that were read can't be those of the bill, as a sentence. Null if they can. */
export const whyNotLines = (found: FoundInvoice): string | null => {
  if (found.isCut) return `The invoice has more than ${found.lines.length} lines, so they aren’t entered one by one.`
  if (found.nothingDue) return 'The lines aren’t used, because the invoice says that nothing is due.'
  if (found.difference !== 0) return 'The lines aren’t used, because they don’t add up to the total.'
  const parts = partsOf(found)
  if (parts === null) return 'The lines aren’t used, because what is taken off is more than any of them.'
  return parts.length > MOST_LINES ? `The lines aren’t used, because a bill has at most ${MOST_LINES} lines.` : null
}

export const canUseLines = (found: FoundInvoice): boolean => found.lines.length > 0 && whyNotLines(found) === null

/** The form with what was found where it is blank. */
export const filledFrom = (values: BillValues, found: FoundInvoice, erpVendorId: string | null): BillValues => {
  const { total } = found
  const isBlank = values.totalAmount === null && values.lines.every(({ amount }) => amount === null)
  const withDates: BillValues = {
    ...values,
    erpVendorId: values.isNewVendor ? null : (values.erpVendorId ?? erpVendorId),
    invoiceNumber: values.invoiceNumber || (found.invoiceNumber?.value ?? ''),
    invoiceDate: values.invoiceDate ?? found.invoiceDate?.value ?? null,
    dueDate: values.dueDate ?? found.dueDate?.value ?? null,
    isCredit: values.isCredit || found.isCredit !== undefined,
  }
  if (!total || !isBlank) return withDates
  const currency = total.value.currency ?? values.currency
  const filled = withTotal({ ...withDates, currency }, total.value.value)
  return canUseLines(found) && values.lines.length === 1 ? { ...filled, lines: linesOf(found) } : filled
}

/** The form with what the vendor wrote in the portal, where nothing was read in the invoice. */
export const saidIn = (values: BillValues, sent: Invoice['sent']): BillValues => {
  if (!sent) return values
  const said: BillValues = {
    ...values,
    invoiceNumber: values.invoiceNumber || (sent.invoiceNumber ?? ''),
    invoiceDate: values.invoiceDate ?? sent.invoiceDate,
    purchaseOrderId: values.purchaseOrderId ?? sent.purchaseOrder?.id ?? null,
  }
  const isBlank = said.totalAmount === null && said.lines.every(({ amount }) => amount === null)
  if (!sent.totalAmount || !isBlank) return said
  return withTotal({ ...said, currency: sent.totalAmount.currency }, sent.totalAmount.value)
}

/** What the form had from the invoice is replaced by what is found now. What someone typed since stays. */
export const refilledFrom = (values: BillValues, former: FoundInvoice, found: FoundInvoice): BillValues => {
  const isFormer = (value: unknown, from: Found<unknown> | undefined): boolean => value === (from?.value ?? null)
  const emptied: BillValues = {
    ...values,
    invoiceNumber: isFormer(values.invoiceNumber || null, former.invoiceNumber) ? '' : values.invoiceNumber,
    invoiceDate: isFormer(values.invoiceDate, former.invoiceDate) ? null : values.invoiceDate,
    dueDate: isFormer(values.dueDate, former.dueDate) ? null : values.dueDate,
  }
  const isTotal = values.totalAmount === former.total?.value.value && found.total !== undefined
  const isSame = former.total?.value.value === found.total?.value.value
  const start = isTotal && !isSame ? { ...emptied, totalAmount: null, lines: [nextLine([])] } : emptied
  return { ...filledFrom(start, found, values.erpVendorId), isCredit: values.isCredit }
}
