import type { Currency } from '../../shared/money.ts'
import { formatLimit } from '../../shared/money.ts'
import type { CustomField, CustomFieldType, RuleKind, RuleSetLevel } from './rule-set.ts'

/** Rules and fields as people say them. */

export const FIELD_TYPE_LABELS: Record<CustomFieldType, string> = {
  SINGLE_CHOICE: 'Single choice',
  MULTI_CHOICE: 'Multiple choice',
  TEXT: 'Text',
  CUSTOM_COPY: 'Information only',
}

type OfKind = { [K in RuleKind]: { kind: K; rule: RuleSetLevel[K][number] } }[RuleKind]

export const months = (count: number): string => (count === 1 ? '1 month' : `${count.toLocaleString('en-US')} months`)

/** When a rule applies: "Amount is $10,000 or more". Empty for always. */
export const conditionWords = (of: OfKind, fields: readonly CustomField[], currency: Currency): string => {
  switch (of.kind) {
    case 'costRules':
      return of.rule.min === 0 ? 'Any amount' : `Amount is ${formatLimit({ value: of.rule.min, currency })} or more`
    case 'contractLengthRules':
      return of.rule.min === 0 ? 'Any contract length' : `Contract is ${months(of.rule.min)} or longer`
    case 'newVendorRules':
      return of.rule.newVendor ? 'Vendor is new' : 'Vendor is not new'
    case 'customFieldRules': {
      const { customFieldId, customFieldOptionId } = of.rule
      const field = fields.find(({ id }) => id === customFieldId)
      const option = field?.options.find(({ id }) => id === customFieldOptionId)
      return field && option ? `${field.label} is ${option.label}` : 'Custom field'
    }
    case 'noConditionRules':
      return ''
  }
}

/** What a rule is called where its label isn't enough: its label, or when it applies. */
export const ruleName = (of: OfKind, fields: readonly CustomField[], currency: Currency): string =>
  of.rule.label || conditionWords(of, fields, currency) || 'Always'

/** The rules of a level, each with its kind. */
export const rulesByKind = (level: RuleSetLevel): OfKind[] => [
  ...level.costRules.map((rule): OfKind => ({ kind: 'costRules', rule })),
  ...level.contractLengthRules.map((rule): OfKind => ({ kind: 'contractLengthRules', rule })),
  ...level.newVendorRules.map((rule): OfKind => ({ kind: 'newVendorRules', rule })),
  ...level.customFieldRules.map((rule): OfKind => ({ kind: 'customFieldRules', rule })),
  ...level.noConditionRules.map((rule): OfKind => ({ kind: 'noConditionRules', rule })),
]
