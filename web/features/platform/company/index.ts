/**
 * Settings of the company as a whole.
 */
export { companySettingsQuery, saveCompanySettings, setRequestApprovalMode } from './api.ts'
export { default as approvalModeClasses } from './approval-mode.module.css'
export { ApprovalModeChoice } from './approval-mode-choice.tsx'
export { currencyText } from './currency-text.ts'
export { CompanySettingsPage } from './settings-page.tsx'
