/**
 * Which services end when: report, calendar, list, and Home's next ones.
 */
export { loadUpcomingRenewals } from './late.ts'
export { RenewalReminderSettings } from './reminder-settings.tsx'
export { RenewalReport } from './renewal-report.tsx'
export { renewalSearch } from './search.ts'
