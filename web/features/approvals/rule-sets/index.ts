/**
 * Rule sets for spend requests: their list, builder, custom fields, trials and versions. Invariant: what is tried,
 * drawn and saved is the same draft.
 */
export { CustomFieldsPage } from './custom-fields-page.tsx'
export { RuleSetList } from './rule-set-list.tsx'
export { RuleSetPage } from './rule-set-page.tsx'
export { SimulatePage } from './simulate-page.tsx'
