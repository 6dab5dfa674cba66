import { z } from 'zod'
import { approvalsView } from '../../approvals/engine/endpoints.ts'
import { approvalsPreview } from '../../approvals/engine/preview.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { currency, formatMoney, money } from '../../shared/money.ts'
import { asRead } from '../../shared/sent/unknown-names.ts'
import {
  calendarDate,
  id,
  instant,
  isCalendarDate,
  limitedText,
  named,
  person,
  requiredDate,
  requiredText,
  shownDate,
} from '../../shared/values.ts'
import { type Amortized, amortizationFaults } from './amortization.ts'
import { billRow } from './list.ts'
import { orderOfBill } from './match-endpoints.ts'
import { newVendorFields } from './new-vendor.ts'
import { MOST_LINES, MOST_MINOR } from './values.ts'

/** Bills (specification 3 §3, §5 and §7.3): entering, reading, changing. */

export const billParams = z.object({ billId: id })

/** Minor units. */
export const billAmount = z
  .number({ error: 'Required' })
  .int('Amounts are whole minor units')
  .min(1, 'Enter an amount above zero')
  .max(MOST_MINOR, 'This amount is too large')

/** Forms send nothing as an empty text. */
const optional = <S extends z.ZodType>(schema: S) =>
  z
    .union([z.literal('').transform(() => null), schema])
    .nullish()
    .transform((value) => value ?? null)
const optionalId = optional(id)
const optionalDate = optional(calendarDate)

const fieldText = z.string().max(4000).nullable()
const scriptId = z.string().min(1).max(100)
const customFieldValues = z
  .array(z.object({ customFieldScriptId: scriptId, value: fieldText }))
  .max(100)
  .default([])
const customSegments = z
  .array(z.object({ customSegmentScriptId: scriptId, value: fieldText }))
  .max(100)
  .default([])

const amortized = {
  erpAmortizationTemplateId: optionalId,
  amortizationStartDate: optionalDate,
  amortizationEndDate: optionalDate,
}

/** Where a line is booked. */
export const lineAccounting = {
  memo: limitedText(4000).default(''),
  erpAccountId: optionalId,
  erpBusinessUnitId: optionalId,
  erpDepartmentMappingId: optionalId,
  erpTaxCodeId: optionalId,
  ...amortized,
  erpCustomFieldValues: customFieldValues,
  customSegments,
}

export const billLineInput = z.object({
  /** For a line that is already there. */
  id: id.optional(),
  amount: billAmount,
  ...lineAccounting,
  /** The line of the purchase order that it is for. */
  purchaseOrderLineId: optionalId,
})
export type BillLineInput = z.output<typeof billLineInput>

const linesOf = <Line extends z.ZodType>(line: Line) =>
  z.array(line).min(1, 'Add at least one line').max(MOST_LINES, `At most ${MOST_LINES} lines`)

export const billLinesInput = linesOf(billLineInput)
/** Without what they take from an order, which is approved. */
export const bookedLinesInput = linesOf(billLineInput.omit({ purchaseOrderLineId: true }))

const content = {
  invoiceId: optionalId,
  erpVendorId: optionalId,
  erpEntityId: optionalId,
  invoiceNumber: requiredText(100),
  invoiceDate: requiredDate,
  totalAmount: billAmount,
  accountingPeriodId: optionalId,
  dueDate: optionalDate,
  description: limitedText(10_000).default(''),
  erpCurrencyId: optionalId,
  /** The accounting system's currency decides, if it is given. The company's, without either. */
  currency: currency.optional(),
  isCredit: z.boolean().default(false),
  erpTaxCodeId: optionalId,
  ...amortized,
  erpCustomFieldValues: customFieldValues,
  intakeSubmissionId: optionalId,
  spendRequestId: optionalId,
  /** An open order of the vendor in the bill's currency. What is over it by more than the tolerance needs approval. */
  purchaseOrderId: optionalId,
  lines: billLinesInput,
  /** Why an admin enters it although there is a bill with its number. */
  duplicateReason: optional(requiredText(2000)),
}

const people = {
  /** All members who watch it besides those of the rule sets. An edit without them leaves them. */
  watcherIds: z.array(id).max(100, 'At most 100 watchers').optional(),
  /** Attached to it, besides the invoice. */
  documentIds: z.array(id).max(100, 'At most 100 documents').optional(),
}

interface Entered extends Amortized {
  invoiceDate: string
  dueDate: string | null
  totalAmount: number
  currency?: z.output<typeof currency> | undefined
  lines: (Amortized & { amount: number })[]
}

