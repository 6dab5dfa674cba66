import { IconChecks } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { BillToMatch, Lane } from '../../../../schema/money/worklist/endpoints.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { BillsInApproval, billHref, InvoicesToEnter } from '../bills/index.ts'
import { PaymentsInStatus, PaymentsToRetry, ToPay } from '../payments/index.ts'
import { useWorklist } from './api.ts'
import classes from './lanes.module.css'
import { LANE_NAMES } from './words.ts'

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={classes.section}>
    <div className={classes.head}>
      <h2 className={classes.title}>{title}</h2>
    </div>
    {children}
  </div>
)

const MATCH_COLUMNS: Column<BillToMatch>[] = [
  {
    id: 'bill',
    header: 'Bill',
    card: 'title',
    cell: ({ id, vendorName, invoiceNumber }) => (
      <AppLink className="ol-link" href={billHref(id)}>{`${vendorName} ${invoiceNumber}`}</AppLink>
    ),
  },
  { id: 'total', header: 'Total', align: 'right', width: '8rem', cell: ({ total }) => <MoneyText money={total} /> },
  { id: 'entered', header: 'Entered', width: '8rem', cell: ({ createdAt }) => <DateText instant={createdAt} /> },
]

const ToMatch = () => {
  const { data, error, refetch } = useWorklist()
  return (
    <Section title="Bills that may belong to a purchase order">
      <TableView<BillToMatch>
        label="Bills to match"
        columns={MATCH_COLUMNS}
        rows={data?.toMatch}
        error={error}
        onRetry={() => void refetch()}
        rowId={({ id }) => id}
        rowHref={({ id }) => billHref(id)}
        empty={{
          icon: <IconChecks size={20} aria-hidden />,
          title: 'Nothing to match',
          text: 'Bills without a purchase order appear here if their vendor has an open one.',
        }}
      />
    </Section>
  )
}

const Stuck = () => (
  <>
    <PaymentsToRetry>{(title, table) => <Section title={title}>{table}</Section>}</PaymentsToRetry>
    <Section title="Payments without confirmed bank details">
      <PaymentsInStatus
        status="PENDING"
        label="Payments without confirmed bank details"
        emptyTitle="All payments have bank details"
      />
    </Section>
    <Section title="Payments with rejected bank details">
      <PaymentsInStatus
        status="REJECTED"
        label="Payments with rejected bank details"
        emptyTitle="No bank details were rejected"
      />
    </Section>
  </>
)

/** Everything in a part of the worklist, the oldest or the most urgent first. */
export const LaneList = ({ lane }: { lane: Lane }) => {
  if (lane === 'MATCH') return <ToMatch />
  if (lane === 'STUCK') return <Stuck />
  return (
    <Section title={LANE_NAMES[lane]}>
      {lane === 'ENTER' && <InvoicesToEnter />}
      {lane === 'APPROVE' && <BillsInApproval />}
      {lane === 'PAY' && <ToPay />}
    </Section>
  )
}
