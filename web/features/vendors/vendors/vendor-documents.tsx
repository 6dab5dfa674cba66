import { lazy, Suspense, useMemo, useState } from 'react'
import type { DocumentView } from '../../../../schema/documents/documents/endpoints.ts'
import type { VendorCompanyContact } from '../../../../schema/vendors/vendors/endpoints.ts'
import { loadSendDialog, ObjectDocuments } from '../../documents/documents/index.ts'
import { useCompanyContacts, type Vendor, vendorKeys } from './api.ts'

const SendDialog = lazy(async () => ({
  default: (await loadSendDialog()).SendDialog,
}))

const ROLES: Record<VendorCompanyContact['role'], string> = {
  POINT_OF_CONTACT: 'Point of contact',
  SIGNER: 'Signer',
  CONTACT: 'Contact',
  PORTAL: 'Vendor portal',
}

/** The documents of a vendor. Anyone can email some of them, to a contact or another address. */
export const VendorDocuments = ({ vendor }: { vendor: Vendor }) => {
  const [sending, setSending] = useState<{ documents: DocumentView[]; done: () => void } | null>(null)
  const { data: contacts } = useCompanyContacts(vendor.id, sending !== null)
  const recipients = useMemo(
    () =>
      (contacts ?? [])
        .filter(({ email }) => email !== '')
        .map(({ email, firstName, lastName, memo, role }) => ({
          email,
          name: `${firstName} ${lastName}`.trim(),
          about: [ROLES[role], memo].filter(Boolean).join(' · '),
        })),
    [contacts],
  )
  const close = () => setSending(null)
  return (
    <>
      <ObjectDocuments
        object={{ type: 'VENDOR', id: vendor.id }}
        name={vendor.name}
        canEdit={vendor.canEdit}
        onSend={(documents, done) => setSending({ documents, done })}
      />
      {sending && (
        <Suspense>
          <SendDialog
            documents={sending.documents}
            recipients={recipients}
            invalidates={[vendorKeys.history(vendor.id)]}
            onClose={close}
            onSent={() => {
              sending.done()
              close()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
