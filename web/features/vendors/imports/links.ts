/** The addresses of imports, for pages that only link to them. */
export const IMPORTS_HREF: string = '/vendors/imports'
export const importHref = (importId: string): string => `${IMPORTS_HREF}/${importId}`
