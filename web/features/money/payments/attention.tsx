import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PaymentsAttention } from '../../../../schema/money/payments/attention-endpoints.ts'
import { maskedAccount } from '../../../../schema/vendors/portal/values.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { useNotYet } from '../../../ui/settling/not-yet.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { useCan } from '../../platform/session/index.ts'
import { billPaymentHref, usePaymentsAttention, type VendorDetails } from './bill-payment-api.ts'
import { paymentColumns } from './payment-columns.tsx'
import classes from './payments.module.css'
import { DecideOnDetails } from './vendor-details.tsx'
import { detailsState } from './words.ts'

/** What in payments needs someone, for the payments inbox. Each shows nothing while nothing does. */

type Payment = PaymentsAttention['payments'][number]
type Run = PaymentsAttention['runs'][number]

interface Around {
  /** What is around the table: the heading. */
  children: (title: string, table: ReactNode) => ReactNode
}

const detailsColumns: Column<VendorDetails>[] = [
  { id: 'vendor', header: 'Vendor', width: '12rem', card: 'title', cell: ({ erpVendor }) => erpVendor.name },
  {
    id: 'account',
    header: 'Account',
    width: '10rem',
    clip: true,
    cell: ({ paymentInformation: account }) => (
      <span>
        {maskedAccount(account.lastFourAccountNumber)} of
        <br />
        {account.accountHolderName}
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: '12rem',
    cell: (details) => (
      <span>
        <StatusBadge plain {...detailsState(details)} />
        {!details.canDecide && (
          <span className={classes.fault} title={details.decisionFault ?? undefined}>
            {details.confirmableBy ?? details.decisionFault}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'entered',
    header: 'Entered',
    width: '9rem',
    clip: true,
    cell: ({ createdBy, createdAt }) => (
      <span>
        {createdBy.name},
        <br />
        <DateText instant={createdAt} />
      </span>
    ),
  },
  {
    id: 'actions',
    header: 'Actions',
    width: '15.5rem',
    align: 'right',
    cell: (details) => details.canDecide && <DecideOnDetails details={details} />,
  },
]

/** For those who can't decide on any. */
const readOnly = (columns: Column<VendorDetails>[]) => columns.filter(({ id }) => id !== 'actions')

/** Nothing can be paid to new bank details, until an admin chooses others who confirm them. */
export const ApproversFault = () => {
  const { data, isLoading } = usePaymentsAttention()
  const can = useCan()
  useNotYet(isLoading)
  if (!data?.approversFault) return null
  return (
    <Alert color="red" title="Bank details can’t be confirmed" mb="md">
      {data.approversFault}{' '}
      {can('payments.configure') && (
        <AppLink className="ol-link" href={to('/settings/payments/payment-details-approvers')}>
          Choose groups
        </AppLink>
      )}
    </Alert>
  )
}

export const BankDetailsToConfirm = ({ children }: Around) => {
  const { data, isLoading } = usePaymentsAttention()
  useNotYet(isLoading)
  const rows = data?.paymentInformation ?? []
  if (rows.length === 0) return null
  return children(
    'Bank details to confirm',
    <TableView<VendorDetails>
      label="Bank details to confirm"
      columns={rows.some(({ canDecide }) => canDecide) ? detailsColumns : readOnly(detailsColumns)}
      rows={rows}
      rowId={({ id }) => id}
      rowKeys={false}
      empty={{ title: 'Nothing to confirm' }}
    />,
  )
}

const runColumns: Column<Run>[] = [
  {
    id: 'payments',
    header: 'Payments',
    card: 'title',
    cell: ({ id, count }) => (
      <AppLink className="ol-link" href={to('/payments/transactions', {}, { run: id })}>
        {count === 1 ? '1 payment' : `${count} payments`}
      </AppLink>
    ),
  },
  { id: 'amount', header: 'Amount', align: 'right', width: '9rem', cell: ({ amount }) => <MoneyText money={amount} /> },
  {
    id: 'by',
    header: 'Asked by',
    width: '16rem',
    cell: ({ createdBy, createdAt }) => (
      <span>
        {createdBy.name}, <DateText instant={createdAt} />
      </span>
    ),
  },
]

export const RunsToConfirm = ({ children }: Around) => {
  const { data, isLoading } = usePaymentsAttention()
  useNotYet(isLoading)
  const rows = data?.runs ?? []
  if (rows.length === 0) return null
  return children(
    'Payment runs to confirm',
    <TableView<Run>
      label="Payment runs to confirm"
      columns={runColumns}
      rows={rows}
      rowId={({ id }) => id}
      rowKeys={false}
      empty={{ title: 'Nothing to confirm' }}
    />,
  )
}

const failedColumns: Column<Payment>[] = [
  ...paymentColumns<Payment>(),
  { id: 'reason', header: 'Reason', cell: ({ reason }) => reason },
]

export const PaymentsToRetry = ({ children }: Around) => {
  const { data, isLoading } = usePaymentsAttention()
  useNotYet(isLoading)
  if (!data || data.payments.length === 0) return null
  return children(
    'Failed or returned payments',
    <TableView<Payment>
      label="Failed or returned payments"
      columns={failedColumns}
      rows={data.payments}
      rowId={({ id }) => id}
      rowHref={({ id }) => billPaymentHref(id)}
      rowKeys={false}
      empty={{ title: 'No payment failed' }}
    />,
  )
}
