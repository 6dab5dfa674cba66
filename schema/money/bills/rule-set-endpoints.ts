import { z } from 'zod'
import { levelInput, ruleSetAnswer, ruleSetName } from '../../approvals/rule-sets/endpoints.ts'
import { RULE_SET_LIMITS } from '../../approvals/rule-sets/rule-set.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { id } from '../../shared/values.ts'

/** Settings › Payments › Bill rules (specification 3 §7.3 and §7.6): which bills need which approvals. */

const params = z.object({ billRuleSetId: id })
const version = z.number().int().min(1).optional()
const saved = z.object({ id: z.string(), version: z.number().int() })

export const billRuleSet = ruleSetAnswer.omit({ customFields: true })
export type BillRuleSet = z.infer<typeof billRuleSet>

export const listBillRuleSets = endpoint({
  id: 'bills.list-rule-sets',
  method: 'GET',
  path: '/api/bill-rule-sets',
  summary: `The company's rule sets for bills, ${RULE_SET_LIMITS.sets} at most`,
  response: z.array(billRuleSet),
})

export const getBillRuleSet = endpoint({
  id: 'bills.get-rule-set',
  method: 'GET',
  path: '/api/bill-rule-sets/{billRuleSetId}',
  summary: 'A rule set for bills with its coverage and levels',
  params,
  response: billRuleSet,
})

export const renameBillRuleSet = endpoint({
  id: 'bills.rename-rule-set',
  method: 'PATCH',
  path: '/api/bill-rule-sets/{billRuleSetId}',
  summary: 'Rename a rule set for bills',
  params,
  body: ruleSetName.extend({ version }),
  response: saved,
})

export const saveBillRuleSetLevels = endpoint({
  id: 'bills.save-rule-set-levels',
  method: 'POST',
  path: '/api/bill-rule-sets/{billRuleSetId}/levels',
  summary: 'Save the levels of a rule set as a new version; bills in progress keep theirs',
  params,
  body: z.object({ levels: z.array(levelInput).max(RULE_SET_LIMITS.levels), version }),
  response: saved,
})

const covered = z.array(id).max(RULE_SET_LIMITS.covered).optional()
export const updateBillRuleSetInput = z.object({
  id,
  name: ruleSetName.shape.name.optional(),
  spendCategoryIds: covered,
  businessUnitIds: covered,
  departmentIds: covered,
  version,
})
