import { IconListDetails } from '@tabler/icons-react'
import { billLineFilters } from '../../../../schema/money/bills/line-filters.ts'
import { type BillLineRow, billLineFile, billLineList } from '../../../../schema/money/bills/line-list.ts'
import { BILL_STATUS_WORDS } from '../../../../schema/money/bills/values.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { CalendarDateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { FileItem, ListTable, useList } from '../../platform/lists/index.ts'
import { BillsGate, BillTabs } from '../bills/index.ts'
import { billLinesSearch } from './search.ts'

const definition = { ...billLineList, filters: billLineFilters, file: billLineFile }

const hrefOf = ({ bill }: BillLineRow) => to('/payments/bills/$billId/{-$tab}', { billId: bill.id })

const COLUMNS: Column<BillLineRow>[] = [
  {
    id: 'bill',
    header: 'Bill',
    card: 'title',
    width: '14rem',
    cell: (row) => (
      <AppLink className="ol-link" href={hrefOf(row)}>
        {row.bill.displayName}
      </AppLink>
    ),
  },
  { id: 'number', header: 'Line', align: 'right', width: '4rem', cell: ({ number }) => number },
  { id: 'memo', header: 'Memo', cell: ({ memo }) => memo },
  {
    id: 'amount',
    header: 'Amount',
    align: 'right',
    width: '9rem',
    cell: ({ amount, bill }) => (
      <>
        {bill.isCredit && 'Credit '}
        <MoneyText money={amount} />
      </>
    ),
  },
  {
    id: 'account',
    header: 'Account',
    width: '11rem',
    cell: ({ erpAccount }) =>
      erpAccount && [erpAccount.generalLedgerAccountNumber, erpAccount.name].filter(Boolean).join(' '),
  },
  { id: 'category', header: 'Spend category', width: '9rem', cell: ({ category }) => category?.name },
  { id: 'department', header: 'Department', width: '9rem', cell: ({ department }) => department?.name },
  {
    id: 'businessUnit',
    header: 'Business unit',
    width: '9rem',
    hiddenByDefault: true,
    cell: ({ businessUnit }) => businessUnit?.name,
  },
  {
    id: 'erpDepartment',
    header: 'Accounting department',
    width: '10rem',
    hiddenByDefault: true,
    cell: ({ erpDepartmentMapping }) => erpDepartmentMapping?.name,
  },
  {
    id: 'class',
    header: 'Class',
    width: '8rem',
    hiddenByDefault: true,
    cell: ({ erpClassification }) => erpClassification?.name,
  },
  {
    id: 'taxCode',
    header: 'Tax code',
    width: '7rem',
    hiddenByDefault: true,
    cell: ({ erpTaxCode }) => erpTaxCode?.name,
  },
  {
    id: 'fields',
    header: 'Custom fields',
    width: '14rem',
    hiddenByDefault: true,
    cell: ({ erpCustomFieldValues, customSegments }) =>
      [...erpCustomFieldValues, ...customSegments].map(({ name, text }) => `${name}: ${text}`).join('; '),
  },
  {
    id: 'spread',
    header: 'Amortized',
    width: '13rem',
    hiddenByDefault: true,
    cell: ({ amortizationStartDate: start, amortizationEndDate: end }) =>
      start &&
      end && (
        <>
          <CalendarDateText date={start} /> to <CalendarDateText date={end} />
        </>
      ),
  },
  {
    id: 'invoiceDate',
    header: 'Invoice date',
    sortBy: 'invoiceDate',
    width: '8rem',
    cell: ({ bill }) => <CalendarDateText date={bill.invoiceDate} />,
  },
  { id: 'entity', header: 'Entity', width: '9rem', hiddenByDefault: true, cell: ({ bill }) => bill.erpEntity?.name },
  {
    id: 'status',
    header: 'Status',
    width: '7rem',
    cell: ({ bill }) => (bill.archived ? 'Archived' : BILL_STATUS_WORDS[bill.status]),
  },
]

/** Every line of every bill, and where it is booked. */
export const BillLinesPage = () => (
  <BillsGate permission="payments.use">
    <Lines />
  </BillsGate>
)

const Lines = () => {
  const list = useList(definition, billLinesSearch)
  return (
    <>
      <PageHeader
        title="Bills & Payments"
        tabTitle="Line items"
        subtitle="Every line of every bill, and where it is booked."
        menu={<FileItem list={list} label="Export as CSV" />}
      />
      <BillTabs current="line-items" />
      <ListTable<BillLineRow>
        label="Line items"
        list={list}
        columns={COLUMNS}
        rowHref={hrefOf}
        empty={{
          icon: <IconListDetails size={20} aria-hidden />,
          title: 'No line items yet',
          text: 'The lines of bills appear here once someone enters a bill.',
        }}
      />
    </>
  )
}
