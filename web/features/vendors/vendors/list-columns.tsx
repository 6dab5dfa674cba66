import { groupKeyOf } from '../../../../schema/shared/list-totals.ts'
import { textOf } from '../../../../schema/shared/record.ts'
import { fullName, namesText } from '../../../../schema/shared/values.ts'
import type { CustomColumn } from '../../../../schema/vendors/settings/columns.ts'
import { vendorFields } from '../../../../schema/vendors/vendors/record.ts'
import { to } from '../../../lib/address.ts'
import { formatNumber } from '../../../lib/format.ts'
import { monthKeyOfInstant, monthOfInstant } from '../../../lib/months.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PeopleNames } from '../../../ui/person-name.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { fieldColumn, fieldColumns, NONE, textCell } from '../../../ui/table/field-column.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { ownColumn } from '../settings/index.ts'
import type { ListedVendor } from './api.ts'
import { vendorEdits } from './list-edits.tsx'
import { Next12Spend } from './next12-spend.tsx'
import { VendorLogo } from './vendor-logo.tsx'
import classes from './vendors.module.css'
import { vendorHref } from './words.tsx'

interface ColumnsOf {
  withCategories: boolean
  withNext12: boolean
  /** Whether an accounting system says what vendors cost. */
  withLast12: boolean
  own: readonly CustomColumn[]
}

export const vendorColumns = ({ withCategories, withNext12, withLast12, own }: ColumnsOf): Column<ListedVendor>[] => [
  {
    id: 'name',
    header: 'Vendor',
    sortBy: 'name',
    card: 'title',
    cell: ({ id, name, logoUrl, archived }) => (
      <span className={classes.name}>
        <VendorLogo name={name} logoUrl={logoUrl} />
        <AppLink className="ol-link" href={vendorHref(id)}>
          {name}
        </AppLink>
        {archived && <StatusBadge plain tone="archived" label="Archived" />}
      </span>
    ),
  },
  {
    id: 'owners',
    header: 'Owners',
    width: '10.5rem',
    sortBy: 'owners',
    group: ({ owners }) => owners.map(fullName).join(', ') || 'No owner',
    groupKey: ({ owners }) => groupKeyOf(owners.map(({ id }) => id)),
    edit: vendorEdits.owners,
    cell: ({ owners }) =>
      owners.length > 0 ? (
        <PeopleNames names={owners.map(fullName)} />
      ) : (
        <StatusBadge plain tone="waiting" label="No owner" />
      ),
  },
  ...(withCategories
    ? [
        {
          id: 'vendorCategories',
          header: 'Categories',
          width: '10rem',
          // With the spend of two years, it would lie beyond the edge of a laptop. Its filter is there.
          hiddenByDefault: true,
          sortBy: 'vendorCategories',
          group: ({ vendorCategories }: ListedVendor) => namesText(vendorCategories) || 'No category',
          groupKey: ({ vendorCategories }: ListedVendor) => groupKeyOf(vendorCategories.map(({ id }) => id)),
          cell: textCell<ListedVendor>(({ vendorCategories }) => namesText(vendorCategories)),
        },
      ]
    : []),
  ...(withNext12
    ? [
        {
          id: 'next12',
          header: 'Next 12 months',
          sortBy: 'next12ServiceSpend',
          align: 'right' as const,
          width: '8.25rem',
          cell: (vendor: ListedVendor) => <Next12Spend vendor={vendor} />,
        },
      ]
    : []),
  ...(withLast12
    ? [
        {
          id: 'last12',
          header: 'Last 12 months',
          sortBy: 'last12Spend',
          align: 'right' as const,
          width: '8.25rem',
          cell: ({ last12Spend }: ListedVendor) => <MoneyText money={last12Spend} />,
        },
      ]
    : []),
  {
    id: 'services',
    header: 'Services',
    sortBy: 'servicesCount',
    align: 'right',
    width: '5.5rem',
    cell: ({ id, servicesCount }) =>
      servicesCount > 0 ? (
        <AppLink className="ol-link" href={to('/vendors/$vendorId/services', { vendorId: id })}>
          {formatNumber(servicesCount)}
          <span className="ol-visually-hidden"> services</span>
        </AppLink>
      ) : (
        NONE
      ),
  },
  {
    id: 'documents',
    header: 'Documents',
    align: 'right',
    width: '7rem',
    hiddenByDefault: true,
    cell: ({ documentsCount }) => (documentsCount > 0 ? formatNumber(documentsCount) : NONE),
  },
  {
    ...fieldColumn('paymentMethod', vendorFields.paymentMethod, vendorEdits.paymentMethod),
    sortBy: 'paymentMethod',
    group: ({ paymentMethod }) => textOf(vendorFields.paymentMethod, paymentMethod) || 'No payment method',
    groupKey: ({ paymentMethod }) => paymentMethod ?? '',
  },
  ...own.map(ownColumn<ListedVendor>),
  {
    ...fieldColumn('connectedDepartments', vendorFields.connectedDepartments),
    sortBy: 'connectedDepartments',
    group: ({ connectedDepartments }) => namesText(connectedDepartments) || 'No department',
    groupKey: ({ connectedDepartments }) => groupKeyOf(connectedDepartments.map(({ id }) => id)),
  },
  ...fieldColumns<ListedVendor>(vendorFields, {
    except: ['paymentMethod', 'connectedDepartments'],
    edits: vendorEdits,
    first: [
      ...(['description', 'externalPointOfContact', 'externalSigner', 'signer'] as const),
      ...(['connectedCategories', 'isSocTwoCompliant', 'website'] as const),
    ],
  }),
  {
    id: 'createdAt',
    header: 'Added',
    sortBy: 'createdAt',
    width: '8rem',
    hiddenByDefault: true,
    group: ({ createdAt }) => monthOfInstant(createdAt),
    groupKey: ({ createdAt }) => monthKeyOfInstant(createdAt),
    cell: ({ createdAt }) => <DateText instant={createdAt} />,
  },
]
