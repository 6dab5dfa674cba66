/** The address of a request. Requests from a public form belong to sourcing. */
export const requestHref = (request: { id: string; contactEmail: string | null }): string =>
  `${request.contactEmail ? '/sourcing/forms' : '/intake-request'}/${request.id}`
