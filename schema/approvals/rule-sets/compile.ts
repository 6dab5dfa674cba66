import { type ConditionSet, NO_CONDITIONS } from '../../shared/conditions.ts'
import { customFieldFact, FACTS } from '../engine/facts.ts'
import type { WorkflowCandidate } from '../engine/plan.ts'
import type { WorkflowDefinition, WorkflowRule } from '../workflows/definition.ts'
import type { RuleOf, RulePeople, RuleSet, RuleSetContent, RuleSetLevel } from './rule-set.ts'

/** Turns a rule set into a definition, the one form that the approval machine runs. Workflows already have it. */

type Minimum = RuleOf<'costRules'>

const oneOf = (key: string, values: readonly string[]): ConditionSet['conditionAnyOfs'] =>
  values.length > 0 ? [{ valuesQuestionId: key, values: [...values] }] : []

type Covering = Pick<RuleSetContent, 'spendCategories' | 'businessUnits' | 'departments'>

const entryOf = ({ spendCategories, businessUnits, departments }: Covering): ConditionSet => ({
  ...NO_CONDITIONS,
  conditionAnyOfs: [
    ...oneOf(FACTS.categories, spendCategories),
    ...oneOf(FACTS.businessUnits, businessUnits),
    ...oneOf(FACTS.departments, departments),
  ],
})

/**
 * In one level, only the rules of a kind with the highest minimum that is reached apply, so each ends just
 * below the next higher one. Minimums and what is compared with them are whole numbers.
 */
const fromMinimum = (key: string, rule: Minimum, all: readonly Minimum[]): Partial<ConditionSet> => {
  const higher = all.map(({ min }) => min).filter((min) => min > rule.min)
  const maximumValue = higher.length > 0 ? Math.min(...higher) - 1 : null
  return { conditionNumerics: [{ valuesQuestionId: key, minimumValue: rule.min, maximumValue }] }
}

const rulesOf = (level: RuleSetLevel): { rule: RulePeople; conditions: Partial<ConditionSet> }[] => [
  ...level.costRules.map((rule) => ({ rule, conditions: fromMinimum(FACTS.amount, rule, level.costRules) })),
  ...level.contractLengthRules.map((rule) => ({
    rule,
    conditions: fromMinimum(FACTS.contractMonths, rule, level.contractLengthRules),
  })),
  ...level.newVendorRules.map((rule) => ({
    rule,
    conditions: { conditionBooleans: [{ valuesQuestionId: FACTS.isNewVendor, value: rule.newVendor }] },
  })),
  ...level.customFieldRules.map((rule) => ({
    rule,
    conditions: {
      conditionAnyOfs: [{ valuesQuestionId: customFieldFact(rule.customFieldId), values: [rule.customFieldOptionId] }],
    },
  })),
  ...level.noConditionRules.map((rule) => ({ rule, conditions: {} })),
]

const compileRule = (
  name: string,
  { rule, conditions }: ReturnType<typeof rulesOf>[number],
  ordinal: number,
): WorkflowRule => ({
  ...NO_CONDITIONS,
  ...conditions,
  id: rule.id,
  label: rule.label || name,
  type: 'APPROVAL',
  ordinal,
  approverType: rule.approverType,
  approverGroupIds: rule.approverGroupIds,
  approverUserIds: rule.approverUserIds,
  approverMatrixId: rule.approverMatrixId,
  approverMatrixColumnId: rule.approverMatrixColumnId,
  watcherType: rule.watcherType,
  watcherGroupIds: rule.watcherGroupIds,
  watcherUserIds: rule.watcherUserIds,
  quorum: rule.quorum,
  ...(rule.excludesEarlierDeciders && { excludesEarlierDeciders: true }),
  settings: {},
})

/** What a rule set says as a definition, whose rules have the ids of its own. */
export const definitionOf = (name: string, content: RuleSetContent): WorkflowDefinition => ({
  entryPoints: entryOf(content),
  levels: content.levels.map((level) => ({
    id: level.id,
    number: level.number,
    rules: rulesOf(level).map((rule, ordinal) => compileRule(name, rule, ordinal)),
  })),
})

/** Several rule sets run together, and a copy of one has the same rule ids. */
export const ruleIdIn = (setId: string, ruleId: string): string => `${setId}:${ruleId}`

/** Those whom the rule asks, of whom it is known who named them in the set. */
const namedIn = ({ approverGroupIds, approverUserIds }: WorkflowRule, { namedBy = {} }: RuleSet) => {
  const known = Object.entries(namedBy).filter(([id]) => approverGroupIds.includes(id) || approverUserIds.includes(id))
  return known.length > 0 ? { namedBy: Object.fromEntries(known) } : {}
}

/** The definition of a rule set, for `chooseDefinitions` with EVERY. */
export const compileRuleSet = (set: RuleSet): WorkflowCandidate => {
  const { entryPoints, levels } = definitionOf(set.name, set)
  return {
    id: set.id,
    label: set.name,
    version: set.version,
    ordinal: set.ordinal,
    definition: {
      entryPoints,
      levels: levels.map((level) => ({
        ...level,
        rules: level.rules.map((rule) => ({ ...rule, id: ruleIdIn(set.id, rule.id), ...namedIn(rule, set) })),
      })),
    },
  }
}
