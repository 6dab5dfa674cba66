export { EntitiesPage as Page } from '../../../features/platform/organisation/entities-page.tsx'
