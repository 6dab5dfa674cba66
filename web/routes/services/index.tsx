export { ServiceList as Page } from '../../features/vendors/services/service-list.tsx'
