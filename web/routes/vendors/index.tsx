export { VendorList as Page } from '../../features/vendors/vendors/vendor-list.tsx'
