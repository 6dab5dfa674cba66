/** Where imports are, for pages that only lead there. */
export const IMPORTS_HREF: string = '/vendors/imports'
export const importHref = (importId: string): string => `${IMPORTS_HREF}/${importId}`
