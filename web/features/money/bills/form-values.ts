import { z } from 'zod'
import type { BillBody, BillPreviewInput } from '../../../../schema/money/bills/endpoints.ts'
import type { BillFormValues } from '../../../../schema/money/bills/form-endpoints.ts'
import { addDays } from '../../../../schema/shared/calendar.ts'
import { CURRENCIES, type Currency } from '../../../../schema/shared/money.ts'
import { isCalendarDate } from '../../../../schema/shared/values.ts'
import type { Draft } from '../../../ui/endpoint-form.ts'
import { inOtherUnits } from '../../../ui/fields/minor-units.ts'
import { linesIn, unreadFaults } from '../../../ui/grid/line-columns.ts'
import type { Bill } from './api.ts'

const chosen = z.string().nullable()
/** Values of custom fields, by script id. */
const texts = z.record(z.string(), z.string())
const amortization = {
  ...{ erpAmortizationTemplateId: chosen, amortizationStartDate: chosen, amortizationEndDate: chosen },
}

const lineValues = z.object({
  id: z.string().optional(),
  /** Tells lines apart as they are added and removed. */
  key: z.string(),
  /** Minor units of the bill's currency. */
  amount: z.number().nullable(),
  memo: z.string(),
  ...{ erpAccountId: chosen, erpBusinessUnitId: chosen, erpDepartmentMappingId: chosen, erpTaxCodeId: chosen },
  ...amortization,
  ...{ fields: texts, segments: texts, purchaseOrderLineId: chosen },
  /** What was typed or pasted and couldn't be read, by field. */
  unread: texts.optional(),
})
export type LineValues = z.output<typeof lineValues>

const billValues = z.object({
  createdById: z.string(),
  isNewVendor: z.boolean(),
  erpVendorId: chosen,
  ...{ newErpVendorName: z.string(), newErpVendorEmail: z.string(), shouldCreateVendor: z.boolean(), ownerId: chosen },
  isAnotherVendor: z.boolean().default(false),
  ...{ invoiceId: chosen, erpEntityId: chosen, invoiceNumber: z.string(), invoiceDate: chosen, dueDate: chosen },
  ...{ currency: z.enum(CURRENCIES), totalAmount: z.number().nullable(), isCredit: z.boolean() },
  ...{ description: z.string(), accountingPeriodId: chosen, erpTaxCodeId: chosen, ...amortization, fields: texts },
  ...{ spendRequestId: chosen, intakeSubmissionId: chosen, purchaseOrderId: chosen },
  ...{ watcherIds: z.array(z.string()), duplicateReason: z.string() },
  lines: z.array(lineValues),
  /** Those of a term that was chosen, or of the vendor's last bill. */
  daysToPay: z.number().nullish(),
})
export type BillValues = z.output<typeof billValues>

/** Whether something kept in this browser is a bill that isn't entered yet. */
export const areBillValues = (value: unknown): value is BillValues => billValues.safeParse(value).success

export const NOT_SPREAD = { erpAmortizationTemplateId: null, amortizationStartDate: null, amortizationEndDate: null }

/** Another line, booked where the last one is. */
export const nextLine = (lines: readonly LineValues[]): LineValues => {
  const last = lines.at(-1)
  return {
    ...{ key: crypto.randomUUID(), amount: null, memo: '', ...NOT_SPREAD, fields: {} },
    erpAccountId: last?.erpAccountId ?? null,
    erpBusinessUnitId: last?.erpBusinessUnitId ?? null,
    erpDepartmentMappingId: last?.erpDepartmentMappingId ?? null,
    erpTaxCodeId: last?.erpTaxCodeId ?? null,
    segments: last?.segments ?? {},
    purchaseOrderLineId: null,
  }
}

interface Start {
  userId: string
  currency: Currency
  options: BillFormValues
}

