import { type Address, to } from '../../../lib/address.ts'
/** The address of a request. Requests from a public form belong to sourcing. */
export const requestHref = (request: { id: string; contactEmail: string | null }, tab?: string): Address =>
  to(`/${request.contactEmail ? 'sourcing/forms' : 'intake-request'}/$intakeSubmissionId/{-$tab}`, {
    intakeSubmissionId: request.id,
    tab,
  })
