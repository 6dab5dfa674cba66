export { NewVendorCategory as Page } from '../../../features/vendors/settings/new-vendor-category.tsx'
