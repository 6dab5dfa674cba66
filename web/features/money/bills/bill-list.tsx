import { Button } from '@mantine/core'
import { IconPlus, IconReceipt2 } from '@tabler/icons-react'
import { type BillRow, billList } from '../../../../schema/money/bills/list.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { FileItem, ListTable, NO_CHIPS, useList } from '../../platform/lists/index.ts'
import { useCan } from '../../platform/session/index.ts'
import { PaySelectedBills } from '../payments/index.ts'
import { billHref, newBillHref } from './address.ts'
import { BillTabs } from './bill-tabs.tsx'
import own from './bills.module.css'
import { BillsGate } from './gate.tsx'
import { billColumns } from './list-columns.tsx'
import { billSearch } from './search.ts'
import { SOURCES } from './sources.ts'

/** Bills: all of them for people who work with payments, and for everyone else those that involve them. */
export const BillList = () => (
  <BillsGate permission="bills.read">
    <List />
  </BillsGate>
)

const List = () => {
  const can = useCan()
  const list = useList(billList, billSearch)
  const add = can('payments.use') && (
    <Button component={AppLink} href={newBillHref()} leftSection={<IconPlus size={16} aria-hidden />}>
      New bill
    </Button>
  )
  return (
    <>
      <PageHeader
        title={can('payments.use') ? 'Bills & Payments' : 'Bills'}
        tabTitle="Bills"
        subtitle="What vendors have billed, who approves it, and what is paid."
        action={add}
        menu={<FileItem list={list} label="Export as CSV" />}
      />
      {can('payments.use') && <BillTabs current="bills" />}
      <ListTable<BillRow>
        label="Bills"
        list={list}
        chips={NO_CHIPS}
        columns={billColumns}
        rowHref={({ id }) => billHref(id)}
        {...(can('payments.use') && {
          bulkActions: ({ rows }: { rows: BillRow[] }) => <PaySelectedBills bills={rows} />,
        })}
        sources={SOURCES}
        classes={{ choice: own.choice }}
        empty={{
          icon: <IconReceipt2 size={20} aria-hidden />,
          title: 'No bills yet',
          text: 'Bills that are entered from invoices appear here, with their approvals.',
          action: add || undefined,
        }}
      />
    </>
  )
}
