import { z } from 'zod'
import { backtestOf, linkedReplay, replayPeriod } from '../../approvals/backtest/replay.ts'
import {
  levelInput,
  ruleSetAnswer,
  ruleSetInput,
  ruleSetName,
  ruleSetVersions,
  sampleRequest,
  simulation,
  versionParam,
  versionsQuery,
} from '../../approvals/rule-sets/endpoints.ts'
import { RULE_SET_LIMITS } from '../../approvals/rule-sets/rule-set.ts'
import { requestApprovalMode } from '../../platform/company/approval-modes.ts'
import { waits } from '../../platform/guarded/endpoints.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { asRead } from '../../shared/sent/unknown-names.ts'
import { id } from '../../shared/values.ts'

/** Settings › Payments › Bill rules (specification 3 §7.3 and §7.6): which bills need which approvals. */

const params = z.object({ billRuleSetId: id })
const version = z.number().int().min(1).optional()
const saved = z.object({ id: z.string(), version: z.number().int(), waits: waits.optional() })

/** When approvers are notified of bills that it covers. Null for the company's mode. */
const approvalMode = requestApprovalMode.nullable()

export const billRuleSet = ruleSetAnswer.omit({ customFields: true }).extend({ approvalMode })
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
  body: z.object({
    levels: z.array(levelInput).max(RULE_SET_LIMITS.levels),
    approvalMode: approvalMode.optional(),
    version,
  }),
  response: saved,
})

const content = ruleSetInput.omit({ customFields: true }).extend({ approvalMode: approvalMode.optional() })

export const saveBillRuleSet = endpoint({
  id: 'bills.save-rule-set',
  method: 'PUT',
  path: '/api/bill-rule-sets/{billRuleSetId}',
  summary: 'Save what a rule set for bills covers and its levels as a new version; bills in progress keep theirs',
  params,
  body: asRead(content.extend({ version }), ['id', 'updatedAt', 'names']),
  response: saved,
})

export const simulateBillRules = endpoint({
  id: 'bills.simulate-rules',
  method: 'POST',
  path: '/api/bill-rule-sets/simulate',
  summary: 'Who would approve a made-up bill, and which rule sets apply to it',
  body: z.object({
    bill: sampleRequest.pick({ requestorUserId: true, isNewVendor: true, lines: true }),
    /** A rule set as it would be saved, in place of the saved one. */
    draft: content.extend({ billRuleSetId: id }).optional(),
  }),
  response: simulation.omit({ customFields: true }),
})

export const backtestBillRuleSet = endpoint({
  id: 'bills.backtest-rule-set',
  method: 'POST',
  path: '/api/bill-rule-sets/{billRuleSetId}/backtest',
  summary: 'Test past bills against a draft of the rule set: who gains or loses an approval, and the hours',
  params,
  body: content.extend({ period: replayPeriod.optional() }),
  response: backtestOf(linkedReplay),
})

export const listBillRuleSetVersions = endpoint({
  id: 'bills.list-rule-set-versions',
  method: 'GET',
  path: '/api/bill-rule-sets/{billRuleSetId}/versions',
  summary: 'The saved versions of a rule set for bills, newest first, with what each changed',
  params,
  query: versionsQuery,
  response: ruleSetVersions,
})

export const getBillRuleSetVersion = endpoint({
  id: 'bills.get-rule-set-version',
  method: 'GET',
  path: '/api/bill-rule-sets/{billRuleSetId}/versions/{version}',
  summary: 'A saved version of a rule set for bills',
  params: params.extend(versionParam.shape),
  response: billRuleSet.omit({ names: true }),
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
