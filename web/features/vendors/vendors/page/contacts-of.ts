import type { Contact } from '../../../../../schema/vendors/vendors/values.ts'
import type { Vendor } from '../api.ts'

interface VendorContact {
  label: string
  contact: Contact
}

/** The vendor's people, the most important first. */
export const contactsOf = ({
  externalPointOfContact,
  externalSigner,
  contacts,
}: Pick<Vendor, 'externalPointOfContact' | 'externalSigner' | 'contacts'>): VendorContact[] => [
  ...(externalPointOfContact ? [{ label: 'Point of contact', contact: externalPointOfContact }] : []),
  ...(externalSigner ? [{ label: 'Signer', contact: externalSigner }] : []),
  ...contacts.map((contact) => ({ label: 'Contact', contact })),
]
