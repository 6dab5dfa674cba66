import { z } from 'zod'
import { id, requiredText } from '../../shared/values.ts'
import { approverType, quorum, watcherType } from '../workflows/definition.ts'

/**
 * Rule sets, as admins configure them (specification 2 §3): they are matched by categories, business units and
 * departments, and every one that matches applies. The approval machine runs what `compileRuleSet` makes of them.
 */

const people = {
  id,
  approverType,
  approverGroupIds: z.array(id).max(100).default([]),
  approverUserIds: z.array(id).max(100).default([]),
  approverMatrixId: id.nullable().default(null),
  approverMatrixColumnId: id.nullable().default(null),
  watcherType: watcherType.default('NO_WATCHERS'),
  watcherGroupIds: z.array(id).max(100).default([]),
  watcherUserIds: z.array(id).max(100).default([]),
  quorum: quorum.default({ kind: 'ANY' }),
}

/** Reached from `min` on: minor units of the company's currency, or whole months. */
const minimumRule = z.object({ ...people, min: z.number().int().min(0) })

export const ruleSetLevel = z.object({
  id,
  number: z.number().int().min(1),
  costRules: z.array(minimumRule).max(50).default([]),
  contractLengthRules: z.array(minimumRule).max(50).default([]),
  newVendorRules: z
    .array(z.object({ ...people, newVendor: z.boolean() }))
    .max(50)
    .default([]),
  noConditionRules: z.array(z.object(people)).max(50).default([]),
  customFieldRules: z
    .array(z.object({ ...people, customFieldId: id, customFieldOptionId: id }))
    .max(50)
    .default([]),
})
export type RuleSetLevel = z.output<typeof ruleSetLevel>

export const ruleSet = z.object({
  id,
  name: requiredText(200),
  version: z.number().int().min(1),
  ordinal: z.number().int().min(0),
  /** Ids. An empty list matches all. */
  spendCategories: z.array(id).max(500),
  businessUnits: z.array(id).max(500),
  departments: z.array(id).max(500),
  levels: z.array(ruleSetLevel).max(50),
})
export type RuleSet = z.output<typeof ruleSet>
