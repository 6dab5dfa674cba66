/** What becomes of a form that was sent to a vendor (specification 2 §4). */
export const VENDOR_FORM_STATUSES = ['UNSUBMITTED', 'PENDING', 'APPROVED', 'REJECTED'] as const
export type VendorFormStatus = (typeof VENDOR_FORM_STATUSES)[number]

/** To whom it was sent: an address, one of the vendor's people, or all of them. */
export const RECIPIENTS = ['EMAIL', 'VENDOR_USER', 'VENDOR_COMPANY'] as const
export type Recipient = (typeof RECIPIENTS)[number]

/** What a vendor's list can be narrowed to. */
export const FORM_FILTERS = ['NEEDS_ATTENTION', 'SUBMITTED', 'APPROVED'] as const
export type FormFilter = (typeof FORM_FILTERS)[number]

/** The types of categories whose forms vendors fill in. */
export const VENDOR_FORM_TYPES = ['VENDOR', 'CUSTOM_VENDOR_FORM'] as const

export const NO_RECIPIENT = 'Must provide either an email, a vendor user, or address it to all vendor company users.'

export const STATUS_WORDS: Readonly<Record<VendorFormStatus, string>> = {
  UNSUBMITTED: 'Not submitted',
  PENDING: 'In review',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
}

/** How long a link without an account works. */
export const LINK_DAYS = 30
/** Files of one form. */
export const MOST_FILES = 20
