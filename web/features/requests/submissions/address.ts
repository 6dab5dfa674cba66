import { type Address, to } from '../../../lib/address.ts'
/** The address of a request. Requests from a public form belong to sourcing, and those of vendors have their own pages. */
export const requestHref = (
  request: { id: string; contactEmail: string | null; forVendor?: boolean | undefined },
  tab?: string,
): Address => {
  const base = request.forVendor ? 'vendor-forms' : request.contactEmail ? 'sourcing/forms' : 'intake-request'
  return to(`/${base}/$intakeSubmissionId/{-$tab}`, { intakeSubmissionId: request.id, tab })
}
