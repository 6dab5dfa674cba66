export { NewVendorCategory as Page } from '../../../features/vendor-settings/new-vendor-category.tsx'
