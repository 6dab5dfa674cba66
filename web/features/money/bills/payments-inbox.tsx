import { Button, Kbd } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Invoice } from '../../../../schema/money/bills/invoice-endpoints.ts'
import type { BillRow } from '../../../../schema/money/bills/list.ts'
import { type Address, to, useGo } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { useKeyGroup } from '../../../ui/keys/shown-keys.ts'
import { useSingleKeys } from '../../../ui/keys/single-keys.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { InOrder } from '../../../ui/settling/in-order.tsx'
import { useNotYet } from '../../../ui/settling/not-yet.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { PreviewDialog } from '../../documents/documents/index.ts'
import {
  BankDetailsToConfirm,
  bankName,
  bankState,
  type PaymentMethod,
  PaymentsToRetry,
  RunsToConfirm,
  useMethodsNeedingAttention,
} from '../payments/index.ts'
import { AddInvoice } from './add-invoice.tsx'
import { billHref, nextBillHref } from './address.ts'
import { IN_INBOX, useBillAttention, usePendingBills, useWaitingInvoices } from './api.ts'
import own from './bills.module.css'
import { BillsGate } from './gate.tsx'
import { InvoiceAddressLine } from './invoice-addresses.tsx'
import { waitingColumns } from './invoice-columns.tsx'
import { billColumn, dueColumn, totalColumn, waitingColumn } from './list-columns.tsx'
import { type BillToReview, reviewColumns, withoutSorting } from './review-columns.tsx'

/** What waits for someone who works with payments, or for others. */
export const PaymentsInbox = (parts: InboxParts) => (
  <BillsGate permission="payments.use">
    <Inbox {...parts} />
  </BillsGate>
)

interface InboxParts {
  /** How much waits where. */
  lanes: ReactNode
  /** What is shown in place of everything in short. */
  lane: ReactNode | null
}

const Inbox = ({ lanes, lane }: InboxParts) => (
  <>
    <PageHeader
      title="Payments inbox"
      subtitle="Bills to review, invoices to enter, and what others are working on."
      action={<AddInvoice />}
    />
    {lanes}
    {lane ?? <InShort />}
  </>
)

const InShort = () => (
  <>
    <InOrder>
      <ToReview />
      <BankDetailsToConfirm>{inSection}</BankDetailsToConfirm>
      <RunsToConfirm>{inSection}</RunsToConfirm>
      <PaymentsToRetry>{inSection}</PaymentsToRetry>
      <ToEnter />
      <BankAccounts />
      <WithOthers />
    </InOrder>
  </>
)

interface SectionProps {
  title: string
  action?: ReactNode
  all?: { label: string; href: Address } | undefined
  children: ReactNode
}

const Section = ({ title, action, all, children }: SectionProps) => (
  <div className={own.section}>
    <div className={own.sectionHead}>
      <h2 className={own.sectionTitle}>{title}</h2>
      {all && (
        <AppLink className="ol-link" href={all.href}>
          {all.label}
        </AppLink>
      )}
      {action}
    </div>
    {children}
  </div>
)

const inSection = (title: string, table: ReactNode) => <Section title={title}>{table}</Section>

const ToReview = () => {
  const { data, error, refetch } = useBillAttention()
  // What others wait for is right below.
  if (data?.length === 0)
    return (
      <Section title="Bills to review">
        <p className={own.dim}>You’re all caught up. Bills that wait for your decision appear here.</p>
      </Section>
    )
  return (
    <Section title="Bills to review">
      <TableView<BillToReview>
        label="Bills to review"
        columns={reviewColumns}
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowId={({ id }) => id}
        rowHref={({ id }) => billHref(id)}
        placeholderRows={3}
        empty={{ title: 'You’re all caught up' }}
      />
    </Section>
  )
}

const ENTER_KEYS = { title: 'Invoices', keys: [{ keys: ['E'], text: 'Enter their bills, one after another' }] }

const ToEnter = () => {
  const { data, error, refetch } = useWaitingInvoices()
  const [opened, setOpened] = useState<Invoice | null>(null)
  const go = useGo()
  const first = data?.edges[0]?.node.document.id
  const begin = first === undefined ? undefined : nextBillHref(first)
  useSingleKeys({ e: begin && (() => go.to(begin)) })
  useKeyGroup(ENTER_KEYS)
  const columns = waitingColumns(setOpened)
  return (
    <Section
      title="Invoices without a bill"
      action={
        begin && (
          <Button
            component={AppLink}
            href={begin}
            variant="default"
            size="compact-sm"
            rightSection={<Kbd size="xs">E</Kbd>}
          >
            Enter all
          </Button>
        )
      }
      all={
        data?.pageInfo.hasNextPage
          ? { label: 'View all', href: to('/payments/invoices', {}, { state: 'WAITING' }) }
          : undefined
      }
    >
      <InvoiceAddressLine />
      <TableView<Invoice>
        label="Invoices without a bill"
        columns={withoutSorting(columns)}
        rows={data?.edges.map(({ node }) => node)}
        error={error}
        onRetry={() => void refetch()}
        rowId={({ id }) => id}
        rowKeys={false}
        placeholderRows={3}
        empty={{
          title: 'No invoices wait',
          text: 'Invoices that are uploaded, emailed or sent by vendors appear here until their bills are entered.',
        }}
      />
      {opened && (
        <PreviewDialog
          document={{ id: opened.document.id, displayName: opened.document.name }}
          onClose={() => setOpened(null)}
        />
      )}
    </Section>
  )
}

const OTHERS_COLUMNS: Column<BillRow>[] = [billColumn(), waitingColumn(), totalColumn(), dueColumn()]

/** Nothing while no bill is being approved. */
const WithOthers = () => {
  const { data, error, refetch } = usePendingBills()
  if (data && data.edges.length === 0) return null
  return (
    <Section
      title="Bills being approved"
      all={
        data?.pageInfo.hasNextPage
          ? { label: 'View all', href: to('/payments/bills', {}, { status: 'PENDING' }) }
          : undefined
      }
    >
      <TableView<BillRow>
        label="Bills being approved"
        columns={withoutSorting(OTHERS_COLUMNS)}
        rows={data?.edges.map(({ node }) => node)}
        error={error}
        onRetry={() => void refetch()}
        rowId={({ id }) => id}
        rowHref={({ id }) => billHref(id)}
        rowKeys={false}
        placeholderRows={Math.min(3, IN_INBOX)}
        empty={{ title: 'No bills are being approved' }}
      />
    </Section>
  )
}

const BANK_COLUMNS: Column<PaymentMethod>[] = [
  {
    id: 'bank',
    header: 'Bank account',
    card: 'title',
    cell: (method) => (
      <AppLink className="ol-link" href={to('/settings/payments')}>
        {bankName(method)}
      </AppLink>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: '12rem',
    cell: ({ status }) => <StatusBadge plain {...bankState(status)} />,
  },
]

/** The company’s. Nothing while none needs anyone. */
const BankAccounts = () => {
  const { data, isLoading } = useMethodsNeedingAttention()
  useNotYet(isLoading)
  if (!data || data.length === 0) return null
  return (
    <Section title="Bank accounts to confirm">
      <TableView<PaymentMethod>
        label="Bank accounts to confirm"
        columns={BANK_COLUMNS}
        rows={data}
        rowId={({ id }) => id}
        rowKeys={false}
        empty={{ title: 'Nothing to confirm' }}
      />
    </Section>
  )
}
