import { Button } from '@mantine/core'
import { IconAddressBook } from '@tabler/icons-react'
import { type Contact, contactName } from '../../../../../schema/vendors/vendors/values.ts'
import { to } from '../../../../lib/address.ts'
import { AppLink } from '../../../../ui/app-link.tsx'
import { TableView } from '../../../../ui/table/table-view.tsx'
import type { Column } from '../../../../ui/table/types.ts'
import type { Vendor } from '../api.ts'
import { contactsOf } from './contacts-of.ts'

interface Row {
  id: string
  label: string
  contact: Contact
}

const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', card: 'title', cell: ({ contact }) => contactName(contact) },
  { id: 'role', header: 'Role', width: '8.5rem', cell: ({ label }) => label },
  {
    id: 'email',
    header: 'Email',
    width: '15rem',
    cell: ({ contact: { email } }) =>
      email && (
        <a className="ol-link" href={`mailto:${email}`}>
          {email}
        </a>
      ),
  },
  {
    id: 'phone',
    header: 'Phone',
    width: '9rem',
    cell: ({ contact: { phone } }) =>
      phone && (
        <a className="ol-link" href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
          {phone}
        </a>
      ),
  },
  { id: 'memo', header: 'Memo', cell: ({ contact: { memo } }) => memo },
]

/** The people at the vendor. */
export const ContactList = ({ vendor }: { vendor: Vendor }) => (
  <TableView<Row>
    label={`Contacts of ${vendor.name}`}
    columns={columns}
    rows={contactsOf(vendor).map(({ label, contact }, at) => ({ id: String(at), label, contact }))}
    rowId={({ id }) => id}
    empty={{
      icon: <IconAddressBook size={20} aria-hidden />,
      title: 'No contacts yet',
      text: 'The point of contact, the signer and others at the vendor appear here.',
      ...(vendor.canEdit && {
        action: (
          <Button component={AppLink} variant="default" href={to('/vendors/$vendorId/edit', { vendorId: vendor.id })}>
            Edit vendor
          </Button>
        ),
      }),
    }}
  />
)
