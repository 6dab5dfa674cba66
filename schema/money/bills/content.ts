import { z } from 'zod'
import type { ContentChange } from '../../approvals/engine/model.ts'
import { dayText } from '../../shared/calendar.ts'
import { currency, formatMoney, type Money } from '../../shared/money.ts'
import { calendarDate, id } from '../../shared/values.ts'
import { type OrderMatch, orderMatch, overText } from './match.ts'
import { MOST_LINES, MOST_MINOR } from './values.ts'

/** What a bill is to the approval machine: what an edit can change, and how changes read. */

/** The value of a custom field or a custom segment of the accounting system, by its script id. */
export const fieldValue = z.object({ scriptId: z.string().min(1).max(100), value: z.string().max(4000) })
export type FieldValue = z.output<typeof fieldValue>

const amortization = {
  erpAmortizationTemplateId: id.nullable(),
  amortizationStartDate: calendarDate.nullable(),
  amortizationEndDate: calendarDate.nullable(),
}

/** Where a line is booked. It can be changed after the approval, without another one. */
export const accountingOfLine = {
  memo: z.string().max(4000),
  erpAccountId: id.nullable(),
  erpBusinessUnitId: id.nullable(),
  erpDepartmentMappingId: id.nullable(),
  erpTaxCodeId: id.nullable(),
  ...amortization,
  fields: z.array(fieldValue),
  segments: z.array(fieldValue),
}

export const billLine = z.object({
  id,
  /** Minor units of the bill's currency. */
  amount: z.number().int().min(1).max(MOST_MINOR),
  ...accountingOfLine,
  /** The line of the bill's purchase order that it is for. Null for the order as a whole. */
  purchaseOrderLineId: id.nullable().default(null),
  /** What the accounts and units are in the company, as they were mapped when the line was saved. */
  categoryId: id.nullable(),
  departmentId: id.nullable(),
  businessUnitId: id.nullable(),
})
export type BillLine = z.output<typeof billLine>

/** An admin let it through although there is another bill with its number. */
export const duplicateAllowed = z.object({
  billId: id,
  reason: z.string().min(1).max(2000),
  by: z.object({ userId: id, name: z.string().max(300) }),
})

export const billContent = z.object({
  erpVendorId: id,
  erpEntityId: id.nullable(),
  invoiceId: id.nullable(),
  invoiceNumber: z.string().min(1).max(100),
  invoiceDate: calendarDate,
  dueDate: calendarDate.nullable(),
  currency,
  erpCurrencyId: id.nullable(),
  /** The sum of the lines. Of a credit, what the vendor owes. */
  totalAmount: z.number().int().min(1).max(MOST_MINOR),
  isCredit: z.boolean(),
  description: z.string().max(10_000),
  accountingPeriodId: id.nullable(),
  erpTaxCodeId: id.nullable(),
  ...amortization,
  fields: z.array(fieldValue),
  spendRequestId: id.nullable(),
  intakeSubmissionId: id.nullable(),
  purchaseOrderId: id.nullable().default(null),
  /** How it was matched with its order when it was saved. */
  match: orderMatch.nullable().default(null),
  lines: z.array(billLine).min(1).max(MOST_LINES),
  duplicateAllowed: duplicateAllowed.nullable(),
  /** What the vendor and the entity are in the company, as they were mapped when it was saved. */
  vendorId: id.nullable(),
  entityId: id.nullable(),
})
export type BillContent = z.output<typeof billContent>

export const moneyOf = ({ totalAmount, currency: code }: Pick<BillContent, 'totalAmount' | 'currency'>): Money => ({
  value: totalAmount,
  currency: code,
})

/** What rules can read of it, also while it is typed. */
export interface PlannedBill extends Pick<BillContent, 'currency' | 'totalAmount' | 'vendorId' | 'entityId'> {
  erpVendorId: string | null
  dueDate: string | null
  match?: OrderMatch | null
  lines: Pick<BillLine, 'categoryId' | 'departmentId' | 'businessUnitId'>[]
}

/** Each once, in the order of the lines. */
export const idsOf = (lines: PlannedBill['lines'], key: 'categoryId' | 'departmentId' | 'businessUnitId'): string[] =>
  [...new Set(lines.map((line) => line[key]))].filter((one): one is string => one !== null)

/** The company's objects that its accounts and units are mapped to. */
export const mappedIds = ({ vendorId, entityId, lines }: PlannedBill): string[] => [
  ...[vendorId, entityId].filter((one): one is string => one !== null),
  ...(['categoryId', 'departmentId', 'businessUnitId'] as const).flatMap((key) => idsOf(lines, key)),
]

type Referring = Pick<
  BillContent,
  | 'erpVendorId'
  | 'erpEntityId'
  | 'erpCurrencyId'
  | 'accountingPeriodId'
  | 'erpTaxCodeId'
  | 'erpAmortizationTemplateId'
  | 'lines'
>

/** What it names of the accounting system. */
export const erpIdsOf = (content: Referring): string[] => {
  const ids = [
    ...[content.erpVendorId, content.erpEntityId, content.erpCurrencyId, content.accountingPeriodId],
    ...[content.erpTaxCodeId, content.erpAmortizationTemplateId],
    ...content.lines.flatMap((line) => [
      ...[line.erpAccountId, line.erpBusinessUnitId, line.erpDepartmentMappingId],
      ...[line.erpTaxCodeId, line.erpAmortizationTemplateId],
    ]),
  ]
  return [...new Set(ids.filter((one): one is string => one !== null))]
}

/** Names of ids, by these lists. */
export type BillLabels = Readonly<Record<string, Readonly<Record<string, string>>>>
export const LABELS = {
  /** Objects of the accounting system. */
  erp: 'erp',
  /** The company's vendors, categories and units. */
  mapped: 'mapped',
  /** Documents of invoices. */
  invoices: 'invoices',
  /** Purchase orders and their lines. */
  orders: 'orders',
} as const

