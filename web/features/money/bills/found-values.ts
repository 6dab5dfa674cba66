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
  lines: Found<SeenLine>[]
  /** What is added to the lines, such as tax, if that makes the total. */
  extra: SeenInvoice['extra']
  /** What the total has more than lines and tax. Zero if they add up, null without both. */
  difference: number | null
}
export const NOTHING_FOUND: FoundInvoice = { lines: [], extra: null, difference: null }

export interface Found<T> {
  value: T
  entity: Pick<Entity, 'mentionText' | 'pageAnchor' | 'confidence' | 'contradicted'>
  /** It was found by what earlier bills of the vendor taught. */
  isLearned: boolean
}

type Read = Pick<DocumentPredictions, 'entities' | 'pages' | 'invoiceValues'>

const foundOf = <T>({ value, sureness, place, isLearned }: Seen<T>): Found<T> => ({
  ...{ value, isLearned },
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
  const as = <T>(value: T, entity: Entity): Found<T> => ({ value, entity, isLearned: false })
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

export const foundIn = (read: Read, reader: Reader): FoundInvoice => {
  const plain = fromTerms(read)
  if (read.invoiceValues.length === 0) return plain
  const { names, invoiceNumber, invoiceDate, dueDate, total, isCredit, lines, extra, difference } = readInvoiceValues(
    read.invoiceValues,
    reader,
  )
  const [name] = names
  return {
    ...plain,
    ...(name && { vendorName: foundOf(name) }),
    ...(invoiceNumber && { invoiceNumber: foundOf(invoiceNumber) }),
    ...(invoiceDate && { invoiceDate: foundOf(invoiceDate) }),
    ...(dueDate && { dueDate: foundOf(dueDate) }),
    ...(total && { total: foundOf(total) }),
    ...(isCredit && { isCredit: foundOf(isCredit) }),
    ...{ lines: lines.map(foundOf), extra, difference },
  }
}

/** The lines of the bill, with what makes them the total. */
export const linesOf = ({ lines, extra }: FoundInvoice): LineValues[] => {
  const read = [
    ...lines.map(({ value }) => ({ memo: value.description, amount: value.amount })),
    ...(extra ? [{ memo: extra.description, amount: extra.amount }] : []),
  ]
  return read.map((line) => ({ ...nextLine([]), ...line }))
}

/** Credits and discounts among the lines can't be lines of a bill. */
export const canUseLines = ({ lines, extra, difference }: FoundInvoice): boolean =>
  difference === 0 && lines.length + (extra ? 1 : 0) <= MOST_LINES && lines.every(({ value }) => value.amount > 0)

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
