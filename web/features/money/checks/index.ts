/**
 * Checks before money leaves: the list of findings, the decision on each, and what is looked for. Invariant: it knows
 * neither the pages of bills nor those of payments, which show what it says about them.
 */
export { BillChecks } from './bill-checks.tsx'
export { ChecksPage } from './checks-page.tsx'
export { FindingPage } from './finding-page.tsx'
export { checkDialogSearch, checkSearch } from './search.ts'
export { CheckSettingsPage } from './settings-page.tsx'
