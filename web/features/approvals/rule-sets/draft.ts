import { checkRuleSet, type RuleSetProblem } from '../../../../schema/approvals/rule-sets/check.ts'
import type { LevelInput, RuleSetAnswer } from '../../../../schema/approvals/rule-sets/endpoints.ts'
import {
  type CustomField,
  isChoice,
  type RuleKind,
  type RulePeople,
  type RuleSetContent,
  type RuleSetLevel,
} from '../../../../schema/approvals/rule-sets/rule-set.ts'
import { rulesByKind } from '../../../../schema/approvals/rule-sets/words.ts'
import type { ApprovalMode } from '../../../../schema/platform/company/approval-modes.ts'
import { type Leveled, tidyPeople } from '../workflows/index.ts'

/** A rule set as the builder edits it: the rules of a level are one list, each with its kind. */

export interface DraftRule extends RulePeople {
  ordinal: number
  kind: RuleKind
  /** For amounts and contract lengths. Null while the field is empty. */
  min: number | null
  newVendor: boolean
  customFieldId: string | null
  customFieldOptionId: string | null
}

export interface RuleSetDraft extends Leveled<DraftRule> {
  spendCategoryIds: string[]
  businessUnitIds: string[]
  departmentIds: string[]
  /** Null for the company's, and for what has no mode of its own. */
  approvalMode: ApprovalMode | null
}

const NO_CONDITION = { min: null, newVendor: true, customFieldId: null, customFieldOptionId: null }

type Saved = Pick<RuleSetAnswer, 'spendCategoryIds' | 'businessUnitIds' | 'departmentIds' | 'levels'> & {
  approvalMode?: ApprovalMode | null
}

export const draftOf = ({
  spendCategoryIds,
  businessUnitIds,
  departmentIds,
  levels,
  approvalMode,
}: Saved): RuleSetDraft => ({
  ...{ spendCategoryIds, businessUnitIds, departmentIds, approvalMode: approvalMode ?? null },
  levels: levels.map((level) => ({
    id: level.id,
    number: level.number,
    rules: rulesByKind(level).map(({ kind, rule }, ordinal) => ({ ...NO_CONDITION, ...rule, ordinal, kind })),
  })),
})

export const isDraft = (value: unknown): value is RuleSetDraft =>
  typeof value === 'object' &&
  value !== null &&
  Array.isArray((value as RuleSetDraft).departmentIds) &&
  Array.isArray((value as RuleSetDraft).levels) &&
  (value as RuleSetDraft).levels.every((level) => Array.isArray(level?.rules))

/** A new rule asks the requester's manager. For a field, it starts with the first option that there is. */
export const newRule = (kind: RuleKind, id: string, fields: readonly CustomField[]): DraftRule => {
  const field = kind === 'customFieldRules' ? fields.find(isChoice) : undefined
  return {
    ...NO_CONDITION,
    ...{ id, kind, label: '', ordinal: 0, approverType: 'MANAGER_APPROVER' },
    ...{ approverGroupIds: [], approverUserIds: [], approverMatrixId: null, approverMatrixColumnId: null },
    ...{ watcherType: 'NO_WATCHERS', watcherGroupIds: [], watcherUserIds: [], quorum: { kind: 'ANY' } },
    customFieldId: field?.id ?? null,
    customFieldOptionId: field?.options[0]?.id ?? null,
  }
}

const peopleOf = (rule: DraftRule): RulePeople => {
  const { ordinal: _o, kind: _k, min: _m, newVendor: _n, customFieldId: _f, customFieldOptionId: _p, ...people } = rule
  return { ...tidyPeople(people), label: people.label.trim() }
}

/** As the saved form has it. An empty number is 0, which `draftProblems` tells. */
const levelOf = ({ id, number, rules }: RuleSetDraft['levels'][number]): RuleSetLevel => {
  const of = (kind: RuleKind) => rules.filter((rule) => rule.kind === kind)
  const minimum = (rule: DraftRule) => ({ ...peopleOf(rule), min: rule.min ?? 0 })
  return {
    ...{ id, number },
    costRules: of('costRules').map(minimum),
    contractLengthRules: of('contractLengthRules').map(minimum),
    newVendorRules: of('newVendorRules').map((rule) => ({ ...peopleOf(rule), newVendor: rule.newVendor })),
    noConditionRules: of('noConditionRules').map(peopleOf),
    customFieldRules: of('customFieldRules').map((rule) => ({
      ...peopleOf(rule),
      customFieldId: rule.customFieldId ?? '',
      customFieldOptionId: rule.customFieldOptionId ?? '',
    })),
  }
}

export const contentOf = (draft: RuleSetDraft, customFields: CustomField[]): RuleSetContent => ({
  spendCategories: draft.spendCategoryIds,
  businessUnits: draft.businessUnitIds,
  departments: draft.departmentIds,
  customFields,
  levels: draft.levels.map(levelOf),
})

/** The body of a save, a trial or a replay. */
export const inputOf = (draft: RuleSetDraft) => ({
  spendCategoryIds: draft.spendCategoryIds,
  businessUnitIds: draft.businessUnitIds,
  departmentIds: draft.departmentIds,
  levels: draft.levels.map(levelOf) satisfies LevelInput[],
  approvalMode: draft.approvalMode,
})

const MISSING: Partial<Record<RuleKind, string>> = {
  costRules: 'Enter the amount from which it applies',
  contractLengthRules: 'Enter the number of months from which it applies',
}

/** What prevents saving, by level or rule. */
export const draftProblems = (draft: RuleSetDraft, customFields: CustomField[]): RuleSetProblem[] => {
  const content = contentOf(draft, customFields)
  const missing = draft.levels
    .flatMap(({ rules }) => rules)
    .flatMap(({ id, kind, min }) => (min === null && MISSING[kind] ? [{ id, message: MISSING[kind] }] : []))
  return [...missing, ...checkRuleSet(content, content)]
}
