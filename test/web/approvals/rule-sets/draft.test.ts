import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CustomField, RuleKind } from '../../../../schema/approvals/rule-sets/rule-set.ts'
import {
  type DraftRule,
  draftOf,
  draftProblems,
  inputOf,
  newRule,
  type RuleSetDraft,
} from '../../../../web/features/approvals/rule-sets/draft.ts'
import { coverageWords, ruleTitle, whenWords } from '../../../../web/features/approvals/rule-sets/rule-words.ts'

/** What the builder of rule sets edits, and how it says it. */

const region: CustomField = {
  ...{ id: 'region', label: 'Region', type: 'SINGLE_CHOICE', required: true, ordinal: 0 },
  options: [{ id: 'eu', label: 'EU' }],
}
const words = { fields: [region], currency: 'USD' as const }
const rule = (kind: RuleKind, id: string, more: Partial<DraftRule> = {}): DraftRule => ({
  ...newRule(kind, id, [region]),
  ...more,
})
const draft = (rules: DraftRule[]): RuleSetDraft => ({
  ...{ spendCategoryIds: [], departmentIds: [], businessUnitIds: [], approvalMode: null },
  levels: [{ id: 'level', number: 1, rules }],
})

const kinds = fc.constantFrom<RuleKind>(
  ...(['costRules', 'contractLengthRules', 'newVendorRules', 'customFieldRules', 'noConditionRules'] as const),
)

describe('a draft', () => {
  it('a draft that is read back is the same, with its rules by kind', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(kinds, fc.nat(1000)), { maxLength: 8 }), (given) => {
        const made = draft(given.map(([kind, min], at) => rule(kind, `r${at}`, { min })))
        const input = inputOf(made)
        expect(inputOf(draftOf(input))).toEqual(input)
        expect(
          draftOf(input)
            .levels[0]?.rules.map(({ id }) => id)
            .sort(),
        ).toEqual(made.levels[0]?.rules.map(({ id }) => id).sort())
      }),
    )
  })

  it('an empty minimum is told beside its rule and never taken for zero', () => {
    expect(draftProblems(draft([rule('costRules', 'a')]), [region])).toEqual([
      { id: 'a', message: 'Enter the amount from which it applies' },
    ])
    expect(draftProblems(draft([rule('contractLengthRules', 'a', { min: 12 })]), [region])).toEqual([])
  })

  it('a rule for a removed field asks for another one', () => {
    expect(draftProblems(draft([rule('customFieldRules', 'a')]), [])).toEqual([
      { id: 'a', message: 'Choose the custom field and its option' },
    ])
  })

  it('people of a mode that isn’t chosen are not saved', () => {
    const made = draft([rule('noConditionRules', 'a', { approverUserIds: ['dana'], watcherGroupIds: ['legal'] })])
    expect(inputOf(made).levels[0]?.noConditionRules[0]).toMatchObject({ approverUserIds: [], watcherGroupIds: [] })
  })
})

describe('rules in words', () => {
  it('a minimum ends where the next one of its level begins', () => {
    const level = [
      rule('costRules', 'a', { min: 0 }),
      rule('costRules', 'b', { min: 1_000_000 }),
      rule('costRules', 'c', { min: 5_000_000 }),
      rule('contractLengthRules', 'd', { min: 12 }),
      rule('contractLengthRules', 'e', { min: 36 }),
    ]
    expect(level.map((each) => whenWords(each, level, words))).toEqual([
      'Amount is below $10,000',
      'Amount is $10,000 or more, below $50,000',
      'Amount is $50,000 or more',
      'Contract is 12 months or longer, under 36 months',
      'Contract is 36 months or longer',
    ])
  })

  it('a rule is called by its name, or else by when it applies', () => {
    const title = (each: DraftRule) => ruleTitle(each, [each], words)
    expect(title(rule('noConditionRules', 'a', { label: ' Legal ' }))).toBe('Legal')
    expect(title(rule('noConditionRules', 'a'))).toBe('Always')
    expect(title(rule('newVendorRules', 'a', { newVendor: false }))).toBe('Vendor is not new')
    expect(title(rule('customFieldRules', 'a'))).toBe('Region is EU')
  })

  it('what a rule set covers reads as one sentence', () => {
    const names = new Map([
      ['a', 'Software'],
      ['b', 'Events'],
      ['c', 'Legal'],
    ])
    expect(coverageWords({ spendCategoryIds: ['a', 'b'], departmentIds: ['c'], businessUnitIds: [] }, names)).toBe(
      'spend category is Software or Events and department is Legal',
    )
  })
})
