export { VendorList as Page } from '../../features/vendors/vendor-list.tsx'
