import { describe, expect, it } from 'vitest'
import {
  type ConditionSet,
  evaluateConditions,
  explainConditions,
  NO_CONDITIONS,
} from '../../../../schema/shared/conditions.ts'
import { usd } from './fixtures.ts'

const set = (more: Partial<ConditionSet>): ConditionSet => ({ ...NO_CONDITIONS, ...more })
const read = (answers: Record<string, unknown>) => (id: string) => answers[id] as string
const anyOf = (...values: string[]) => set({ conditionAnyOfs: [{ valuesQuestionId: 'q', values }] })
const between = (minimumValue: number | null, maximumValue: number | null) =>
  set({ conditionNumerics: [{ valuesQuestionId: 'q', minimumValue, maximumValue }] })
const names = {
  question: (id: string) => ({ q: 'Amount', d: 'Department' })[id] ?? id,
  value: (_: string, id: string) => ({ e: 'Engineering', s: 'Sales' })[id] ?? id,
}

describe('conditions', () => {
  it('an empty set of conditions always matches', () => {
    expect(evaluateConditions(NO_CONDITIONS, read({}))).toBe(true)
    expect(evaluateConditions(set({ chainOperator: 'OR' }), read({}))).toBe(true)
  })

  it.each([
    ['a text', 'e', true],
    ['a list that holds it', ['s', 'e'], true],
    ['a list of departments with their approvers', [{ id: 'e' }], true],
    ['another value', 's', false],
    ['a list without it', ['s'], false],
    ['nothing', undefined, false],
    ['null', null, false],
  ])('any-of matches %s only when it holds a listed value', (_, value, holds) => {
    expect(evaluateConditions(anyOf('e', 'x'), read({ q: value }))).toBe(holds)
  })

  it.each([
    [1000, 1000, null, true],
    [1000, null, 1000, true],
    [999, 1000, null, false],
    [1001, null, 1000, false],
    [usd(1000), 1000, 2000, true],
    [usd(2001), 1000, 2000, false],
    ['1500', 1000, 2000, false],
    [null, 0, null, false],
  ])(
    '%j lies between %j and %j: %j (bounds are inclusive, money compares by minor units)',
    (value, min, max, holds) => {
      expect(evaluateConditions(between(min, max), read({ q: value }))).toBe(holds)
    },
  )

  it('a boolean matches by equality, and an unanswered question matches neither yes nor no', () => {
    const is = (value: boolean) => set({ conditionBooleans: [{ valuesQuestionId: 'q', value }] })
    expect(evaluateConditions(is(true), read({ q: true }))).toBe(true)
    expect(evaluateConditions(is(false), read({ q: false }))).toBe(true)
    expect(evaluateConditions(is(true), read({ q: false }))).toBe(false)
    expect(evaluateConditions(is(false), read({}))).toBe(false)
  })

  it('AND needs every condition, OR needs one', () => {
    const both = { ...anyOf('e'), ...{ conditionBooleans: [{ valuesQuestionId: 'b', value: true }] } }
    const answers = read({ q: 'e', b: false })
    expect(evaluateConditions({ ...both, chainOperator: 'AND' }, answers)).toBe(false)
    expect(evaluateConditions({ ...both, chainOperator: 'OR' }, answers)).toBe(true)
  })

  it('the reason is in words, with money formatted', () => {
    const explain = (conditions: ConditionSet, answers: Record<string, unknown>) =>
      explainConditions(conditions, read(answers), names).text
    expect(explain(between(1_000_000, null), { q: usd(1_200_000) })).toBe('Amount is $10,000 or more ($12,000.00)')
    expect(explain(between(1_000_000, null), { q: usd(500_000) })).toBe('Amount is less than $10,000 ($5,000.00)')
    expect(explain(between(5, 10), { q: 7 })).toBe('Amount is between 5 and 10 (7)')
    expect(explain(between(null, 1000), { q: { value: 500, currency: 'JPY' } })).toBe('Amount is ¥1,000 or less (¥500)')
    const department = set({ conditionAnyOfs: [{ valuesQuestionId: 'd', values: ['e', 's'] }] })
    expect(explain(department, { d: 'e' })).toBe('Department is Engineering')
    expect(explain(department, { d: 'x' })).toBe('Department is x, not Engineering or Sales')
    expect(explain(department, {})).toBe('Department has no answer, and would have to be Engineering or Sales')
  })

  it('the reason names only the conditions that decided', () => {
    const both = { ...between(1000, null), conditionAnyOfs: [{ valuesQuestionId: 'd', values: ['e'] }] }
    const answers = read({ q: usd(2000), d: 's' })
    expect(explainConditions({ ...both, chainOperator: 'OR' }, answers, names).text).toBe(
      'Amount is $10 or more ($20.00)',
    )
    expect(explainConditions({ ...both, chainOperator: 'AND' }, answers, names).text).toBe(
      'Department is Sales, not Engineering',
    )
  })
})
