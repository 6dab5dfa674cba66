import { IconChecks } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { type Invoice, invoiceList } from '../../../../../schema/money/bills/invoice-endpoints.ts'
import { type BillRow, billList } from '../../../../../schema/money/bills/list.ts'
import { call } from '../../../../lib/rest.ts'
import { DataTable } from '../../../../ui/table/data-table.tsx'
import { filledPage } from '../../../../ui/table/filled-page.ts'
import type { Column } from '../../../../ui/table/types.ts'
import { PreviewDialog } from '../../../documents/documents/index.ts'
import { billHref, nextBillHref } from '../address.ts'
import { billKeys, invoiceKeys } from '../api.ts'
import { waitingColumns } from '../invoice-columns.tsx'
import { billColumn, dueColumn, totalColumn, waitingColumn } from '../list-columns.tsx'

const OLDEST_FIRST = { by: ['createdAt'], dir: ['ASC'] } as never
const DONE = <IconChecks size={20} aria-hidden />

/** Invoices without a bill, the oldest first. Enter opens the form, and the next one follows. */
export const InvoicesToEnter = () => {
  const [opened, setOpened] = useState<Invoice | null>(null)
  const columns = useMemo(() => waitingColumns(setOpened), [])
  return (
    <>
      <DataTable<Invoice>
        label="Invoices to enter"
        name="worklist-invoices"
        columns={columns}
        rowId={({ id }) => id}
        rowHref={({ document }) => nextBillHref(document.id)}
        queryKey={[...invoiceKeys.all, 'worklist']}
        fetchPage={({ cursor, first, orderBy }, signal) =>
          filledPage({ cursor, first }, (page) =>
            call(invoiceList.list, {
              query: { state: 'WAITING', orderBy: (orderBy as never) ?? OLDEST_FIRST, ...page },
              signal,
            }),
          )
        }
        empty={{ icon: DONE, title: 'No invoices wait', text: 'Invoices appear here until their bills are entered.' }}
      />
      {opened && (
        <PreviewDialog
          document={{ id: opened.document.id, displayName: opened.document.name }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

const APPROVAL_COLUMNS: Column<BillRow>[] = [billColumn(), waitingColumn(), totalColumn(), dueColumn()]

/** Bills that someone has to approve, the oldest first. */
export const BillsInApproval = () => (
  <DataTable<BillRow>
    label="Bills in approval"
    name="worklist-bills"
    columns={APPROVAL_COLUMNS}
    rowId={({ id }) => id}
    rowHref={({ id }) => billHref(id)}
    queryKey={[...billKeys.all, 'worklist-approval']}
    fetchPage={({ cursor, first, orderBy }, signal) =>
      filledPage({ cursor, first }, (page) =>
        call(billList.list, {
          query: { status: 'PENDING', orderBy: (orderBy as never) ?? OLDEST_FIRST, ...page },
          signal,
        }),
      )
    }
    empty={{ icon: DONE, title: 'Nothing to approve', text: 'Bills appear here while someone has to approve them.' }}
  />
)
