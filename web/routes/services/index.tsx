export { ServiceList as Page } from '../../features/services/service-list.tsx'
