import { describe, expect, it } from 'vitest'
import { customFieldFact, type Fact, type NamedValues, namedFacts } from '../../../../schema/approvals/engine/facts.ts'
import { currentBlocks } from '../../../../schema/approvals/engine/model.ts'
import { chooseDefinitions, planDefinitions } from '../../../../schema/approvals/engine/plan.ts'
import { compileRuleSet } from '../../../../schema/approvals/rule-sets/compile.ts'
import { type RuleSet, ruleSet } from '../../../../schema/approvals/rule-sets/rule-set.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import { handle } from '../../../../worker/objects/approval/state.ts'
import { loan, planningForLoans, submitLoan } from '../engine/equipment-loans.ts'
import { actor, organisation, person, usd } from '../engine/fixtures.ts'

/** Rule sets as the specification describes them (2 §3), and what the machine plans from them. */

const set = (id: string, more: Record<string, unknown> = {}): RuleSet =>
  ruleSet.parse({
    id,
    name: `Rules ${id}`,
    version: 1,
    ordinal: 0,
    spendCategories: [],
    businessUnits: [],
    departments: [],
    levels: [],
    ...more,
  })

const by = (id: string, userId: string, more: Record<string, unknown> = {}) => ({
  id,
  approverType: 'CUSTOM_APPROVERS',
  approverUserIds: [userId],
  ...more,
})

const level = (number: number, rules: Record<string, unknown>) => ({ id: `level-${number}`, number, ...rules })

const factsOf = (values: NamedValues, more: [string, Fact][] = [], exchange?: Exchange) => ({
  requestor: { ...person('ada'), managerUserId: 'grace' },
  onBehalfSubmitter: null,
  known: new Map([...namedFacts(values), ...more]),
  exchange,
  organisation: organisation(),
})

/** Who approves, level by level, under every rule set that matches. */
const approvers = (sets: RuleSet[], values: NamedValues, more: [string, Fact][] = [], exchange?: Exchange) => {
  const facts = factsOf(values, more, exchange)
  const { definitions } = chooseDefinitions(sets.map(compileRuleSet), facts, 'EVERY')
  return planDefinitions(definitions, facts).levels.map(({ number, blocks }) => [
    number,
    ...blocks.flatMap((block) => block.approvers.map(({ userId }) => userId)),
  ])
}

describe('which rule sets apply', () => {
  const everyone = { levels: [level(1, { noConditionRules: [by('r', 'linus')] })] }
  const matching = (of: Record<string, unknown>, values: NamedValues) =>
    approvers([set('s', { ...everyone, ...of })], values).length > 0

  it('an empty list matches all, and a list only what it names', () => {
    expect(matching({}, {})).toBe(true)
    expect(matching({ departments: ['engineering'] }, { departments: ['engineering', 'sales'] })).toBe(true)
    expect(matching({ departments: ['engineering'] }, { departments: ['sales'] })).toBe(false)
    expect(matching({ departments: ['engineering'] }, {})).toBe(false)
  })

  it('categories, business units and departments must all match', () => {
    const of = { spendCategories: ['software'], businessUnits: ['emea'], departments: ['engineering'] }
    const all = { categories: ['software'], businessUnits: ['emea'], departments: ['engineering'] }
    expect(matching(of, all)).toBe(true)
    for (const name of ['categories', 'businessUnits', 'departments'])
      expect(matching(of, { ...all, [name]: ['other'] }), name).toBe(false)
  })

  it('every matching rule set applies, and their levels of one number open together', () => {
    const first = set('a', { levels: [level(1, { noConditionRules: [by('r', 'linus')] })] })
    const second = set('b', {
      ordinal: 1,
      levels: [level(1, { noConditionRules: [by('r', 'alan')] }), level(2, { noConditionRules: [by('q', 'grace')] })],
    })
    const other = set('c', { departments: ['sales'], levels: [level(1, { noConditionRules: [by('r', 'margaret')] })] })
    expect(approvers([second, other, first], { departments: ['engineering'] })).toEqual([
      [1, 'linus', 'alan'],
      [2, 'grace'],
    ])
  })
})

