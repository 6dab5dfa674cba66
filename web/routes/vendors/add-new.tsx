export { NewVendorPage as Page } from '../../features/vendors/form-pages.tsx'
