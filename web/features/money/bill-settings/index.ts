/**
 * Settings of bills: their rule sets, as Settings › Payments shows them. Invariant: the pages are those of rule sets of
 * spend requests, with other words and fewer kinds of rules.
 */
export { BillRulesPage } from './bill-rules-page.tsx'