describe('which rules of a rule set apply', () => {
  const cost = set('cost', {
    levels: [
      level(1, {
        costRules: [
          by('small', 'linus', { min: 0 }),
          by('large', 'grace', { min: 1_000_000 }),
          by('huge', 'alan', { min: 5_000_000 }),
        ],
      }),
    ],
  })

  it('in one level only the cost rule with the highest minimum that is reached applies', () => {
    const at = (minor: number) => approvers([cost], { amount: usd(minor) })
    expect(at(0)).toEqual([[1, 'linus']])
    expect(at(999_999)).toEqual([[1, 'linus']])
    expect(at(1_000_000)).toEqual([[1, 'grace']])
    expect(at(4_999_999)).toEqual([[1, 'grace']])
    expect(at(5_000_000)).toEqual([[1, 'alan']])
  })

  it('rules with the same minimum apply together, and each level counts for itself', () => {
    const two = set('two', {
      levels: [
        level(1, { costRules: [by('a', 'linus', { min: 100 }), by('b', 'alan', { min: 100 })] }),
        level(2, { costRules: [by('c', 'grace', { min: 50 })] }),
      ],
    })
    expect(approvers([two], { amount: usd(100) })).toEqual([
      [1, 'linus', 'alan'],
      [2, 'grace'],
    ])
    expect(approvers([two], { amount: usd(99) })).toEqual([[2, 'grace']])
  })

  it('an amount in another currency is compared in the company’s, at the rate of the run', () => {
    const rates = [{ base: 'JPY', quote: 'USD', rate: '0.00667', date: '2026-11-20', source: 'PROVIDER' }] as const
    const exchange: Exchange = { currency: 'USD', allowsOthers: true, rates: [...rates] }
    const yen = { value: 1_500_000, currency: 'JPY' as const }
    // 1,500,000 yen at 0.00667 are 10,005 dollars. As a bare number it would pass for 15,000 dollars.
    expect(approvers([cost], { amount: yen }, [], exchange)).toEqual([[1, 'grace']])
    const lower = { ...exchange, rates: [{ ...rates[0], rate: '0.0066' }] }
    expect(approvers([cost], { amount: yen }, [], lower)).toEqual([[1, 'linus']])
  })

  it('contract length counts in months like cost, and an unknown length reaches no minimum', () => {
    const long = set('long', {
      levels: [
        level(1, {
          contractLengthRules: [by('year', 'linus', { min: 12 }), by('three', 'alan', { min: 36 })],
        }),
      ],
    })
    expect(approvers([long], { contractMonths: 11 })).toEqual([])
    expect(approvers([long], { contractMonths: 35 })).toEqual([[1, 'linus']])
    expect(approvers([long], { contractMonths: 36 })).toEqual([[1, 'alan']])
    expect(approvers([long], { contractMonths: null })).toEqual([])
  })

  it('new-vendor rules ask for a new or a known vendor', () => {
    const vendors = set('vendors', {
      levels: [
        level(1, {
          newVendorRules: [by('new', 'linus', { newVendor: true }), by('known', 'alan', { newVendor: false })],
        }),
      ],
    })
    expect(approvers([vendors], { isNewVendor: true })).toEqual([[1, 'linus']])
    expect(approvers([vendors], { isNewVendor: false })).toEqual([[1, 'alan']])
    expect(approvers([vendors], { isNewVendor: null })).toEqual([])
  })

  it('custom-field rules ask for an option', () => {
    const fields = set('fields', {
      levels: [
        level(1, { customFieldRules: [by('r', 'linus', { customFieldId: 'region', customFieldOptionId: 'eu' })] }),
      ],
    })
    const region = (option: string): [string, Fact][] => [
      [customFieldFact('region'), { label: 'Region', type: 'CHOICE', value: option }],
    ]
    expect(approvers([fields], {}, region('eu'))).toEqual([[1, 'linus']])
    expect(approvers([fields], {}, region('us'))).toEqual([])
  })

  it('the reason of a step names the bounds and the amount', () => {
    const facts = factsOf({ amount: usd(1_200_000) })
    const { definitions } = chooseDefinitions([compileRuleSet(cost)], facts, 'EVERY')
    const plan = planDefinitions(definitions, facts)
    expect(plan.levels[0]?.blocks[0]).toMatchObject({
      label: 'Rules cost',
      reason: 'Amount is between $10,000 and $49,999.99 ($12,000.00)',
    })
    expect(plan.skipped.map(({ ruleId }) => ruleId)).toEqual(['cost:small', 'cost:huge'])
  })
})

describe('a run with several rule sets', () => {
  const dear = set('dear', { levels: [level(1, { costRules: [by('r', 'linus', { min: 1_000_000 })] })] })
  const far = set('far', { ordinal: 1, levels: [level(2, { noConditionRules: [by('r', 'alan')] })] })

  it('the run pins all of them with its rates, and an edit is planned by what was pinned', () => {
    const rate = { base: 'GBP', quote: 'USD', rate: '1.27', date: '2026-11-20', source: 'PROVIDER' } as const
    const exchange: Exchange = { currency: 'USD', allowsOthers: true, rates: [rate] }
    const pounds = { value: 800_000, currency: 'GBP' as const }
    const planning = { ...planningForLoans([dear, far].map(compileRuleSet)), exchange }
    const submit = { ...submitLoan(), watchers: [], content: loan({ worth: pounds }) }
    const started = handle(null, submit, actor('ada'), 1, planning)
    if (started.refusal) throw new Error(started.refusal.message)
    // 8,000 pounds are 10,160 dollars.
    expect(currentBlocks(started.state).map(({ ruleId }) => ruleId)).toEqual(['dear:r', 'far:r'])
    expect(started.state.definitions.map(({ id }) => id)).toEqual(['dear', 'far'])
    expect(started.state.pinned.exchange).toEqual(exchange)
    const later = { ...exchange, rates: [{ ...rate, rate: '1.10' }] }
    const edit = {
      type: 'edit' as const,
      seenVersion: 1,
      keepAllDecisions: false,
      content: loan({ worth: pounds, months: 24 }),
    }
    // Neither tomorrow's rate nor a rule set that was changed since changes the run.
    const edited = handle(started.state, edit, actor('ada'), 2, { ...planningForLoans([]), exchange: later })
    if (edited.refusal) throw new Error(edited.refusal.message)
    expect(currentBlocks(edited.state).map(({ ruleId }) => ruleId)).toEqual(['dear:r', 'far:r'])
    expect(edited.state.pinned.exchange?.rates).toEqual([rate])
  })
})
