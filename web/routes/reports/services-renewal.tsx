export { RenewalReport as Page } from '../../features/services/renewals/renewal-report.tsx'
