export { VendorCategories as Page } from '../../../features/vendors/settings/vendor-categories.tsx'
