import { useQuery } from '@tanstack/react-query'
import { getAttention } from '../../../../schema/money/payments/attention-endpoints.ts'
import * as endpoints from '../../../../schema/money/payments/bill-payment-endpoints.ts'
import * as details from '../../../../schema/money/payments/details-endpoints.ts'
import { type Address, to } from '../../../lib/address.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { paymentKeys } from './api.ts'

/** Payments of bills, and the bank details that they go to. */

export type BillPayment = endpoints.BillPayment
export type VendorDetails = details.VendorPaymentInformation

export const billPaymentHref = (billPaymentId: string): Address =>
  to('/payments/bill-payments/$billPaymentId', { billPaymentId })
export const PAYMENT_TRANSACTIONS = { label: 'Payment transactions', href: to('/payments/transactions') }

const KEYS = {
  payments: [...paymentKeys.all, 'bill-payments'] as const,
  details: [...paymentKeys.all, 'details'] as const,
}
/** The bill shows its payment too. */
const CHANGED = [paymentKeys.all, paymentKeys.list, ['bills'], ['bill']]

/** While the bank is at work, it is looked at again. */
const AGAIN_MS = 4_000
/** A bank can give a payment back days after it was paid. */
const PAID_AGAIN_MS = 60_000

export const useBillPayment = (billPaymentId: string) =>
  useQuery({
    queryKey: [...KEYS.payments, billPaymentId],
    queryFn: ({ signal }) => call(endpoints.getBillPayment, { params: { billPaymentId }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.status === 'PROCESSING' ? AGAIN_MS : state.data?.status === 'PAID' && PAID_AGAIN_MS,
  })

/** What in payments needs someone. */
export const usePaymentsAttention = () =>
  useQuery({
    queryKey: [...paymentKeys.all, 'attention'],
    queryFn: ({ signal }) => call(getAttention, { signal }),
  })

export const useVendorDetails = (erpVendorId: string) =>
  useQuery({
    queryKey: [...KEYS.details, erpVendorId],
    queryFn: ({ signal }) => call(details.listVendorPaymentMethods, { params: { erpVendorId }, signal }),
  })

const CANCEL = graphql(`mutation CancelBillPayment($id: ID!) { cancelBillPayment(billPaymentId: $id) { id } }`)
const OUTSIDE = graphql(
  `mutation PaidOutside($id: ID!, $is: Boolean!) { updateBillPaymentPaidOutside(id: $id, isPaidOutside: $is) { id } }`,
)
const METHOD = graphql(
  `mutation PaymentMethod($id: ID!, $methodId: ID!) { updateBillPaymentMethod(billPaymentId: $id, paymentMethodId: $methodId) { id } }`,
)
const CONFIRM = graphql(
  `mutation ConfirmDetails($id: ID!, $should: Boolean!) { confirmErpVendorPaymentInformation(id: $id, shouldConfirm: $should) { id } }`,
)
const DELETE = graphql(`mutation DeleteDetails($id: ID!) { deleteErpVendorPaymentInformation(id: $id) { id } }`)
const CHOOSE = graphql(
  `mutation ChooseDetails($i: AddErpVendorPaymentInformationToBillPaymentInput!) {
    addErpVendorPaymentInformationToBillPayment(input: $i) { id } }`,
)
const INVITE = graphql(
  `mutation InviteToAddDetails($i: InviteVendorToAddPaymentInformationInput!, $id: ID!) {
    inviteVendorToAddPaymentInformation(input: $i, billPaymentId: $id) { id } }`,
)

export const useStart = (billPaymentId: string) =>
  useCommand({
    run: (paymentMethodId: string, { commandId }) =>
      call(endpoints.startBillPayment, { params: { billPaymentId, paymentMethodId }, commandId }),
    success: 'Payment started',
    invalidates: CHANGED,
  })

export const useUnschedule = (billPaymentId: string) =>
  useCommand({
    run: (_: undefined, { commandId }) =>
      call(endpoints.unscheduleBillPayment, { params: { billPaymentId }, commandId }),
    success: 'Payment taken off the schedule',
    invalidates: CHANGED,
  })

export const useSetMethod = (id: string) =>
  useCommand({
    run: (methodId: string, { commandId }) => runGraphql(METHOD, { id, methodId }, { commandId }),
    success: 'Bank account chosen',
    invalidates: CHANGED,
  })

export const useCancel = (id: string) =>
  useCommand({
    run: (_: undefined, { commandId }) => runGraphql(CANCEL, { id }, { commandId }),
    success: 'Payment canceled',
    invalidates: CHANGED,
  })

export const usePaidOutside = (id: string) =>
  useCommand({
    run: (is: boolean, { commandId }) => runGraphql(OUTSIDE, { id, is }, { commandId }),
    success: (_, is) => (is ? 'Marked as paid outside' : 'No longer marked as paid outside'),
    invalidates: CHANGED,
  })

export const useSendAdvice = (billPaymentId: string) =>
  useCommand({
    run: (_: undefined, { commandId }) => call(endpoints.sendRemittanceEmail, { params: { billPaymentId }, commandId }),
    success: 'Payment advice sent',
  })

export const useDecideDetails = () =>
  useCommand({
    run: ({ id, should }: { id: string; should: boolean }, { commandId }) =>
      runGraphql(CONFIRM, { id, should }, { commandId }),
    success: (_, { should }) => (should ? 'Bank details confirmed' : 'Bank details rejected'),
    invalidates: CHANGED,
  })

export const useDeleteDetails = () =>
  useCommand({
    run: (id: string, { commandId }) => runGraphql(DELETE, { id }, { commandId }),
    success: 'Bank details deleted',
    invalidates: CHANGED,
  })

export const useChooseDetails = (billPaymentId: string) =>
  useCommand({
    run: (erpVendorPaymentInformationId: string, { commandId }) =>
      runGraphql(CHOOSE, { i: { billPaymentId, erpVendorPaymentInformationId } }, { commandId }),
    success: 'This payment goes to these bank details',
    invalidates: CHANGED,
  })

export const useTakeShared = (erpVendorId: string) =>
  useCommand({
    run: (vendorCompanyPaymentInformationId: string, { commandId }) =>
      call(details.takeSharedPaymentInformation, {
        ...{ params: { erpVendorId }, body: { vendorCompanyPaymentInformationId }, commandId },
      }),
    success: 'Bank details copied. Someone else has to confirm them.',
    invalidates: CHANGED,
  })

export const revealNumber = async (id: string, commandId: string): Promise<string> =>
  (await call(details.revealPaymentInformation, { params: { id }, commandId })).accountNumber

export const inviteVendor = (billPaymentId: string, given: { email: string; message: string }, commandId: string) =>
  runGraphql(INVITE, { i: given, id: billPaymentId }, { commandId })

export const PAYMENT_CHANGED = CHANGED
