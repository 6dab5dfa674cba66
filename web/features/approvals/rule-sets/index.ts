/**
 * Rule sets of spend requests and of bills: their list, builder, custom fields, trials and versions. Which ones is said by
 * a `RuleSubjectProvider` around their pages. Invariant: what is tried, drawn and saved is the same draft.
 */
export { CustomFieldsPage } from './custom-fields-page.tsx'
export { RuleSetList } from './rule-set-list.tsx'
export { RuleSetPage } from './rule-set-page.tsx'
export { type RuleSubject, RuleSubjectProvider } from './rule-subject.ts'
export { SimulatePage } from './simulate-page.tsx'
export { SPEND_RULES } from './spend-rules.ts'
