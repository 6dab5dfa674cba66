import { openOfLine } from '../../../../schema/money/bills/match.ts'
import type { OrderForBill } from '../../../../schema/money/bills/match-endpoints.ts'
import { addDays } from '../../../../schema/shared/calendar.ts'
import { daysBetween } from '../../../../schema/shared/day-count.ts'
import type { Bill } from './api.ts'
import { type BillValues, type LineValues, NOT_SPREAD, valuesOf } from './form-values.ts'
import { type FoundInvoice, hasLines, linesOf } from './found-values.ts'
import type { BillForm } from './lines/line-extras.tsx'

/** What the form takes from elsewhere: the lines of an order or an invoice, and the last bill of the vendor. */

/** Lines that say what a line of the order says, or ask for what it has open, are for it. Those with a line stay. */
export const matchedLines = (lines: BillValues['lines'], order: OrderForBill): BillValues['lines'] => {
  const only = order.lines.length === 1 ? order.lines[0] : undefined
  const plain = (text: string) => text.trim().toLowerCase()
  return lines.map((line) => {
    if (line.purchaseOrderLineId && order.lines.some(({ id }) => id === line.purchaseOrderLineId)) return line
    const same =
      only ??
      order.lines.find(({ description }) => description !== '' && plain(description) === plain(line.memo)) ??
      order.lines.find((one) => line.amount !== null && openOfLine(order, one) === line.amount)
    return { ...line, purchaseOrderLineId: same?.id ?? null }
  })
}

const isSameMemo = (a: string, b: string): boolean => a !== '' && a.trim().toLowerCase() === b.trim().toLowerCase()

const isBlank = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value as object).length === 0)

/** A line with its own amount and memo, booked like another. What that one leaves blank stays as it is. */
const bookedAs = (line: LineValues, booked: LineValues): LineValues => ({
  ...line,
  ...Object.fromEntries(Object.entries(booked).filter(([, value]) => !isBlank(value))),
  amount: line.amount,
  memo: line.memo,
  key: line.key,
  purchaseOrderLineId: line.purchaseOrderLineId,
})

/** Other lines in place of the form's, booked like those with the same memo, in the same place, or the first. */
export const withLines = (values: BillValues, lines: readonly LineValues[]): BillValues => ({
  ...values,
  lines: lines.map((line, at) => {
    const booked = values.lines.find(({ memo }) => isSameMemo(memo, line.memo)) ?? values.lines[at] ?? values.lines[0]
    const { id: _, ...own } = booked ? bookedAs(line, booked) : line
    return { ...own, ...NOT_SPREAD }
  }),
})

/**
 * What the vendor's last bill gives the next one: where it was booked, its currency and its days to pay. Numbers, dates
 * and amounts stay as they are typed.
 */
export const fromLatest = (values: BillValues, latest: Bill): BillValues => {
  const last = valuesOf(latest)
  const days = last.invoiceDate && last.dueDate ? daysBetween(last.invoiceDate, last.dueDate) : null
  const isOpen = values.lines.every(({ amount, memo }) => amount === null && memo === '')
  // What was typed keeps its lines, and gets the accounts of those in the same place.
  const lines = isOpen
    ? last.lines.map((line, at) => ({
        ...bookedAs(values.lines[at] ?? values.lines[0] ?? line, line),
        memo: line.memo,
        amount: null,
      }))
    : values.lines.map((line, at) => {
        const booked = last.lines.find(({ memo }) => isSameMemo(memo, line.memo)) ?? last.lines[at] ?? last.lines[0]
        return booked ? bookedAs({ ...line, memo: line.memo || booked.memo }, booked) : line
      })
  const [only] = lines
  return {
    ...values,
    erpEntityId: last.erpEntityId ?? values.erpEntityId,
    currency: values.totalAmount === null ? last.currency : values.currency,
    dueDate: values.dueDate ?? (values.invoiceDate && days !== null ? addDays(values.invoiceDate, days) : null),
    erpTaxCodeId: values.erpTaxCodeId ?? last.erpTaxCodeId,
    daysToPay: values.dueDate === null ? days : values.daysToPay,
    fields: { ...last.fields, ...values.fields },
    lines: (lines.length === 1 && only ? [{ ...only, amount: only.amount ?? values.totalAmount }] : lines).map(
      // An order is chosen again, because the last bill has taken what it took.
      ({ id: _, ...line }) => ({
        ...line,
        ...NOT_SPREAD,
        purchaseOrderLineId: isOpen ? null : line.purchaseOrderLineId,
        key: crypto.randomUUID(),
      }),
    ),
  }
}

const LINE_WORDS: [keyof LineValues, string][] = [
  ['memo', 'memos'],
  ['erpAccountId', 'accounts'],
  ['erpDepartmentMappingId', 'departments'],
  ['erpBusinessUnitId', 'classes'],
  ['erpTaxCodeId', 'tax codes'],
  ['fields', 'custom fields'],
  ['segments', 'segments'],
]

/** What the last bill would change in the form, in words. */
export const givenByLatest = (values: BillValues, latest: Bill): string[] => {
  const after = fromLatest(values, latest)
  const isOther = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)
  const changes = (name: keyof BillValues): boolean => isOther(after[name], values[name])
  const changesLines = (name: keyof LineValues): boolean =>
    after.lines.some((line, at) => isOther(line[name], (values.lines[at] ?? values.lines[0])?.[name]))
  const parts: [boolean, string][] = [
    [changes('erpEntityId'), 'entity'],
    [changes('currency'), `currency (${after.currency})`],
    [changes('daysToPay') || changes('dueDate'), 'days to pay'],
    ...LINE_WORDS.map(([name, word]): [boolean, string] => [
      changesLines(name) || (name in values && changes(name as keyof BillValues)),
      word,
    ]),
  ]
  return parts.filter(([isThere]) => isThere).map(([, word]) => word)
}

/** Takes the lines that were read, unless the form has them. */
export const offeredLines = (form: BillForm, found: FoundInvoice): (() => void) | undefined =>
  hasLines(form.values, found) ? undefined : () => form.setValues(withLines(form.values, linesOf(found)))
