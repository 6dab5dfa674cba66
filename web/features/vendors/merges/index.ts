/**
 * Merging vendors, and undoing it for a day. Invariant: an address of a merged vendor leads to the remaining one.
 */
export { loadMergedVendors } from './late.ts'
export { mergeHref, survivorOf } from './links.ts'
export { MergePage } from './merge-page.tsx'
export { mergeSearch } from './search.ts'
