/** Where a request is opened: what came by a public form belongs to sourcing. */
export const requestHref = (request: { id: string; contactEmail: string | null }): string =>
  `${request.contactEmail ? '/sourcing/forms' : '/intake-request'}/${request.id}`
