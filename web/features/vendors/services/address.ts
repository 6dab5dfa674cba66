export const serviceHref = (id: string): string => `/services/${id}`
