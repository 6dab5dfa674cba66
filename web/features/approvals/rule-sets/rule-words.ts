import {
  IconBuildingStore,
  IconCalendarStats,
  IconChecks,
  IconCoin,
  IconForms,
  type IconProps,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { CustomField, RuleKind } from '../../../../schema/approvals/rule-sets/rule-set.ts'
import { conditionWords, months } from '../../../../schema/approvals/rule-sets/words.ts'
import { type Currency, formatLimit } from '../../../../schema/shared/money.ts'
import { listOf } from '../../../../schema/shared/name-lists.ts'
import type { DraftRule, RuleSetDraft } from './draft.ts'

export const KIND_LABELS: Record<RuleKind, string> = {
  costRules: 'Amount',
  contractLengthRules: 'Contract length',
  newVendorRules: 'Vendor',
  customFieldRules: 'Custom field',
  noConditionRules: 'Always',
}

export const KIND_TEXTS: Record<Exclude<RuleKind, 'noConditionRules'>, string> = {
  costRules: 'From an amount on',
  contractLengthRules: 'From a contract length',
  newVendorRules: 'For new vendors, or for known ones',
  customFieldRules: 'For an option of a custom field',
}

export const KIND_ICONS: Record<RuleKind, ComponentType<IconProps>> = {
  costRules: IconCoin,
  contractLengthRules: IconCalendarStats,
  newVendorRules: IconBuildingStore,
  customFieldRules: IconForms,
  noConditionRules: IconChecks,
}

interface Words {
  fields: readonly CustomField[]
  currency: Currency
}

/** The next higher minimum of its kind in the level, up to which the rule applies. */
const nextMinimum = ({ kind, min }: DraftRule, all: readonly DraftRule[]): number | null => {
  const higher = all.flatMap((other) => (other.kind === kind && (other.min ?? 0) > (min ?? 0) ? [other.min ?? 0] : []))
  return higher.length > 0 ? Math.min(...higher) : null
}

/**
 * When a rule applies, with the limit that another rule of its level sets: "Amount is $10,000 or more, below $50,000".
 * Empty for always.
 */
export const whenWords = (rule: DraftRule, level: readonly DraftRule[], { fields, currency }: Words): string => {
  if (rule.kind === 'costRules' || rule.kind === 'contractLengthRules') {
    if (rule.min === null) return rule.kind === 'costRules' ? 'Amount' : 'Contract length'
    const own = conditionWords({ kind: rule.kind, rule: { ...rule, min: rule.min } }, fields, currency)
    const next = nextMinimum(rule, level)
    if (next === null) return own
    const limit = rule.kind === 'costRules' ? formatLimit({ value: next, currency }) : months(next)
    const below = rule.kind === 'costRules' ? 'below' : 'under'
    if (rule.min > 0) return `${own}, ${below} ${limit}`
    return rule.kind === 'costRules' ? `Amount is below ${limit}` : `Contract is under ${limit}`
  }
  if (rule.kind === 'newVendorRules') return conditionWords({ kind: rule.kind, rule }, fields, currency)
  if (rule.kind === 'noConditionRules') return ''
  const { customFieldId, customFieldOptionId } = rule
  if (!customFieldId || !customFieldOptionId) return 'Custom field'
  return conditionWords({ kind: rule.kind, rule: { ...rule, customFieldId, customFieldOptionId } }, fields, currency)
}

/** What a rule is called in the builder. */
export const ruleTitle = (rule: DraftRule, level: readonly DraftRule[], words: Words): string =>
  rule.label.trim() || whenWords(rule, level, words) || 'Always'

/** In the middle of a sentence. A field keeps its own spelling. */
export const lowered = (kind: RuleKind, when: string): string =>
  kind === 'customFieldRules' ? when : when.charAt(0).toLowerCase() + when.slice(1)

/** What a rule set is for. Empty for all. */
export const coverageWords = (
  { spendCategoryIds, businessUnitIds, departmentIds }: Omit<RuleSetDraft, 'levels' | 'approvalMode'>,
  names: ReadonlyMap<string, string>,
): string => {
  const either = (ids: readonly string[]) =>
    listOf(
      ids.map((id) => names.get(id) ?? '…'),
      'or',
    )
  return [
    spendCategoryIds.length > 0 ? `spend category is ${either(spendCategoryIds)}` : '',
    departmentIds.length > 0 ? `department is ${either(departmentIds)}` : '',
    businessUnitIds.length > 0 ? `business unit is ${either(businessUnitIds)}` : '',
  ]
    .filter(Boolean)
    .join(' and ')
}
