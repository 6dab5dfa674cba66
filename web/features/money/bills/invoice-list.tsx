import { Button, Group } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { useState } from 'react'
import { deleteInvoice, type Invoice, invoiceList } from '../../../../schema/money/bills/invoice-endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { PreviewDialog } from '../../documents/documents/index.ts'
import { ListTable, useList } from '../../platform/lists/index.ts'
import { AddInvoice } from './add-invoice.tsx'
import { billHref } from './address.ts'
import { invoiceKeys } from './api.ts'
import { BillTabs } from './bill-tabs.tsx'
import { BillsGate } from './gate.tsx'
import { EnterBill, fileColumn, fromColumn, receivedColumn } from './invoice-columns.tsx'
import { RejectInvoice } from './reject-invoice.tsx'
import { invoiceSearch } from './search.ts'

/** Documents that are to be paid. */
export const InvoiceList = () => (
  <BillsGate permission="payments.use">
    <List />
  </BillsGate>
)

const columnsFor = (
  open: (invoice: Invoice) => void,
  remove: (invoice: Invoice) => void,
  reject: (invoice: Invoice) => void,
): Column<Invoice>[] => [
  fileColumn(open),
  fromColumn,
  receivedColumn,
  { id: 'entity', header: 'Entity', width: '9rem', hiddenByDefault: true, cell: ({ erpEntity }) => erpEntity?.name },
  {
    id: 'bills',
    header: 'Bill',
    width: '10rem',
    cell: ({ bills }) =>
      bills.map((bill, index) => (
        <span key={bill.id}>
          {index > 0 && ', '}
          <AppLink className="ol-link" href={billHref(bill.id)}>
            {bill.invoiceNumber}
          </AppLink>
        </span>
      )),
  },
  {
    id: 'actions',
    header: 'Actions',
    width: '12rem',
    align: 'right',
    always: true,
    cell: (invoice) =>
      invoice.bills.length === 0 && (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <EnterBill invoice={invoice} />
          {invoice.canDelete && (
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              aria-label={`${invoice.sent ? 'Reject' : 'Delete'} ${invoice.document.name}`}
              onClick={() => (invoice.sent ? reject : remove)(invoice)}
            >
              {invoice.sent ? 'Reject' : 'Delete'}
            </Button>
          )}
        </Group>
      ),
  },
]

const List = () => {
  const list = useList(invoiceList, invoiceSearch)
  const [opened, setOpened] = useState<Invoice | null>(null)
  const [rejecting, setRejecting] = useState<Invoice | null>(null)
  const remove = useCommand({
    run: ({ id }: Invoice, { commandId }) => call(deleteInvoice, { params: { invoiceId: id }, commandId }),
    success: 'Invoice deleted',
    invalidates: [invoiceKeys.all],
  })
  const ask = (invoice: Invoice): void =>
    void confirm({
      title: 'Delete invoice',
      text: `${invoice.document.name} leaves the invoices. The document stays in Documents.`,
      confirmLabel: 'Delete invoice',
      danger: true,
    }).then((agreed) => agreed && remove.send(invoice))
  return (
    <>
      <PageHeader
        title="Bills & Payments"
        tabTitle="Invoices"
        subtitle="Invoices that arrived, and the bills that were entered from them."
        action={<AddInvoice />}
      />
      <BillTabs current="invoices" />
      <ListTable<Invoice>
        label="Invoices"
        list={list}
        columns={columnsFor(setOpened, ask, setRejecting)}
        empty={{
          icon: <IconFileInvoice size={20} aria-hidden />,
          title: 'No invoices yet',
          text: 'Invoices that are uploaded, emailed or sent by vendors appear here until their bills are entered.',
        }}
      />
      {rejecting && <RejectInvoice invoice={rejecting} onClose={() => setRejecting(null)} />}
      {opened && (
        <PreviewDialog
          document={{ id: opened.document.id, displayName: opened.document.name }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
