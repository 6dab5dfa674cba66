import { getAttention, type PaymentsAttention } from '../../../../schema/money/payments/attention-endpoints.ts'
import { maskedAccount } from '../../../../schema/vendors/portal/values.ts'
import { to } from '../../../lib/address.ts'
import { call } from '../../../lib/rest.ts'
import type { QueueItem, QueuePart } from '../../../ui/queue/queue-item.ts'
import { billPaymentHref } from './bill-payment-api.ts'

type Details = PaymentsAttention['paymentInformation'][number]
type Run = PaymentsAttention['runs'][number]
type Payment = PaymentsAttention['payments'][number]

const ofDetails = ({ id, erpVendor, paymentInformation: account, createdBy, createdAt }: Details): QueueItem => ({
  key: `bank-details.${id}`,
  kind: 'bank-details',
  title: `Bank details of ${erpVendor.name}`,
  about: `${createdBy.name} · ${maskedAccount(account.lastFourAccountNumber)} of ${account.accountHolderName}`,
  step: 'Confirm or reject',
  amount: null,
  since: createdAt,
  dueAt: null,
  href: to('/payments'),
})

const ofRun = ({ id, count, amount, createdBy, createdAt }: Run): QueueItem => ({
  key: `run.${id}`,
  kind: 'payment',
  title: count === 1 ? '1 payment' : `${count} payments`,
  about: createdBy.name,
  step: 'Confirm payment run',
  amount,
  since: createdAt,
  dueAt: null,
  href: to('/payments/transactions', {}, { run: id }),
})

const ofPayment = ({ id, status, amount, erpVendor, invoiceNumber, reason }: Payment): QueueItem => ({
  key: `payment.${id}`,
  kind: 'payment',
  title: `${erpVendor.name}, invoice ${invoiceNumber}`,
  about: reason ?? '',
  step: status === 'RETURNED' ? 'Returned: pay again' : 'Failed: pay again',
  amount,
  since: null,
  dueAt: null,
  isStuck: true,
  href: billPaymentHref(id),
})

/** Nothing can be paid to new bank details, until an admin chooses others who confirm them. */
const ofFault = (fault: string): QueueItem => ({
  key: 'bank-details.approvers',
  kind: 'setting',
  title: 'Bank details can’t be confirmed',
  about: fault,
  step: 'Choose groups',
  amount: null,
  since: null,
  dueAt: null,
  isStuck: true,
  href: to('/settings/payments/payment-details-approvers'),
})

/** What in payments this person can decide or has to do again. */
export const readPaymentsQueue = async (signal: AbortSignal, canConfigure: boolean): Promise<QueuePart> => {
  const { approversFault, paymentInformation, runs, payments } = await call(getAttention, { signal })
  return {
    items: [
      ...(approversFault && canConfigure ? [ofFault(approversFault)] : []),
      ...payments.map(ofPayment),
      ...runs.filter(({ decisionFault }) => decisionFault === null).map(ofRun),
      ...paymentInformation.filter(({ canDecide }) => canDecide).map(ofDetails),
    ],
  }
}
