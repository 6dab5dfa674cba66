import * as endpoints from '../../../../schema/approvals/rule-sets/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { renameSpendRuleSet, saveSpendRuleSet } from './change.ts'
import { readSpendRuleSet, readSpendRuleSets } from './read.ts'
import { backtestSpendRuleSet, simulateSpendRules } from './trials.ts'
import { listSpendRuleSetVersions, readSpendRuleSetVersion } from './versions.ts'

export const ruleSetDoors = [
  door(endpoints.listSpendRuleSets, readSpendRuleSets),
  door(endpoints.getSpendRuleSet, readSpendRuleSet),
  door(endpoints.renameSpendRuleSet, renameSpendRuleSet),
  door(endpoints.saveSpendRuleSet, saveSpendRuleSet),
  door(endpoints.simulateSpendRules, simulateSpendRules),
  door(endpoints.backtestSpendRuleSet, backtestSpendRuleSet),
  door(endpoints.listSpendRuleSetVersions, listSpendRuleSetVersions),
  door(endpoints.getSpendRuleSetVersion, readSpendRuleSetVersion),
]
