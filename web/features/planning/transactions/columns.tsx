import { IconExternalLink } from '@tabler/icons-react'
import type { TransactionRow } from '../../../../schema/planning/transactions/endpoints.ts'
import { ACCOUNT_TYPE_WORDS } from '../../../../schema/planning/transactions/filters.ts'
import { hrefOf } from '../../../../schema/shared/kinds.ts'
import type { Address } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { CalendarDateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import type { Column } from '../../../ui/table/types.ts'
import classes from './transactions.module.css'

const dash = <span aria-hidden>–</span>
const named = (of: { name: string } | null) => of?.name ?? dash

export const accountTypeText = ({ accountType }: Pick<TransactionRow, 'accountType'>): string =>
  accountType === 'OTHER' ? '–' : ACCOUNT_TYPE_WORDS[accountType]

/** Only addresses of the web open. */
export const erpLink = ({ erpUrl }: Pick<TransactionRow, 'erpUrl'>): string | null =>
  erpUrl && /^https?:\/\//.test(erpUrl) ? erpUrl : null

interface Shown {
  withBusinessUnits: boolean
  withEntities: boolean
  /** Whether all are of one vendor, who isn't named again. */
  ofOne?: boolean
}

export const transactionColumns = ({
  withBusinessUnits,
  withEntities,
  ofOne = false,
}: Shown): Column<TransactionRow>[] => [
  ofOne
    ? {
        id: 'memo',
        header: 'Memo',
        card: 'title',
        clip: true,
        cell: ({ memo, description, documentNumber }) => memo || description || documentNumber || 'No memo',
      }
    : {
        id: 'vendor',
        header: 'Vendor and memo',
        card: 'title',
        clip: true,
        cell: (row) => <VendorAndMemo row={row} />,
      },
  {
    id: 'date',
    header: 'Date',
    sortBy: 'date',
    width: '7.5rem',
    cell: ({ transactionDate }) => <CalendarDateText date={transactionDate} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'right',
    width: '8.5rem',
    cell: ({ amount, companyAmount }) => (
      <span className={classes.amount}>
        <MoneyText money={amount} />
        {companyAmount?.currency !== amount.currency && (
          <span className={classes.memo}>
            {companyAmount ? <MoneyText money={companyAmount} /> : 'No exchange rate yet'}
          </span>
        )}
      </span>
    ),
  },
  { id: 'category', header: 'Category', width: '8.5rem', clip: true, cell: ({ category }) => named(category) },
  { id: 'department', header: 'Department', width: '8rem', clip: true, cell: ({ department }) => named(department) },
  ...(withBusinessUnits
    ? [
        {
          ...{ id: 'businessUnit', header: 'Business unit', width: '9rem', clip: true, hiddenByDefault: true },
          cell: ({ businessUnit }: TransactionRow) => named(businessUnit),
        },
      ]
    : []),
  {
    ...{ id: 'location', header: 'Location', width: '8rem', clip: true, hiddenByDefault: true },
    cell: ({ location }) => named(location),
  },
  ...(withEntities
    ? [
        {
          ...{ id: 'entity', header: 'Entity', width: '9rem', clip: true, hiddenByDefault: true },
          cell: ({ entity }: TransactionRow) => named(entity),
        },
      ]
    : []),
  {
    ...{ id: 'accountType', header: 'Account type', width: '9rem', hiddenByDefault: true },
    cell: accountTypeText,
  },
  {
    ...{ id: 'number', header: 'Number', width: '6.5rem', clip: true, hiddenByDefault: true },
    cell: ({ documentNumber }) => documentNumber ?? dash,
  },
  {
    id: 'comments',
    header: 'Comments',
    align: 'right',
    width: '6.5rem',
    cell: ({ openThreadsCount, allThreadsCount }) =>
      allThreadsCount > 0 ? (
        <span title={`${openThreadsCount} open of ${allThreadsCount}`}>
          {openThreadsCount} of {allThreadsCount} open
        </span>
      ) : null,
  },
  {
    ...{ id: 'erpAccount', header: 'Account', width: '10rem', clip: true, hiddenByDefault: true },
    cell: ({ erpAccount }) => named(erpAccount),
  },
  {
    ...{ id: 'erpVendor', header: 'Accounting vendor', width: '10rem', clip: true, hiddenByDefault: true },
    cell: ({ erpVendor }) => named(erpVendor),
  },
  {
    ...{ id: 'erpDepartment', header: 'Accounting department', width: '10rem', clip: true, hiddenByDefault: true },
    cell: ({ erpDepartment }) => named(erpDepartment),
  },
  {
    ...{ id: 'erpLocation', header: 'Accounting location', width: '10rem', clip: true, hiddenByDefault: true },
    cell: ({ erpLocation }) => named(erpLocation),
  },
  {
    ...{ id: 'erpClassification', header: 'Accounting class', width: '10rem', clip: true, hiddenByDefault: true },
    cell: ({ erpClassification }) => named(erpClassification),
  },
  {
    ...{ id: 'erpEntity', header: 'Accounting entity', width: '10rem', clip: true, hiddenByDefault: true },
    cell: ({ erpEntity }) => named(erpEntity),
  },
  {
    ...{ id: 'payroll', header: 'Payroll', width: '6rem', hiddenByDefault: true },
    cell: ({ isPayroll }) => (isPayroll ? <StatusBadge tone="neutral" label="Payroll" plain /> : dash),
  },
  {
    ...{ id: 'actions', header: '', width: '3.5rem', always: true },
    cell: (row) => <ErpLink row={row} />,
  },
]

const VendorAndMemo = ({ row: { vendor, erpVendor, memo, description } }: { row: TransactionRow }) => {
  const text = memo || description
  // Payroll and revenue often have no vendor.
  if (!vendor && !erpVendor) return text || 'No vendor'
  return (
    <span className={classes.vendor}>
      {vendor ? (
        <AppLink className="ol-link" href={hrefOf('VENDOR', vendor.id) as Address}>
          {vendor.name}
        </AppLink>
      ) : (
        erpVendor?.name
      )}
      {text && <span className={classes.memo}>{text}</span>}
    </span>
  )
}

const ErpLink = ({ row }: { row: TransactionRow }) => {
  const href = erpLink(row)
  if (!href) return null
  const what = row.documentNumber ?? row.erpVendor?.name ?? 'this transaction'
  return (
    <a
      className={classes.erpLink}
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={`Open ${what} in the accounting system`}
      title="Open in the accounting system"
    >
      <IconExternalLink size={16} aria-hidden />
    </a>
  )
}
