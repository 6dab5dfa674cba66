import type { DocumentPredictions, Entity, EntityType } from '../../../../schema/documents/reading/readings.ts'
import { addDays } from '../../../../schema/shared/calendar.ts'
import { CURRENCIES, type Currency } from '../../../../schema/shared/money.ts'
import { isCalendarDate } from '../../../../schema/shared/values.ts'
import { type BillValues, withTotal } from './form-values.ts'

/** What was read in an invoice, as values of its bill. Each knows where it is written and how sure that is. */

export interface FoundInvoice {
  vendorName?: Found<string>
  invoiceNumber?: Found<string>
  invoiceDate?: Found<string>
  dueDate?: Found<string>
  total?: Found<{ value: number; currency: Currency | null }>
}
export interface Found<T> {
  value: T
  entity: Entity
}

type Read = Pick<DocumentPredictions, 'entities' | 'pages'>

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

const NET = /^NET_(\d+)$/

const daysOf = (paymentTerm: string | undefined): number | null => {
  if (paymentTerm === 'DUE_UPON_RECEIPT') return 0
  const [, days] = NET.exec(paymentTerm ?? '') ?? []
  return days === undefined ? null : Number(days)
}

export const foundIn = (read: Read): FoundInvoice => {
  const of = (...types: EntityType[]): Entity[] => read.entities.filter(({ type }) => types.includes(type))
  const found: FoundInvoice = {}
  const number = surest(of('INVOICE_NUMBER'))
  const numberText = number && property(number, 'number')
  if (number && numberText) found.invoiceNumber = { value: numberText, entity: number }
  const total = surest(of('TOTAL_AMOUNT'))
  const minor = Number(total && property(total, 'value'))
  if (total && Number.isSafeInteger(minor) && minor > 0) {
    const code = property(total, 'currency')
    found.total = { value: { value: minor, currency: CURRENCIES.find((one) => one === code) ?? null }, entity: total }
  }
  const party = surest(of('PARTY').filter((one) => !/customer|bill(?:ed)? to|buyer/i.test(property(one, 'role') ?? '')))
  const name = party && property(party, 'name')
  if (party && name) found.vendorName = { value: name, entity: party }
  for (const entity of of(...DATES)) {
    const value = property(entity, 'date') ?? ''
    if (!isCalendarDate(value)) continue
    const text = before(read, entity)
    if (isDue(text)) found.dueDate ??= { value, entity }
    else if (entity.type === 'DATE' && !NOT_ITS_OWN.test(text)) found.invoiceDate ??= { value, entity }
  }
  const term = surest(of('PAYMENT_TERM'))
  const days = daysOf(term && property(term, 'paymentTerm'))
  if (!found.dueDate && found.invoiceDate && term && days !== null)
    found.dueDate = { value: addDays(found.invoiceDate.value, days), entity: term }
  return found
}

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
  }
  if (!total || !isBlank) return withDates
  return withTotal({ ...withDates, currency: total.value.currency ?? values.currency }, total.value.value)
}
