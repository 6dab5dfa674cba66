import { Button } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type BillPaymentRow, billPaymentList } from '../../../../schema/money/payments/bill-payment-endpoints.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { CalendarDateText, DateText } from '../../../ui/date-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { FileItem, ListTable, useList } from '../../platform/lists/index.ts'
import { billPaymentHref } from './bill-payment-api.ts'
import { DUE, PAID, paymentColumns, SCHEDULED } from './payment-columns.tsx'
import { RunDialog, StartRunDialog } from './run-dialogs.tsx'
import { billPaymentSearch, runSearch } from './search.ts'
import { WaitingRuns } from './waiting-runs.tsx'

const columns: Column<BillPaymentRow>[] = [
  ...paymentColumns<BillPaymentRow>(),
  DUE,
  SCHEDULED,
  {
    id: 'expected',
    header: 'Expected',
    width: '7rem',
    hiddenByDefault: true,
    cell: ({ expectedArrivalDate }) => expectedArrivalDate && <CalendarDateText date={expectedArrivalDate} />,
  },
  PAID,
  {
    id: 'created',
    header: 'Created',
    sortBy: 'createdAt',
    width: '8rem',
    hiddenByDefault: true,
    cell: ({ createdAt }) => <DateText instant={createdAt} />,
  },
]

/**
 * The company's payments of bills.
 * @param tabs the other lists of bills
 */
export const BillPaymentList = ({ tabs }: { tabs: ReactNode }) => {
  const list = useList(billPaymentList, billPaymentSearch)
  const [{ run }, setSearch] = usePageSearch(runSearch)
  const [chosen, setChosen] = useState<{ rows: BillPaymentRow[]; clear: () => void } | null>(null)
  const open = (id: string | undefined) => setSearch({ run: id })
  return (
    <>
      <PageHeader
        title="Payment transactions"
        subtitle="Payments of approved bills, and how far they are."
        menu={<FileItem list={list} label="Export as CSV" />}
      />
      {tabs}
      <WaitingRuns onOpen={open} />
      <ListTable<BillPaymentRow>
        label="Payment transactions"
        list={list}
        columns={columns}
        rowHref={({ id }) => billPaymentHref(id)}
        bulkActions={({ rows, clear }) => (
          <Button
            size="xs"
            leftSection={<IconCash size={16} aria-hidden />}
            disabled={!rows.some(({ status }) => status === 'APPROVED')}
            title={
              rows.some(({ status }) => status === 'APPROVED') ? undefined : 'Select payments that are ready to pay'
            }
            onClick={() => setChosen({ rows, clear })}
          >
            Pay selected
          </Button>
        )}
        empty={{
          icon: <IconCash size={20} aria-hidden />,
          title: 'No payments yet',
          text: 'Each approved bill gets a payment here.',
        }}
      />
      {chosen && (
        <StartRunDialog
          payments={chosen.rows}
          onClose={() => setChosen(null)}
          onStarted={(id) => {
            chosen.clear()
            setChosen(null)
            open(id)
          }}
        />
      )}
      {run && <RunDialog id={run} onClose={() => open(undefined)} />}
    </>
  )
}
