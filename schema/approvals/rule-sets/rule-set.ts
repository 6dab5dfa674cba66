import { z } from 'zod'
import { requestApprovalMode } from '../../platform/company/approval-modes.ts'
import { id, limitedText, requiredText } from '../../shared/values.ts'
import type { Choice } from '../engine/facts.ts'
import { approverType, quorum, watcherType } from '../workflows/definition.ts'

/**
 * Rule sets, as admins configure them (specification 2 §3): they are matched by categories, business units and
 * departments, and every one that matches applies. The approval machine runs what `compileRuleSet` makes of them.
 */

export const RULE_SET_LIMITS = { sets: 100, covered: 500, levels: 20, rules: 50, fields: 50, options: 200 } as const

const people = {
  id,
  /** What the approval is called. Blank means the name of the rule set. */
  label: limitedText(200).default(''),
  approverType,
  approverGroupIds: z.array(id).max(100).default([]),
  approverUserIds: z.array(id).max(100).default([]),
  approverMatrixId: id.nullable().default(null),
  approverMatrixColumnId: id.nullable().default(null),
  watcherType: watcherType.default('NO_WATCHERS'),
  watcherGroupIds: z.array(id).max(100).default([]),
  watcherUserIds: z.array(id).max(100).default([]),
  quorum: quorum.default({ kind: 'ANY' }),
  /** Who decided an earlier step doesn't decide this one. */
  excludesEarlierDeciders: z.boolean().optional(),
}
const ruleBase = z.object(people)

/** Reached from `min` on: minor units of the company's currency, or whole months. */
const minimumRule = ruleBase.extend({ min: z.number().int().min(0) })
const newVendorRule = ruleBase.extend({ newVendor: z.boolean() })
const customFieldRule = ruleBase.extend({ customFieldId: id, customFieldOptionId: id })

const rules = <R extends z.ZodType>(rule: R) => z.array(rule).max(RULE_SET_LIMITS.rules).default([])

export const ruleSetLevel = z.object({
  id,
  number: z.number().int().min(1),
  costRules: rules(minimumRule),
  contractLengthRules: rules(minimumRule),
  newVendorRules: rules(newVendorRule),
  noConditionRules: rules(ruleBase),
  customFieldRules: rules(customFieldRule),
})
export type RuleSetLevel = z.output<typeof ruleSetLevel>

/** The kinds of rules of a level, by the name of their list. */
export const RULE_KINDS = [
  'costRules',
  'contractLengthRules',
  'newVendorRules',
  'customFieldRules',
  'noConditionRules',
] as const
export type RuleKind = (typeof RULE_KINDS)[number]
/** What every rule has: who approves, who watches, and how many must approve. */
export type RulePeople = z.output<typeof ruleBase>
export type RuleOf<K extends RuleKind> = RuleSetLevel[K][number]

export const CUSTOM_FIELD_TYPES = ['CUSTOM_COPY', 'MULTI_CHOICE', 'SINGLE_CHOICE', 'TEXT'] as const
export type CustomFieldType = (typeof CUSTOM_FIELD_TYPES)[number]

export const customField = z.object({
  id,
  /** For CUSTOM_COPY, the text that is shown. */
  label: requiredText(2000),
  type: z.enum(CUSTOM_FIELD_TYPES),
  required: z.boolean(),
  ordinal: z.number().int().min(0),
  /** Only for choices. */
  options: z.array(z.object({ id, label: requiredText(200) })).max(RULE_SET_LIMITS.options),
})
export type CustomField = z.output<typeof customField>

/** Ids of what a rule set covers. An empty list matches all. */
const covered = z.array(id).max(RULE_SET_LIMITS.covered)

export const ruleSet = z.object({
  id,
  name: requiredText(200),
  version: z.number().int().min(1),
  ordinal: z.number().int().min(0),
  spendCategories: covered,
  businessUnits: covered,
  departments: covered,
  customFields: z.array(customField).max(RULE_SET_LIMITS.fields).default([]),
  levels: z.array(ruleSetLevel).max(RULE_SET_LIMITS.levels),
  /** When approvers of bills are notified. Without one, as the company has it. */
  approvalMode: requestApprovalMode.optional(),
})
export interface RuleSet extends z.output<typeof ruleSet> {
  /** By group or person: who named them in the set, and when, where that is known. */
  namedBy?: Readonly<Record<string, Choice>>
}

/** What a version of a rule set says. Its name isn't part of it. */
export const ruleSetContent = ruleSet.pick({
  spendCategories: true,
  businessUnits: true,
  departments: true,
  customFields: true,
  levels: true,
  approvalMode: true,
})
export type RuleSetContent = z.output<typeof ruleSetContent>

export const EMPTY_CONTENT: RuleSetContent = {
  spendCategories: [],
  businessUnits: [],
  departments: [],
  customFields: [],
  levels: [],
}

export const isChoice = ({ type }: Pick<CustomField, 'type'>): boolean =>
  type === 'MULTI_CHOICE' || type === 'SINGLE_CHOICE'
