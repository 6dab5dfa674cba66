import { fullName } from '../../../../schema/shared/values.ts'
import type { CustomColumn } from '../../../../schema/vendors/settings/columns.ts'
import { to } from '../../../lib/address.ts'
import { formatNumber } from '../../../lib/format.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { PeopleNames } from '../../../ui/person-name.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { namesText } from '../services/index.ts'
import { ownColumn } from '../settings/index.ts'
import type { ListedVendor } from './api.ts'
import { Next12Spend } from './next12-spend.tsx'
import { VendorLogo } from './vendor-logo.tsx'
import classes from './vendors.module.css'
import { contactName, paymentMethodText, socTwoText, vendorHref } from './words.tsx'

const NONE = <span aria-hidden>–</span>
const text = (read: (vendor: ListedVendor) => string) => (vendor: ListedVendor) => read(vendor) || NONE

interface ColumnsOf {
  withCategories: boolean
  withNext12: boolean
  own: readonly CustomColumn[]
}

export const vendorColumns = ({ withCategories, withNext12, own }: ColumnsOf): Column<ListedVendor>[] => [
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
          cell: text(({ vendorCategories }) => namesText(vendorCategories)),
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
          width: '9rem',
          cell: (vendor: ListedVendor) => <Next12Spend vendor={vendor} />,
        },
      ]
    : []),
  {
    id: 'services',
    header: 'Services',
    sortBy: 'servicesCount',
    align: 'right',
    width: '6.5rem',
    cell: ({ id, servicesCount }) =>
      servicesCount > 0 ? (
        <AppLink className="ol-link" href={to('/vendors/$vendorId/services', { vendorId: id })}>
          {formatNumber(servicesCount)}
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
    id: 'paymentMethod',
    header: 'Payment method',
    width: '9rem',
    hiddenByDefault: true,
    cell: text(({ paymentMethod }) => paymentMethodText(paymentMethod)),
  },
  ...own.map(ownColumn<ListedVendor>),
  {
    id: 'description',
    header: 'Description',
    width: '16rem',
    hiddenByDefault: true,
    cell: text(({ description }) => description),
  },
  {
    id: 'contact',
    header: 'External contact',
    width: '10rem',
    hiddenByDefault: true,
    cell: text(({ externalPointOfContact: contact }) => (contact ? contactName(contact) : '')),
  },
  {
    id: 'externalSigner',
    header: 'External signer',
    width: '10rem',
    hiddenByDefault: true,
    cell: text(({ externalSigner: contact }) => (contact ? contactName(contact) : '')),
  },
  {
    id: 'signer',
    header: 'Signer',
    width: '10rem',
    hiddenByDefault: true,
    cell: text(({ signer }) => (signer ? fullName(signer) : '')),
  },
  {
    id: 'connectedCategories',
    header: 'Spend categories',
    width: '10rem',
    hiddenByDefault: true,
    cell: text(({ connectedCategories }) => namesText(connectedCategories)),
  },
  {
    id: 'connectedDepartments',
    header: 'Departments',
    width: '10rem',
    hiddenByDefault: true,
    cell: text(({ connectedDepartments }) => namesText(connectedDepartments)),
  },
  {
    id: 'socTwo',
    header: 'SOC 2',
    width: '7.5rem',
    hiddenByDefault: true,
    cell: ({ isSocTwoCompliant }) => socTwoText(isSocTwoCompliant),
  },
  {
    id: 'website',
    header: 'Website',
    width: '12rem',
    hiddenByDefault: true,
    cell: text(({ website }) => website),
  },
  {
    id: 'createdAt',
    header: 'Added',
    sortBy: 'createdAt',
    width: '8rem',
    hiddenByDefault: true,
    cell: ({ createdAt }) => <DateText instant={createdAt} />,
  },
]