/** What is wrong across fields. */
const checked: z.core.CheckFn<Entered> = ({ value, issues }) => {
  const fault = (path: (string | number)[], message: string) =>
    void issues.push({ code: 'custom', input: value, path, message })
  if (value.dueDate && isCalendarDate(value.invoiceDate) && value.dueDate < value.invoiceDate)
    fault(['dueDate'], 'The due date is before the invoice date')
  const sum = value.lines.reduce((total, line) => total + line.amount, 0)
  if (sum !== value.totalAmount) fault(['totalAmount'], sumFault(sum, value.currency))
  for (const one of [
    ...amortizationFaults(value),
    ...value.lines.flatMap((line, index) => amortizationFaults(line, ['lines', index])),
  ])
    fault(one.path, one.message)
}

/** In the bill's currency, if it is known. */
export const sumFault = (sum: number, code: Entered['currency']): string =>
  code
    ? `The lines add up to ${formatMoney({ value: sum, currency: code })}. Change the total or the lines`
    : 'The lines don’t add up to the total. Change the total or the lines'

export const billInput = z
  .object({
    ...content,
    ...people,
    /** Enter it on behalf of this member. */
    createdById: id.optional(),
    ...newVendorFields,
  })
  .check(checked)
export type BillInput = z.output<typeof billInput>
export type BillBody = z.input<typeof billInput>

/** Without a version the last write wins. */
export const billChange = z
  .object({
    ...content,
    ...people,
    version: z.number().int().min(1).optional(),
  })
  .check(checked)

export const billSaved = z.object({ id: z.string(), version: z.number().int() })

export const createBill = endpoint({
  id: 'bills.create',
  method: 'POST',
  path: '/api/payments/bills',
  summary: 'Enter a bill. 409 DUPLICATE_BILL names the bill that has its number already',
  body: billInput,
  response: billSaved,
})

export const updateBill = endpoint({
  id: 'bills.update',
  method: 'PUT',
  path: '/api/payments/bills/{billId}',
  summary: 'Change a bill. One that was decided is approved again',
  params: billParams,
  body: billChange,
  response: billSaved,
})

export const deleteBill = endpoint({
  id: 'bills.delete',
  method: 'DELETE',
  path: '/api/payments/bills/{billId}',
  summary: 'Delete a bill of which nothing was paid or synced',
  params: billParams,
  response: z.null(),
})

const namedValue = {
  /** Its title in the accounting system, or the script id of a field that is gone. */
  name: z.string(),
  value: z.string(),
  /** The value as people read it: the name of a choice, Yes or No. */
  text: z.string(),
}
const fieldShown = z.object({ customFieldScriptId: z.string(), ...namedValue })
const segmentShown = z.object({ customSegmentScriptId: z.string(), ...namedValue })

const amortizationShown = {
  erpAmortizationTemplate: named.nullable(),
  amortizationStartDate: shownDate.nullable(),
  amortizationEndDate: shownDate.nullable(),
}

export const billLineShown = z.object({
  id: z.string(),
  amount: money,
  memo: z.string(),
  /** With the number in the general ledger. */
  erpAccount: z
    .object({ id: z.string(), name: z.string(), generalLedgerAccountNumber: z.string().nullable() })
    .nullable(),
  erpClassification: named.nullable(),
  erpDepartmentMapping: named.nullable(),
  erpTaxCode: named.nullable(),
  ...amortizationShown,
  erpCustomFieldValues: z.array(fieldShown),
  customSegments: z.array(segmentShown),
  /** The company's own, by which rules find approvers. */
  category: named.nullable(),
  department: named.nullable(),
  businessUnit: named.nullable(),
  purchaseOrderLineId: z.string().nullable(),
})
export type BillLineShown = z.infer<typeof billLineShown>

export const invoiceShown = z.object({ id: z.string(), documentId: z.string(), name: z.string(), createdAt: instant })

/** Another bill that this one may be. */
export const similarBill = z.object({
  id: z.string(),
  invoiceNumber: z.string(),
  invoiceDate: shownDate,
  totalAmount: money,
  status: billRow.shape.status,
  /** NUMBER: the same number of the same vendor. AMOUNT: the same amount within days. FILE: the same file. */
  reason: z.enum(['NUMBER', 'AMOUNT', 'FILE']),
})
export type SimilarBill = z.infer<typeof similarBill>

export const accountingPeriod = z.object({
  id: z.string(),
  name: z.string(),
  startDay: z.string().nullable(),
  endDay: z.string().nullable(),
  isPosting: z.boolean(),
  isQuarter: z.boolean(),
  isYear: z.boolean(),
  isClosed: z.boolean(),
})