/** @param options a company with one entity has its bills there */
export const emptyValues = ({ userId, currency, options }: Start): BillValues => ({
  createdById: userId,
  isNewVendor: false,
  erpVendorId: null,
  ...{ newErpVendorName: '', newErpVendorEmail: '', shouldCreateVendor: false, ownerId: null, isAnotherVendor: false },
  invoiceId: null,
  erpEntityId: options.entities.length === 1 ? (options.entities[0]?.id ?? null) : null,
  ...{ invoiceNumber: '', invoiceDate: null, dueDate: null, currency, totalAmount: null, isCredit: false },
  ...{ description: '', accountingPeriodId: null, erpTaxCodeId: null, ...NOT_SPREAD, fields: {} },
  ...{ spendRequestId: null, intakeSubmissionId: null, purchaseOrderId: null, watcherIds: [], duplicateReason: '' },
  lines: [nextLine([])],
})

const byScript = (
  values: readonly { value: string; customFieldScriptId?: string; customSegmentScriptId?: string }[],
): Record<string, string> =>
  Object.fromEntries(
    values.map(({ value, customFieldScriptId, customSegmentScriptId }) => [
      customFieldScriptId ?? customSegmentScriptId ?? '',
      value,
    ]),
  )

const lineOf = (line: Bill['lines'][number]): LineValues => ({
  id: line.id,
  key: line.id,
  amount: line.amount.value,
  memo: line.memo,
  erpAccountId: line.erpAccount?.id ?? null,
  erpBusinessUnitId: line.erpClassification?.id ?? null,
  erpDepartmentMappingId: line.erpDepartmentMapping?.id ?? null,
  erpTaxCodeId: line.erpTaxCode?.id ?? null,
  erpAmortizationTemplateId: line.erpAmortizationTemplate?.id ?? null,
  amortizationStartDate: line.amortizationStartDate,
  amortizationEndDate: line.amortizationEndDate,
  fields: byScript(line.erpCustomFieldValues),
  segments: byScript(line.customSegments),
  purchaseOrderLineId: line.purchaseOrderLineId,
})

export const valuesOf = (bill: Bill): BillValues => ({
  createdById: bill.requestor.id,
  isNewVendor: false,
  erpVendorId: bill.erpVendorId,
  ...{ newErpVendorName: '', newErpVendorEmail: '', shouldCreateVendor: false, ownerId: null, isAnotherVendor: false },
  invoiceId: bill.invoice?.id ?? null,
  erpEntityId: bill.erpEntityId,
  invoiceNumber: bill.invoiceNumber,
  invoiceDate: bill.invoiceDate,
  dueDate: bill.dueDate,
  currency: bill.totalAmount.currency,
  totalAmount: bill.totalAmount.value,
  isCredit: bill.isCredit,
  description: bill.description,
  accountingPeriodId: bill.accountingPeriodId,
  erpTaxCodeId: bill.erpTaxCode?.id ?? null,
  erpAmortizationTemplateId: bill.erpAmortizationTemplate?.id ?? null,
  amortizationStartDate: bill.amortizationStartDate,
  amortizationEndDate: bill.amortizationEndDate,
  fields: byScript(bill.erpCustomFieldValues),
  spendRequestId: bill.spendRequestId,
  intakeSubmissionId: bill.intakeSubmissionId,
  purchaseOrderId: bill.purchaseOrder?.id ?? null,
  watcherIds: bill.watchers.map(({ id }) => id),
  duplicateReason: '',
  lines: bill.lines.map(lineOf),
})

const fieldInputs = (fields: Record<string, string>) =>
  Object.entries(fields).map(([customFieldScriptId, value]) => ({ customFieldScriptId, value: value || null }))

const currencyIdOf = (values: BillValues, { currencies }: BillFormValues): string | null =>
  currencies.find(({ symbol }) => symbol === values.currency)?.id ?? null

const contentOf = (values: BillValues, options: BillFormValues) => {
  const { createdById: _, isNewVendor, newErpVendorName, newErpVendorEmail, shouldCreateVendor, ...rest } = values
  const { ownerId: __, isAnotherVendor: _another, daysToPay: _days, fields, lines, ...content } = rest
  return {
    ...content,
    erpVendorId: isNewVendor ? null : values.erpVendorId,
    erpCurrencyId: currencyIdOf(values, options),
    duplicateReason: values.duplicateReason || null,
    erpCustomFieldValues: fieldInputs(fields),
    lines: lines.map(({ key: ___, unread: ____, id, fields: ofLine, segments, ...line }) => ({
      ...line,
      ...(id && { id }),
      erpCustomFieldValues: fieldInputs(ofLine),
      customSegments: Object.entries(segments).map(([customSegmentScriptId, value]) => ({
        ...{ customSegmentScriptId, value: value || null },
      })),
    })),
  }
}

