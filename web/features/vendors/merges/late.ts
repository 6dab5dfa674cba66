/** What pages of other areas load when it is shown. */

export const loadMergedVendors = () => import('./merged-vendors.tsx')
export const loadMergePage = () => import('./merge-page.tsx')