export const bill = billRow.extend({
  version: z.number().int(),
  run: z.number().int(),
  /** Counts changes of where it is booked. */
  entryRevision: z.number().int(),
  /** Who it was entered for: its manager is asked, and they can't approve it. */
  requestor: person,
  createdBy: person.extend({ name: z.string() }),
  invoice: invoiceShown.nullable(),
  accountingPeriod: accountingPeriod.nullable(),
  erpTaxCode: named.nullable(),
  ...amortizationShown,
  erpCustomFieldValues: z.array(fieldShown),
  spendRequest: named.nullable(),
  intakeSubmission: named.nullable(),
  /** Its purchase order, as other bills leave it now, and how the bill was matched with it. */
  purchaseOrder: orderOfBill.nullable(),
  /** The company's own. */
  vendor: named.nullable(),
  entity: named.nullable(),
  lines: z.array(billLineShown),
  watchers: z.array(named),
  documents: z.array(named),
  awaitingApprovalFrom: z.array(z.object({ id: z.string(), label: z.string(), approvers: z.array(named) })),
  /** How the amount in the company's currency came about. Null in the company's currency. */
  conversion: z.string().nullable(),
  archiveMessage: z.string().nullable(),
  similarBills: z.array(similarBill),
  duplicateAllowed: z.object({ billId: z.string(), reason: z.string(), by: named }).nullable(),
  changedByName: z.string(),
  changedAt: instant,
  canEdit: z.boolean(),
  /** Whether where its lines are booked can be changed without new approvals. */
  canModifyEntry: z.boolean(),
  canArchive: z.boolean(),
  canDelete: z.boolean(),
  canRestart: z.boolean(),
  canLink: z.boolean(),
})
export type Bill = z.infer<typeof bill>

export const getBill = endpoint({
  id: 'bills.get',
  method: 'GET',
  path: '/api/payments/bills/{billId}',
  summary: 'A bill',
  params: billParams,
  response: bill,
})

export const latestBillOfVendor = endpoint({
  id: 'bills.latest-by-erp-vendor',
  method: 'GET',
  path: '/api/payments/bills/latest-by-erp-vendor/{erpVendorId}',
  summary:
    'The last bill of a vendor of the accounting system, or null: where its lines were booked starts the next one',
  params: z.object({ erpVendorId: id }),
  response: bill.nullable(),
})

export const getBillApprovals = endpoint({
  id: 'bills.get-approvals',
  method: 'GET',
  path: '/api/payments/bills/{billId}/approvals',
  summary: 'The levels and blocks of a bill, and what the person may do',
  params: billParams,
  response: approvalsView,
})

const previewLine = z.object({
  amount: z.number().int().min(0).max(MOST_MINOR).nullish(),
  erpAccountId: optionalId,
  erpBusinessUnitId: optionalId,
  erpDepartmentMappingId: optionalId,
  purchaseOrderLineId: optionalId,
})
/** What is typed so far: planned as it is. What is entered can be sent whole. */
export const billPreviewInput = z.object({
  /** For a bill that is being changed. */
  id: id.optional(),
  createdById: id.optional(),
  totalAmount: z.number().int().min(0).max(MOST_MINOR).nullish(),
  currency: currency.optional(),
  erpCurrencyId: optionalId,
  erpVendorId: optionalId,
  erpEntityId: optionalId,
  dueDate: calendarDate.nullish(),
  isCredit: z.boolean().default(false),
  purchaseOrderId: optionalId,
  billLines: z
    .array(asRead(previewLine, Object.keys(billLineInput.shape)))
    .max(MOST_LINES)
    .default([]),
})
export type BillPreviewInput = z.input<typeof billPreviewInput>

export const previewBill = endpoint({
  id: 'bills.approvers-preview',
  method: 'POST',
  path: '/api/payments/bills/approvers-preview',
  summary: 'Who would approve a bill, and why',
  body: asRead(billPreviewInput, Object.keys(billInput.shape)),
  response: approvalsPreview,
})

export const getBillChanges = endpoint({
  id: 'bills.get-changes',
  method: 'GET',
  path: '/api/payments/bills/{billId}/changes',
  summary: 'What changed since a version of the bill',
  params: billParams,
  query: z.object({ since: z.coerce.number().int().min(0) }),
  response: z.object({
    version: z.number().int(),
    changes: z.array(z.object({ questionId: z.string(), label: z.string(), before: z.unknown(), after: z.unknown() })),
  }),
})
