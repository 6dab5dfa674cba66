import { vendorOf } from '../../../../schema/spend/purchase-orders/content.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { CalendarDateText, DateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { orderHref } from './address.ts'
import type { PurchaseOrderRow } from './api.ts'
import { statusState, syncState } from './words.ts'

export const orderColumns: Column<PurchaseOrderRow>[] = [
  {
    id: 'number',
    header: 'Number',
    sortBy: 'number',
    width: '5.5rem',
    card: 'title',
    cell: (row) => (
      <AppLink className="ol-link" href={orderHref(row.id)}>
        {row.readableId}
      </AppLink>
    ),
  },
  { id: 'vendor', header: 'Vendor', width: '9.5rem', cell: vendorOf },
  { id: 'memo', header: 'Memo', cell: ({ memo }) => memo },
  {
    id: 'status',
    header: 'Status',
    width: '6rem',
    cell: ({ status }) => <StatusBadge plain {...statusState(status)} />,
  },
  {
    id: 'total',
    header: 'Total',
    sortBy: 'totalAmount',
    align: 'right',
    width: '7rem',
    cell: ({ total }) => <MoneyText money={total} />,
  },
  {
    id: 'open',
    header: 'Open',
    align: 'right',
    width: '7rem',
    cell: ({ open }) => <MoneyText money={open} />,
  },
  {
    id: 'billed',
    header: 'Billed',
    align: 'right',
    width: '7rem',
    hiddenByDefault: true,
    cell: ({ billed }) => <MoneyText money={billed} />,
  },
  {
    id: 'paid',
    header: 'Paid',
    align: 'right',
    width: '7rem',
    hiddenByDefault: true,
    cell: ({ paid }) => <MoneyText money={paid} />,
  },
  {
    id: 'date',
    header: 'Order date',
    sortBy: 'transactionDate',
    width: '7.5rem',
    cell: ({ erp }) => <CalendarDateText date={erp.transactionDate} />,
  },
  {
    id: 'erp',
    header: 'Accounting system',
    width: '9rem',
    hiddenByDefault: true,
    cell: ({ erp }) => <StatusBadge plain {...syncState(erp.state)} />,
  },
  {
    id: 'erpNumber',
    header: 'Number there',
    width: '8rem',
    hiddenByDefault: true,
    cell: ({ erp }) => erp.number,
  },
  { id: 'entity', header: 'Entity', width: '9rem', hiddenByDefault: true, cell: ({ entity }) => entity?.name },
  {
    id: 'department',
    header: 'Department',
    width: '9rem',
    hiddenByDefault: true,
    cell: ({ department }) => department?.name,
  },
  { id: 'location', header: 'Location', width: '9rem', hiddenByDefault: true, cell: ({ location }) => location?.name },
  {
    id: 'class',
    header: 'Class',
    width: '9rem',
    hiddenByDefault: true,
    cell: ({ classification }) => classification?.name,
  },
  {
    id: 'request',
    header: 'Request',
    width: '5rem',
    hiddenByDefault: true,
    cell: ({ linkedRequest }) =>
      linkedRequest && (
        <AppLink
          className="ol-link"
          href={to('/intake-request/$intakeSubmissionId/{-$tab}', { intakeSubmissionId: linkedRequest.id })}
        >
          {linkedRequest.readableId}
        </AppLink>
      ),
  },
  {
    id: 'created',
    header: 'Created',
    sortBy: 'createdAt',
    width: '8rem',
    hiddenByDefault: true,
    cell: ({ createdAt }) => <DateText instant={createdAt} />,
  },
]
