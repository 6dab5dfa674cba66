import { z } from 'zod'
import type { ApprovalMode } from '../../platform/company/approval-modes.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { money } from '../../shared/money.ts'
import { asRead } from '../../shared/sent/unknown-names.ts'
import { calendarDate, id, instant, requiredText } from '../../shared/values.ts'
import { backtestOf, linkedReplay, replayPeriod } from '../backtest/replay.ts'
import { approvalsPreview } from '../engine/preview.ts'
import { customField, RULE_SET_LIMITS, ruleSetLevel } from './rule-set.ts'

/** Settings › Spend requests approvals (specification 2 §3 and §7): rule sets, their custom fields, and trials of them. */

export const ruleSetName = z.object({ name: requiredText(200) })

export const ruleSetAnswer = z.object({
  id: z.string(),
  name: z.string(),
  version: z.number().int(),
  updatedAt: instant,
  /** What it covers. An empty list means all. */
  spendCategoryIds: z.array(z.string()),
  businessUnitIds: z.array(z.string()),
  departmentIds: z.array(z.string()),
  customFields: z.array(customField),
  levels: z.array(ruleSetLevel),
  /** By id: the names of what it covers, and of groups, people and matrices in its rules. Deleted ones are missing. */
  names: z.record(z.string(), z.string()),
})
export type RuleSetAnswer = z.output<typeof ruleSetAnswer>
/** With the mode that only rule sets of bills have. Null for the company's. */
export type ModedRuleSet = RuleSetAnswer & { approvalMode: ApprovalMode | null }

export const ruleSetParams = z.object({ spendRuleSetId: id })
const saved = z.object({ id: z.string(), version: z.number().int() })
const version = z.number().int().min(1).optional()

export const listSpendRuleSets = endpoint({
  id: 'spend-rules.list',
  method: 'GET',
  path: '/api/spend-rule-sets',
  summary: `The company's rule sets for spend requests, ${RULE_SET_LIMITS.sets} at most`,
  response: z.array(ruleSetAnswer),
})

export const getSpendRuleSet = endpoint({
  id: 'spend-rules.get',
  method: 'GET',
  path: '/api/spend-rule-sets/{spendRuleSetId}',
  summary: 'A rule set with its coverage, custom fields and levels',
  params: ruleSetParams,
  response: ruleSetAnswer,
})

export const renameSpendRuleSet = endpoint({
  id: 'spend-rules.rename',
  method: 'PATCH',
  path: '/api/spend-rule-sets/{spendRuleSetId}',
  summary: 'Rename a rule set',
  params: ruleSetParams,
  body: ruleSetName.extend({ version }),
  response: saved,
})

/** Ids are made where they are missing, because programs write a level without them. */
const madeId = id.optional()
const given = <S extends z.ZodRawShape>(rule: z.ZodObject<S>) => rule.extend({ id: madeId })
const rulesOf = <S extends z.ZodRawShape>(rules: z.ZodDefault<z.ZodArray<z.ZodObject<S>>>) =>
  z.array(given(rules.unwrap().element)).max(RULE_SET_LIMITS.rules).default([])
const { shape } = ruleSetLevel

export const levelInput = z.object({
  id: madeId,
  number: shape.number,
  costRules: rulesOf(shape.costRules),
  contractLengthRules: rulesOf(shape.contractLengthRules),
  newVendorRules: rulesOf(shape.newVendorRules),
  noConditionRules: rulesOf(shape.noConditionRules),
  customFieldRules: rulesOf(shape.customFieldRules),
})
export type LevelInput = z.output<typeof levelInput>

export const customFieldInput = z.object({
  id: madeId,
  label: customField.shape.label,
  type: customField.shape.type,
  required: z.boolean().default(false),
  /** Without it, fields are in the order of the list. */
  ordinal: customField.shape.ordinal.optional(),
  options: z
    .array(z.object({ id: madeId, label: requiredText(200) }))
    .max(RULE_SET_LIMITS.options)
    .default([]),
})
export type CustomFieldInput = z.output<typeof customFieldInput>

