export { RenewalReport as Page } from '../../features/vendors/renewals/renewal-report.tsx'
