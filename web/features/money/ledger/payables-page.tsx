import { Menu } from '@mantine/core'
import { IconDownload, IconReceipt2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  AGE_WORDS,
  type Age,
  type OpenBill,
  type PayablesSummary,
  payablesFile,
  type VendorPayables,
} from '../../../../schema/money/ledger/report-endpoints.ts'
import { dayText } from '../../../../schema/shared/calendar.ts'
import { formatLimit, type Money } from '../../../../schema/shared/money.ts'
import { formatNumber } from '../../../lib/format.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { type Bar, BarColumns, BarRows } from '../../../ui/chart/bars.tsx'
import { CalendarDateText } from '../../../ui/date-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { AccountingFrame } from './accounting-frame.tsx'
import { ledgerKeys, payablesQuery, readBills, readVendors } from './api.ts'
import classes from './ledger.module.css'
import { payablesSearch } from './search.ts'

const billsText = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'bill' : 'bills'}`

const TONES: Partial<Record<Age, Bar['tone']>> = {
  DAYS_1_30: 'warning',
  DAYS_31_60: 'warning',
  DAYS_61_90: 'late',
  OVER_90: 'late',
}
const SHORT: Record<Age, string> = {
  NOT_DUE: 'Not due',
  DAYS_1_30: '1–30 days',
  DAYS_31_60: '31–60 days',
  DAYS_61_90: '61–90 days',
  OVER_90: '90+ days',
}

const Ages = ({ ages }: Pick<PayablesSummary, 'ages'>) => (
  <BarRows
    label="Owed by age"
    bars={ages.map(({ age, amount, bills }) => ({
      ...{ key: age, name: SHORT[age], amount, title: `${AGE_WORDS[age]}: ${billsText(bills)}`, tone: TONES[age] },
    }))}
  />
)

const Weeks = ({ summary: { weeks, overdue, later } }: { summary: PayablesSummary }) => {
  const text = (name: string, amount: Money, bills: number) => `${name}: ${formatLimit(amount)}, ${billsText(bills)}`
  const bars: Bar[] = [
    {
      ...{ key: 'overdue', name: 'Overdue', amount: overdue.amount, tone: 'late' },
      title: text('Overdue', overdue.amount, overdue.bills),
    },
    ...weeks.map(({ from, to, amount, bills }) => ({
      ...{ key: from, name: dayText(from), amount, title: text(`${dayText(from)} to ${dayText(to)}`, amount, bills) },
    })),
  ]
  return (
    <>
      <BarColumns label="Cash needed by week" bars={bars} />
      <p className={classes.note}>
        Overdue now, then each week by due date. Later: <MoneyText money={later.amount} />
      </p>
    </>
  )
}

const Summary = () => {
  const { data, error, refetch } = useQuery(payablesQuery)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  return (
    <section className={classes.summary} aria-label="What is owed">
      <div>
        <h2 className={classes.caption}>Owed to vendors</h2>
        <p className={classes.total}>{data ? <MoneyText money={data.amount} /> : '…'}</p>
        <p className={classes.note}>{data && `${billsText(data.bills)} as of ${dayText(data.asOf)}`}</p>
      </div>
      <div>
        <h2 className={classes.caption}>By age</h2>
        {data && <Ages ages={data.ages} />}
      </div>
      <div>
        <h2 className={classes.caption}>Cash needed by week</h2>
        {data && <Weeks summary={data} />}
      </div>
    </section>
  )
}

const ageColumn = (age: Age): Column<VendorPayables> => ({
  ...{ id: age, header: SHORT[age], align: 'right', width: '6.5rem' },
  cell: ({ ages }) => {
    const amount = ages.find((one) => one.age === age)?.amount
    return amount && amount.value !== 0 ? <MoneyText money={amount} /> : <span aria-hidden>–</span>
  },
})

const COLUMNS: Column<VendorPayables>[] = [
  { ...{ id: 'vendor', header: 'Vendor', card: 'title', clip: true }, cell: ({ erpVendor }) => erpVendor.name },
  ...(['NOT_DUE', 'DAYS_1_30', 'DAYS_31_60', 'DAYS_61_90', 'OVER_90'] as const).map(ageColumn),
  { ...{ id: 'bills', header: 'Bills', align: 'right', width: '4rem' }, cell: ({ bills }) => formatNumber(bills) },
  {
    ...{ id: 'owed', header: 'Owed', align: 'right', width: '7.5rem' },
    cell: ({ amount }) => <MoneyText money={amount} />,
  },
]

const BILLS: Column<OpenBill>[] = [
  { ...{ id: 'bill', header: 'Bill', card: 'title' }, cell: ({ title }) => title },
  { ...{ id: 'due', header: 'Due', width: '8rem' }, cell: ({ dueDate }) => <CalendarDateText date={dueDate} /> },
  {
    ...{ id: 'amount', header: 'Open', align: 'right', width: '9rem' },
    cell: ({ amount }) => <MoneyText money={amount} />,
  },
  {
    ...{ id: 'company', header: 'In company currency', align: 'right', width: '11rem' },
    cell: ({ companyAmount }) => <MoneyText money={companyAmount} />,
  },
]

/** What the company owes, by age and vendor, and the cash that it needs week by week. */
export const PayablesPage = () => {
  const [found, setFound] = usePageSearch(payablesSearch)
  const open = (vendor: string | undefined) => setFound({ vendor }, { replace: false, resetScroll: false })
  return (
    <AccountingFrame
      tab="payables"
      menu={
        <Menu.Item component="a" href={payablesFile.path} download leftSection={<IconDownload size={16} aria-hidden />}>
          Export as CSV
        </Menu.Item>
      }
    >
      <Summary />
      <DataTable<VendorPayables>
        label="Owed by vendor"
        name="payables"
        columns={COLUMNS}
        rowId={({ erpVendor }) => erpVendor.id}
        onOpen={({ erpVendor }) => open(erpVendor.id)}
        queryKey={[...ledgerKeys.all, 'payables']}
        fetchPage={readVendors}
        empty={{
          icon: <IconReceipt2 size={20} aria-hidden />,
          title: 'Nothing is owed',
          text: 'Approved bills appear here until they are paid.',
        }}
      />
      {found.vendor && <VendorBills erpVendorId={found.vendor} onClose={() => open(undefined)} />}
    </AccountingFrame>
  )
}

const VendorBills = ({ erpVendorId, onClose }: { erpVendorId: string; onClose: () => void }) => (
  <Dialog opened onClose={onClose} title="Open bills" size="52rem">
    <DataTable<OpenBill>
      label="Open bills"
      columns={BILLS}
      rowId={({ billId, amount }) => `${billId} ${amount.currency}`}
      queryKey={[...ledgerKeys.all, 'bills', erpVendorId]}
      fetchPage={(page, signal) => readBills(erpVendorId, page, signal)}
      rowKeys={false}
      pageSize={100}
      empty={{ title: 'Nothing is owed', text: 'All bills of this vendor are paid.' }}
    />
  </Dialog>
)
