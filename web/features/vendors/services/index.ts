/**
 * Services with their periods: list, page, forms, and creating one from a request's answers.
 */
export { serviceHref } from './address.ts'
export { serviceQuery } from './api.ts'
export { EditServicePage, NewServicePage } from './form-pages.tsx'
export { loadServiceList } from './late.ts'
export { newServiceSearch, serviceSearch } from './search.ts'
export { ServiceList } from './service-list.tsx'
export { ServicePage } from './service-page.tsx'
export { SERVICE_TASK } from './service-task.ts'
export { Amounts } from './words.tsx'
