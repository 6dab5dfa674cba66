import { REQUEST_SOURCES } from '../../../../schema/shared/kinds.ts'
import { type Address, to } from '../../../lib/address.ts'

/** What says where a request's pages are: those of vendors and from public forms have their own. */
interface Placed {
  id: string
  contactEmail: string | null
  forVendor?: boolean | undefined
}

/** A request of the company's own, as the form makes it. */
export const OWN_REQUEST = { contactEmail: null, forVendor: false }

const baseOf = ({ forVendor, contactEmail }: Placed) =>
  REQUEST_SOURCES[forVendor ? 'VENDOR' : contactEmail ? 'PUBLIC' : 'MEMBER'].base

/** The address of a request. */
export const requestHref = (request: Placed, tab?: string): Address =>
  to(`/${baseOf(request)}/$intakeSubmissionId/{-$tab}`, { intakeSubmissionId: request.id, tab })

/** Where its answers are changed. */
export const editHref = (request: Placed & { intakeCategoryId: string }): Address =>
  request.forVendor
    ? to('/vendor-forms/$intakeSubmissionId/edit', { intakeSubmissionId: request.id })
    : to('/intake-request/$categoryId/$intakeSubmissionId/edit', {
        categoryId: request.intakeCategoryId,
        intakeSubmissionId: request.id,
      })

/** The list that it is in. */
export const listOfRequest = (request: Placed): { label: string; href: Address } => {
  const base = baseOf(request)
  if (base === 'vendor-forms') return { label: 'Vendor forms', href: to('/vendor-forms') }
  if (base === 'sourcing/forms') return { label: 'Sourcing', href: to('/sourcing/forms') }
  return { label: 'Requests', href: to('/intake-requests') }
}
