export { EntitiesPage as Page } from '../../../features/organisation/entities-page.tsx'
