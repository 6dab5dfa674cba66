/**
 * The history of any object, and the company's log with its proof.
 */
export { type AuditTarget, companyLogFile } from './api.ts'
export { CompanyLog, useCompanyLogFilter } from './company-log.tsx'
export { historyFacts } from './facts.ts'
export { FactList, Fold, History, HistoryRows, type RowDetails } from './history.tsx'
export { RecipientsCard } from './recipients-card.tsx'
export { useVerification } from './verify-log.tsx'
