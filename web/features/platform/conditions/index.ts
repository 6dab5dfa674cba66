/**
 * Editing conditions on answers, and saying them in words. Invariant: one editor and one wording wherever conditions
 * stand.
 */
export { type ConditionWords, conditionsText, wordsOf } from './condition-words.ts'
export { ConditionsEditor } from './conditions-editor.tsx'
export { idsInConditions } from './source-kinds.ts'
export { useNames } from './use-names.ts'