const nameIn = (labels: BillLabels, list: string, of: string | null): string | null =>
  of === null ? null : (labels[list]?.[of] ?? 'Removed')

const period = ({
  amortizationStartDate: start,
  amortizationEndDate: end,
}: Pick<BillLine, keyof typeof amortization>) =>
  start && end ? `amortized from ${dayText(start)} to ${dayText(end)}` : null

const fieldTexts = (fields: readonly FieldValue[]): (string | null)[] =>
  fields.map(({ scriptId, value }) => (value ? `${scriptId}: ${value}` : null))

const lineText = (line: BillLine, labels: BillLabels): string =>
  [
    nameIn(labels, LABELS.erp, line.erpAccountId),
    nameIn(labels, LABELS.erp, line.erpDepartmentMappingId),
    nameIn(labels, LABELS.erp, line.erpBusinessUnitId),
    nameIn(labels, LABELS.erp, line.erpTaxCodeId),
    nameIn(labels, LABELS.erp, line.erpAmortizationTemplateId),
    period(line),
    ...fieldTexts([...line.fields, ...line.segments]),
    nameIn(labels, LABELS.orders, line.purchaseOrderLineId ?? null),
    line.memo.trim(),
  ]
    .filter(Boolean)
    .join(' · ')

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const lineChanges = (before: BillContent, after: BillContent, labels: BillLabels): ContentChange[] => {
  const old = new Map(before.lines.map((line, index) => [line.id, { line, index }]))
  const kept = new Set(after.lines.map((line) => line.id))
  const full = (line: BillLine, content: BillContent) =>
    [formatMoney({ value: line.amount, currency: content.currency }), lineText(line, labels)]
      .filter(Boolean)
      .join(' · ')
  const changed = after.lines.flatMap((line, index): ContentChange[] => {
    const was = old.get(line.id)?.line
    const questionId = `line:${line.id}`
    if (!was) return [{ questionId, label: `Line ${index + 1} (new)`, before: null, after: full(line, after) }]
    const [from, to] = [full(was, before), full(line, after)]
    return from === to ? [] : [{ questionId, label: `Line ${index + 1}`, before: from, after: to }]
  })
  const gone = [...old.values()]
    .filter(({ line }) => !kept.has(line.id))
    .map(({ line, index }) => ({
      questionId: `line:${line.id}`,
      label: `Line ${index + 1} (removed)`,
      before: full(line, before),
      after: null,
    }))
  return [...changed, ...gone]
}

/** What an approver must see again, in words. */
export const billChanges = (before: BillContent, after: BillContent, labels: BillLabels): ContentChange[] => {
  const erp = (
    key: 'erpVendorId' | 'erpEntityId' | 'accountingPeriodId' | 'erpTaxCodeId' | 'erpAmortizationTemplateId',
  ) => [before, after].map((content) => nameIn(labels, LABELS.erp, content[key])) as [string | null, string | null]
  const both = <T>(of: (content: BillContent) => T): [T, T] => [of(before), of(after)]
  const plain: [string, string, [unknown, unknown], boolean?][] = [
    ['vendor', 'Vendor', erp('erpVendorId'), before.erpVendorId !== after.erpVendorId],
    ['entity', 'Entity', erp('erpEntityId')],
    ['total', 'Total', both(moneyOf)],
    ['credit', 'Credit', both(({ isCredit }) => (isCredit ? 'Yes' : 'No'))],
    ['number', 'Invoice number', both(({ invoiceNumber }) => invoiceNumber)],
    ['invoice-date', 'Invoice date', both(({ invoiceDate }) => dayText(invoiceDate))],
    ['due-date', 'Due date', both(({ dueDate }) => dueDate && dayText(dueDate))],
    [
      'invoice',
      'Invoice document',
      both(({ invoiceId }) => nameIn(labels, LABELS.invoices, invoiceId)),
      before.invoiceId !== after.invoiceId,
    ],
    ['description', 'Description', both(({ description }) => description || null)],
    ['period', 'Accounting period', erp('accountingPeriodId')],
    ['tax', 'Tax code', erp('erpTaxCodeId')],
    ['amortization', 'Amortization', both((content) => period(content))],
    ['template', 'Amortization template', erp('erpAmortizationTemplateId')],
    ['fields', 'Custom fields', both(({ fields }) => fieldTexts(fields).filter(Boolean).join(' · ') || null)],
    [
      'duplicate',
      'Allowed although the number is there already',
      both(({ duplicateAllowed: allowed }) => allowed?.reason ?? null),
    ],
    [
      'order',
      'Purchase order',
      both(({ purchaseOrderId }) => nameIn(labels, LABELS.orders, purchaseOrderId ?? null)),
      (before.purchaseOrderId ?? null) !== (after.purchaseOrderId ?? null),
    ],
    [
      'match',
      'Over its purchase order',
      both(({ match, currency: code }) => (match?.isOver ? overText(match, code) : null)),
    ],
  ]
  return [
    ...plain
      .filter(([, , [was, is], differs]) => differs ?? !same(was, is))
      .map(([questionId, label, [was, is]]) => ({ questionId, label, before: was, after: is })),
    ...lineChanges(before, after, labels),
  ]
}

/**
 * Changes that undo decisions: all but the description. Being over the order adds an approval, and undoes others only
 * where the bill was over it before.
 */
export const restartingBillChanges = (changes: readonly ContentChange[]): ContentChange[] =>
  changes.filter(
    ({ questionId, before, after }) =>
      questionId !== 'description' && (questionId !== 'match' || (before !== null && after !== null)),
  )
