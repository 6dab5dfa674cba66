/**
 * Settings of bills, as Settings › Payments shows them: their rule sets, and which fields of the accounting system they
 * have. Invariant: rule sets have the pages of those of spend requests, with other words and fewer kinds of rules.
 */
export { BillFormPage, SegmentsPage } from './bill-fields-page.tsx'
export { BillRulesPage } from './bill-rules-page.tsx'
export { MatchSettingsSection } from './match-settings.tsx'
