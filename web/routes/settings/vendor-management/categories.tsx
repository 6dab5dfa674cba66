export { VendorCategories as Page } from '../../../features/vendor-settings/vendor-categories.tsx'
