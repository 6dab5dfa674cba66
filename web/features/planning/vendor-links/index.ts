/**
 * The accounting system's vendors that are, or may be, vendors of the company. Invariant: what is linked without anyone is
 * sure, shown, and can be undone; everything else is asked with both sides beside each other.
 */
export { linksSearch } from './address.ts'
export { LinksPage } from './links-page.tsx'
export { LinksItem, OpenLinksNotice } from './notice.tsx'
