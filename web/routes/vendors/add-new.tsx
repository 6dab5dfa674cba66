export { NewVendorPage as Page } from '../../features/vendors/vendors/form-pages.tsx'
