/**
 * Vendors and their categories: list, page and forms.
 */
export { vendorQuery } from './api.ts'
export { VendorCategories } from './category-list.tsx'
export { VendorCategoryPage } from './category-page.tsx'
export { EditVendorPage, NewVendorPage } from './form-pages.tsx'
export { InviteDialog, loadVendorCommands } from './late.ts'
export { NewVendorCategory } from './new-category.tsx'
export { listSearch } from './search.ts'
export type { AccountingField } from './vendor-fields.tsx'
export { VendorList } from './vendor-list.tsx'
export { VendorPage, type VendorParts } from './vendor-page.tsx'
