export { NewServicePage as Page } from '../../features/services/form-pages.tsx'