const coveredIds = z.array(id).max(RULE_SET_LIMITS.covered)
/** What is left out stays as it is. */
export const ruleSetInput = z.object({
  spendCategoryIds: coveredIds.optional(),
  businessUnitIds: coveredIds.optional(),
  departmentIds: coveredIds.optional(),
  customFields: z.array(customFieldInput).max(RULE_SET_LIMITS.fields).optional(),
  levels: z.array(levelInput).max(RULE_SET_LIMITS.levels).optional(),
})
/** The mode of rule sets of bills: null for the company's. */
export type RuleSetInput = z.output<typeof ruleSetInput> & { approvalMode?: ApprovalMode | null | undefined }
export const ruleSetSave = ruleSetInput.extend({ version })

export const saveSpendRuleSet = endpoint({
  id: 'spend-rules.save',
  method: 'PUT',
  path: '/api/spend-rule-sets/{spendRuleSetId}',
  summary: 'Save a rule set as a new version; running requests keep theirs',
  params: ruleSetParams,
  body: asRead(ruleSetSave, ['id', 'updatedAt', 'names']),
  response: saved,
})

const spendLine = z.object({
  amount: money.nullable().default(null),
  categoryId: id.nullable().default(null),
  departmentId: id.nullable().default(null),
  businessUnitId: id.nullable().default(null),
  entityId: id.nullable().default(null),
})

/** An unfinished spend request. */
export const sampleRequest = z.object({
  requestorUserId: id.optional(),
  isNewVendor: z.boolean().nullable().default(null),
  serviceStartDate: calendarDate.nullable().default(null),
  serviceEndDate: calendarDate.nullable().default(null),
  lines: z.array(spendLine).max(50).default([]),
  /** By field id. */
  customFields: z.record(id, z.union([z.string().max(5000), z.array(id).max(RULE_SET_LIMITS.options)])).default({}),
})

const setRef = z.object({ id: z.string(), name: z.string() })
const sampleField = customField.extend({ spendRuleSetId: z.string() })

export const simulation = z.object({
  considered: z.array(setRef.extend({ holds: z.boolean(), reason: z.string() })),
  /** Those of the rule sets that apply. */
  customFields: z.array(sampleField),
  plan: approvalsPreview,
})
export type Simulation = z.output<typeof simulation>

export const simulateSpendRules = endpoint({
  id: 'spend-rules.simulate',
  method: 'POST',
  path: '/api/spend-rule-sets/simulate',
  summary: 'Who would approve a made-up spend request, and which rule sets and custom fields it gets',
  body: z.object({
    request: sampleRequest,
    /** A rule set as it would be saved, in place of the saved one. */
    draft: ruleSetInput.extend({ spendRuleSetId: id }).optional(),
  }),
  response: simulation,
})

export const backtestSpendRuleSet = endpoint({
  id: 'spend-rules.backtest',
  method: 'POST',
  path: '/api/spend-rule-sets/{spendRuleSetId}/backtest',
  summary: 'Test past spend requests against a draft of the rule set: who gains or loses an approval, and the hours',
  params: ruleSetParams,
  body: ruleSetInput.extend({ period: replayPeriod.optional() }),
  response: backtestOf(linkedReplay),
})

/** A page of the versions that were saved, newest first. */
export const ruleSetVersions = z.object({
  versions: z.array(
    z.object({
      version: z.number().int(),
      savedAt: instant,
      savedBy: z.object({ id: z.string(), name: z.string() }),
      changes: z.array(z.string()),
    }),
  ),
  hasMore: z.boolean(),
})
export const versionsQuery = z.object({ before: z.coerce.number().int().min(1).optional() })
export const versionParam = z.object({ version: z.coerce.number().int().min(1) })

export const listSpendRuleSetVersions = endpoint({
  id: 'spend-rules.list-versions',
  method: 'GET',
  path: '/api/spend-rule-sets/{spendRuleSetId}/versions',
  summary: 'The saved versions of a rule set, newest first, with what each changed',
  params: ruleSetParams,
  query: versionsQuery,
  response: ruleSetVersions,
})

export const getSpendRuleSetVersion = endpoint({
  id: 'spend-rules.get-version',
  method: 'GET',
  path: '/api/spend-rule-sets/{spendRuleSetId}/versions/{version}',
  summary: 'A saved version of a rule set',
  params: ruleSetParams.extend(versionParam.shape),
  response: ruleSetAnswer.omit({ names: true }),
})
