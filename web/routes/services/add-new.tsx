export { NewServicePage as Page } from '../../features/vendors/services/form-pages.tsx'