/** What a new one sends. */
export const bodyOf =
  (options: BillFormValues) =>
  (values: BillValues): Draft<BillBody> => ({
    ...contentOf(values, options),
    createdById: values.createdById,
    ...(values.isNewVendor && {
      newErpVendorName: values.newErpVendorName,
      newErpVendorEmail: values.newErpVendorEmail,
      shouldCreateVendor: values.shouldCreateVendor,
      isAnotherVendor: values.isAnotherVendor,
      ownerId: values.shouldCreateVendor ? values.ownerId : null,
    }),
  })

/** What a change sends: the requester and the documents stay. */
export const changeOf = (options: BillFormValues) => (values: BillValues) => contentOf(values, options)

/** What only the company's books know to be needed, by field. */
export const missingOf =
  ({ needsAccounts, needsEntity }: BillFormValues) =>
  (values: BillValues): Record<string, string> => {
    const missing: [string, boolean][] = [
      ['erpVendorId', !values.isNewVendor && !values.erpVendorId],
      ['newErpVendorName', values.isNewVendor && values.newErpVendorName.trim() === ''],
      ['invoiceId', !values.invoiceId],
      ['erpEntityId', needsEntity && !values.erpEntityId],
      ...values.lines.map(({ erpAccountId }, at): [string, boolean] => [
        `lines.${at}.erpAccountId`,
        needsAccounts && !erpAccountId,
      ]),
    ]
    return {
      ...Object.fromEntries(missing.filter(([, isMissing]) => isMissing).map(([field]) => [field, 'Required'])),
      ...unreadFaults(values),
    }
  }

export const previewOf = (values: BillValues, options: BillFormValues, id: string | undefined): BillPreviewInput => ({
  ...(id && { id }),
  ...(!id && { createdById: values.createdById }),
  totalAmount: values.totalAmount,
  currency: values.currency,
  erpCurrencyId: currencyIdOf(values, options),
  erpVendorId: values.isNewVendor ? null : values.erpVendorId,
  erpEntityId: values.erpEntityId,
  dueDate: values.dueDate,
  isCredit: values.isCredit,
  purchaseOrderId: values.purchaseOrderId,
  billLines: values.lines.map(
    ({ amount, erpAccountId, erpBusinessUnitId, erpDepartmentMappingId, purchaseOrderLineId }) => ({
      ...{ amount, erpAccountId, erpBusinessUnitId, erpDepartmentMappingId, purchaseOrderLineId },
    }),
  ),
})

/**
 * Days to pay stay when the invoice's date is entered after them, or corrected. A due date that was typed stays too.
 */
export const withInvoiceDate = (values: BillValues, invoiceDate: string | null): BillValues => {
  const { daysToPay } = values
  const dueAfter = (from: string | null): string | null =>
    daysToPay != null && from && isCalendarDate(from) ? addDays(from, daysToPay) : null
  const isOwn = values.dueDate === null || values.dueDate === dueAfter(values.invoiceDate)
  return { ...values, invoiceDate, dueDate: (isOwn && dueAfter(invoiceDate)) || values.dueDate }
}

/** Another currency keeps what was typed in major units: 1,250.00 dollars are 1,250 yen. */
export const withCurrency = (values: BillValues, currency: Currency): BillValues => {
  return {
    ...values,
    currency,
    totalAmount: inOtherUnits(values.totalAmount, values.currency, currency),
    lines: linesIn(values.lines, values.currency, currency),
  }
}

/** A bill with one line has its amount there, until someone types another one. */
export const withTotal = (values: BillValues, totalAmount: number | null): BillValues => {
  const [only, ...more] = values.lines
  const follows = only && more.length === 0 && (only.amount === null || only.amount === values.totalAmount)
  return { ...values, totalAmount, lines: follows ? [{ ...only, amount: totalAmount }] : values.lines }
}
