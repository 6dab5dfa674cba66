import { namesText } from '../../../../schema/shared/values.ts'
import { monthText } from '../../../lib/months.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { CalendarDateText, DateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { requestState, StatusBadge } from '../../../ui/status-badge.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { spendHref } from './address.ts'
import type { SpendRequestRow } from './api.ts'

const waitingText = ({ waitingFor }: SpendRequestRow): string =>
  [...new Set(waitingFor.flatMap(({ people }) => people.map(({ name }) => name)))].join(', ')

export const spendColumns = ({ withBusinessUnits }: { withBusinessUnits: boolean }): Column<SpendRequestRow>[] => [
  {
    id: 'name',
    header: 'Spend request',
    card: 'title',
    cell: (row) => (
      <AppLink className="ol-link" href={spendHref(row.id)}>
        {row.displayName}
      </AppLink>
    ),
  },
  { id: 'number', header: 'Number', width: '5rem', cell: ({ readableId }) => readableId },
  {
    id: 'status',
    header: 'Status',
    width: '7.5rem',
    cell: (row) => <StatusBadge plain {...requestState(row)} />,
  },
  { id: 'requester', header: 'Requester', width: '8rem', clip: true, cell: ({ requestor }) => requestor.name },
  { id: 'vendor', header: 'Vendor', width: '10rem', hiddenByDefault: true, cell: ({ vendor }) => vendor.name },
  {
    id: 'total',
    header: 'Total',
    sortBy: 'estimatedCost',
    align: 'right',
    width: '7.5rem',
    cell: ({ estimatedCost }) => <MoneyText money={estimatedCost} />,
  },
  {
    id: 'amortized',
    header: 'Monthly cost',
    align: 'right',
    width: '8.5rem',
    hiddenByDefault: true,
    cell: ({ amortizedCost }) => <MoneyText money={amortizedCost} />,
  },
  {
    id: 'start',
    header: 'Starts',
    sortBy: 'serviceStartDate',
    group: ({ serviceStartDate }) => monthText(serviceStartDate.slice(0, 7)),
    groupKey: ({ serviceStartDate }) => serviceStartDate.slice(0, 7),
    width: '8rem',
    hiddenByDefault: true,
    cell: ({ serviceStartDate }) => <CalendarDateText date={serviceStartDate} />,
  },
  {
    id: 'end',
    header: 'Ends',
    width: '8rem',
    hiddenByDefault: true,
    cell: ({ serviceEndDate }) => <CalendarDateText date={serviceEndDate} />,
  },
  {
    id: 'categories',
    header: 'Categories',
    width: '10rem',
    hiddenByDefault: true,
    cell: ({ categories }) => namesText(categories),
  },
  {
    id: 'departments',
    header: 'Departments',
    width: '10rem',
    hiddenByDefault: true,
    cell: ({ departments }) => namesText(departments),
  },
  ...(withBusinessUnits
    ? [
        {
          id: 'businessUnits',
          header: 'Business units',
          width: '10rem',
          hiddenByDefault: true,
          cell: ({ businessUnits }: SpendRequestRow) => namesText(businessUnits),
        },
      ]
    : []),
  { id: 'waiting', header: 'Waiting for', width: '7.5rem', clip: true, cell: waitingText },
  {
    id: 'created',
    header: 'Submitted',
    sortBy: 'createdAt',
    width: '7rem',
    cell: ({ createdAt }) => <DateText instant={createdAt} />,
  },
]
