/**
 * Rule sets: which spend requests and bills need which approvals. Invariants: every set that covers a request applies; a set names
 * only objects of its company; editing one never changes a running approval.
 */
export {
  createRuleSet,
  createSpendRuleSet,
  deleteRuleSet,
  requireRuleSet,
  type Save,
  saveRuleSet,
  saveSpendRuleSet,
  saveSpendRuleSetCustomFields,
} from './change.ts'
export { ruleSetInput, ruleSetSection } from './file-section.ts'
export { ruleSetPrincipals, ruleSetsOf, ruleSetsStatement } from './load.ts'
export { deletionLoosens, pinnedSave, ruleSetLoosened } from './loosening.ts'
export { type PastSubject, type PastSubjects, registerPastSubjects } from './past-subjects.ts'
export { readSets as readRuleSets } from './read.ts'
export { backtestRules, simulateRules } from './trials.ts'
export { listRuleSetVersions, readRuleSetVersion } from './versions.ts'
