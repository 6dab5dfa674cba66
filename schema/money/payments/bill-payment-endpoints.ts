import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { listEndpoints } from '../../shared/list.ts'
import { choiceFilter, lookupFilter, searchFilter } from '../../shared/list-filters.ts'
import { money } from '../../shared/money.ts'
import { calendarDate, id, instant, named, shownDate } from '../../shared/values.ts'
import { ACCOUNT_HOLDER_TYPES, INVITATION_STATUSES } from '../../vendors/portal/values.ts'
import { BILL_PAYMENT_STATUSES, BILL_PAYMENT_WORDS } from './bill-payment-states.ts'

/** Payments of bills (specification 3 §3, §4 and §7.3). */

const answered = z.object({ id: z.string() })
export const billPaymentParams = z.object({ billPaymentId: id })

export const billPaymentRow = z.object({
  id: z.string(),
  billId: z.string(),
  status: z.enum(BILL_PAYMENT_STATUSES),
  createdAt: instant,
  updatedAt: instant,
  amount: money,
  erpVendor: named,
  /** The company's own, once the accounting system's is linked. */
  vendorId: z.string().nullable(),
  invoiceNumber: z.string(),
  dueDate: shownDate.nullable(),
  accountHolderName: z.string().nullable(),
  accountHolderType: z.enum(ACCOUNT_HOLDER_TYPES).nullable(),
  /** Masked. */
  accountNumber: z.string().nullable(),
  routingNumber: z.string().nullable(),
  remittanceEmail: z.string().nullable(),
  email: z.string().nullable(),
  address1: z.string().nullable(),
  address2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postalCode: z.string().nullable(),
  country: z.string().nullable(),
  paymentMethodId: z.string().nullable(),
  /** The day on which it starts automatically. */
  payOn: shownDate.nullable(),
  /** In words. */
  outboundPaymentFailReason: z.string().nullable(),
  expectedArrivalDate: z.string().nullable(),
  completedAt: instant.nullable(),
  paidAt: instant.nullable(),
})
export type BillPaymentRow = z.infer<typeof billPaymentRow>

export const billPaymentFilters = {
  search: searchFilter('Search payments', 'Vendor or invoice number'),
  status: choiceFilter(BILL_PAYMENT_STATUSES, BILL_PAYMENT_WORDS, { label: 'Status' }),
  erpVendorId: lookupFilter('erp-vendor', { label: 'Vendor' }),
  vendorId: lookupFilter('vendor', { label: 'Vendor', isFurther: true }),
} as const

export const BILL_PAYMENT_SORT_FIELDS = ['createdAt', 'dueDate'] as const

export const billPaymentList = listEndpoints({
  name: 'bill-payments',
  path: '/api/payments/bill-payments',
  noun: 'payment',
  nouns: 'payments',
  summary: 'Payments of bills, newest first',
  filters: billPaymentFilters,
  sorts: BILL_PAYMENT_SORT_FIELDS,
  node: billPaymentRow,
})
export type BillPaymentListQuery = z.output<typeof billPaymentList.query>

export const billPayment = billPaymentRow.extend({
  paymentMethod: z
    .object({ id: z.string(), bankName: z.string().nullable(), lastFourAccountNumber: z.string() })
    .nullable(),
  erpVendorPaymentInformationId: z.string().nullable(),
  bill: z.object({
    id: z.string(),
    createdAt: instant,
    createdBy: named,
    invoiceNumber: z.string(),
    invoiceDate: shownDate,
    dueDate: shownDate.nullable(),
    totalAmount: money,
    status: z.string(),
    erpVendor: named,
  }),
  vendorCompanyInvitations: z.array(
    z.object({
      id: z.string(),
      status: z.enum(INVITATION_STATUSES),
      toUser: z.string(),
      fromUser: z.string(),
      message: z.string(),
    }),
  ),
  paymentTransferEvents: z.array(
    z.object({ eventType: z.string(), eventBody: z.string(), createdAt: instant, createdBy: z.string().nullable() }),
  ),
  startedBy: named.nullable(),
  scheduledBy: named.nullable(),
  /** When it would leave to arrive when the bill is due, and whether that is by the vendor’s payment terms. */
  suggestedPayOn: z.object({ day: shownDate, due: z.string(), isByTerms: z.boolean() }).nullable(),
  /** Why it can't be started now, by this person. Null if it can. */
  startFault: z.string().nullable(),
  /** Who can, if only what this person did keeps them from it, in words. */
  startableBy: z.string().nullable(),
  /** With what this person started alone today it comes to the company's limit, so a second person has to confirm it. */
  needsSecondPerson: z.boolean(),
  can: z.object({
    start: z.boolean(),
    schedule: z.boolean(),
    unschedule: z.boolean(),
    cancel: z.boolean(),
    changeMethod: z.boolean(),
    markPaidOutside: z.boolean(),
    unmarkPaidOutside: z.boolean(),
    sendRemittanceEmail: z.boolean(),
    addDetails: z.boolean(),
  }),
})
export type BillPayment = z.infer<typeof billPayment>

export const getBillPayment = endpoint({
  id: 'payments.get-bill-payment',
  method: 'GET',
  path: '/api/payments/bill-payments/{billPaymentId}',
  summary: 'A payment of a bill, with what happened to it',
  params: billPaymentParams,
  response: billPayment,
})

export const startBillPayment = endpoint({
  id: 'payments.start-bill-payment-process',
  method: 'POST',
  path: '/api/payments/start-bill-payment-process/{billPaymentId}/{paymentMethodId}',
  summary: 'Pay a bill from the balance. Someone else than who entered the bill or confirmed the bank details does it',
  params: billPaymentParams.extend({ paymentMethodId: id }),
  response: answered,
})

export const scheduleBillPayment = endpoint({
  id: 'payments.schedule-bill-payment',
  method: 'POST',
  path: '/api/payments/bill-payments/{billPaymentId}/schedule',
  summary: 'Pay a bill on a banking day, or without one early enough to arrive when the bill is due',
  params: billPaymentParams,
  body: z.object({ paymentMethodId: id, payOn: calendarDate.nullable().default(null) }),
  response: z.object({ id: z.string(), payOn: shownDate }),
})

export const unscheduleBillPayment = endpoint({
  id: 'payments.unschedule-bill-payment',
  method: 'DELETE',
  path: '/api/payments/bill-payments/{billPaymentId}/schedule',
  summary: 'Take a payment off the schedule. It stays ready to be paid',
  params: billPaymentParams,
  response: answered,
})

export const sendRemittanceEmail = endpoint({
  id: 'payments.send-remittance-email',
  method: 'POST',
  path: '/api/payments/bill-payments/{billPaymentId}/send-remittance-email',
  summary: 'Send the vendor the payment advice as a PDF, at the address of its bank details',
  params: billPaymentParams,
  response: answered,
})
