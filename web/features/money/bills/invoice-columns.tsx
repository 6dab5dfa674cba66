import { Button } from '@mantine/core'
import type { Invoice } from '../../../../schema/money/bills/invoice-endpoints.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { newBillHref } from './address.ts'
import own from './bills.module.css'

/** "Uploaded by Maya Lindqvist", "Emailed by billing@lumen.example", "Sent by Lena Ortiz of Kestrel CAD". */
export const sourceText = ({ source, from, sent }: Invoice): string =>
  [SOURCES[source], from && `by ${from}`, sent && `of ${sent.vendor.name}`].filter(Boolean).join(' ')

const SOURCES = { EMAIL: 'Emailed', UPLOAD: 'Uploaded', PORTAL: 'Sent' } as const

const SENDER_NOTES = {
  unknown: { tone: 'waiting', label: 'New sender' },
  unverified: { tone: 'waiting', label: 'Sender not verified' },
} as const

/** Who sent it, and whether to look twice. */
export const fromColumn: Column<Invoice> = {
  id: 'from',
  header: 'From',
  width: '14.5rem',
  cell: (invoice) => (
    <span className={own.from}>
      <span>{sourceText(invoice)}</span>
      {invoice.sender && !invoice.sender.isKnown && <StatusBadge plain {...SENDER_NOTES.unknown} />}
      {invoice.sender && !invoice.sender.isVerified && <StatusBadge plain {...SENDER_NOTES.unverified} />}
      {invoice.erpEntity && <span className={own.dim}>For {invoice.erpEntity.name}</span>}
    </span>
  ),
}

export const fileColumn = (onOpen: (invoice: Invoice) => void): Column<Invoice> => ({
  id: 'file',
  header: 'Invoice',
  card: 'title',
  cell: (invoice) => (
    <button type="button" className={own.file} onClick={() => onOpen(invoice)}>
      {invoice.document.name}
    </button>
  ),
})

export const receivedColumn: Column<Invoice> = {
  id: 'received',
  header: 'Received',
  sortBy: 'createdAt',
  width: '8rem',
  cell: ({ createdAt }) => <DateText instant={createdAt} />,
}

/** Leads to the form of its bill. */
export const EnterBill = ({ invoice: { document } }: { invoice: Invoice }) => (
  <Button
    component={AppLink}
    href={newBillHref(document.id)}
    variant="default"
    size="compact-sm"
    aria-label={`Enter bill of ${document.name}`}
  >
    Enter bill
  </Button>
)

/** Of invoices that wait for their bill. @param onOpen shows the file */
export const waitingColumns = (onOpen: (invoice: Invoice) => void): Column<Invoice>[] => [
  fileColumn(onOpen),
  fromColumn,
  receivedColumn,
  {
    id: 'actions',
    header: 'Actions',
    width: '8rem',
    align: 'right',
    cell: (invoice) => <EnterBill invoice={invoice} />,
  },
]
