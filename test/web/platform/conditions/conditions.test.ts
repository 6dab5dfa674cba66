import { describe, expect, it } from 'vitest'
import { FACTS } from '../../../../schema/approvals/engine/facts.ts'
import type { FormDefinition, Question } from '../../../../schema/requests/forms/form.ts'
import { withFacts } from '../../../../schema/requests/workflows/asked-facts.ts'
import { conditionProblem } from '../../../../schema/requests/workflows/definition-rules.ts'
import { type ConditionSet, NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'
import { decisiveQuestions } from '../../../../web/features/approvals/workflows/trial/trial-questions.ts'
import {
  canBeSource,
  conditionSources,
  fromList,
  newCondition,
  toList,
} from '../../../../web/features/platform/conditions/condition-list.ts'
import { conditionsText, wordsOf } from '../../../../web/features/platform/conditions/condition-words.ts'
import { idsInConditions } from '../../../../web/features/platform/conditions/source-kinds.ts'
import { newQuestion } from '../../../../web/features/requests/forms/form/form-edits.ts'

const q = (type: Question['type'], id: string, label: string, patch: Partial<Question> = {}): Question => ({
  ...newQuestion(type, id),
  label,
  ...patch,
})
const form: FormDefinition = {
  steps: [
    {
      id: 's',
      label: 'Basics',
      ordinal: 0,
      isAdditionalStep: false,
      questions: [
        q('REQUEST_AMOUNT', 'amount', 'Request amount'),
        q('DEPARTMENT_SELECT', 'department', 'Department'),
        q('YES_NO', 'new', 'New vendor?'),
        q('NUMBER', 'seats', 'Seats'),
        q('TEXT', 'why', 'Why'),
        q('SERVICE_SELECT', 'service', 'Service'),
        q('DATE', 'date', 'Date'),
        q('CUSTOM_SELECT', 'kind', 'Kind', {
          options: [{ id: 'hw', label: 'Hardware', parentId: null, ordinal: 0 }],
        }),
      ],
    },
  ],
}
const words = wordsOf(form, new Map([['d1', 'Sales']]), 'USD')
const set = (patch: Partial<ConditionSet>): ConditionSet => ({ ...NO_CONDITIONS, ...patch })
const numeric = (valuesQuestionId: string, minimumValue: number | null, maximumValue: number | null) =>
  set({ conditionNumerics: [{ valuesQuestionId, minimumValue, maximumValue }] })

describe('conditions in words', () => {
  it('amounts are in the company’s currency, and numbers are plain', () => {
    expect(conditionsText(numeric('amount', 1_000_000, null), words)).toBe('Request amount is $10,000.00 or more')
    expect(conditionsText(numeric('amount', null, 50_00), words)).toBe('Request amount is $50.00 or less')
    expect(conditionsText(numeric('seats', 10, 2500), words)).toBe('Seats is between 10 and 2,500')
    expect(conditionsText(numeric('amount', 500, null), wordsOf(form, new Map(), 'JPY'))).toBe(
      'Request amount is ¥500 or more',
    )
  })

  it('options, looked-up values and texts are named', () => {
    const anyOf = (valuesQuestionId: string, values: string[]) =>
      set({ conditionAnyOfs: [{ valuesQuestionId, values }] })
    expect(conditionsText(anyOf('department', ['d1', 'd2']), words)).toBe('Department is Sales or …')
    expect(conditionsText(anyOf('kind', ['hw', 'gone']), words)).toBe('Kind is Hardware or a removed option')
    expect(conditionsText(anyOf('why', ['a', 'b', 'c', 'd', 'e', 'f']), words)).toBe(
      'Why is “a”, “b”, “c”, “d” or 2 more',
    )
    expect(conditionsText(anyOf('gone', ['x']), words)).toBe('A question no longer in the form')
  })

  it('conditions are joined with "and" and "or", and a question mark needs no "is"', () => {
    const both = {
      ...numeric('seats', 3, null),
      conditionBooleans: [{ valuesQuestionId: 'new', value: true }],
    }
    expect(conditionsText(both, words)).toBe('Seats is 3 or more and New vendor? Yes')
    expect(conditionsText({ ...both, chainOperator: 'OR' }, words)).toBe('Seats is 3 or more or New vendor? Yes')
    expect(conditionsText(NO_CONDITIONS, words)).toBe('')
  })
})

describe('what workflows ask besides the form', () => {
  const [step] = form.steps
  const asking: FormDefinition = {
    steps: step ? [{ ...step, questions: [...step.questions, q('VENDOR_SELECT', 'vendor', 'Vendor')] }] : [],
  }

  it('whether the vendor is new is offered where the form asks for a vendor, and told in words', () => {
    const offered = (of: FormDefinition) =>
      conditionSources(withFacts(of)).flatMap(({ questions }) => questions.map(({ label }) => label))
    expect(offered(asking)).toContain('New vendor')
    expect(offered(form)).not.toContain('New vendor')
    const isNew = set({ conditionBooleans: [{ valuesQuestionId: FACTS.isNewVendor, value: true }] })
    expect(conditionsText(isNew, wordsOf(withFacts(asking), new Map(), 'USD'))).toBe('New vendor is Yes')
    expect(conditionProblem(isNew, asking)).toBeNull()
    expect(conditionProblem(isNew, form)).toContain('needs a question that asks for the vendor')
  })

  it('a workflow that asks it is tried with it', () => {
    const definition = {
      entryPoints: set({ conditionBooleans: [{ valuesQuestionId: FACTS.isNewVendor, value: true }] }),
      levels: [],
    }
    expect(decisiveQuestions(asking, definition).map(({ id }) => id)).toEqual([FACTS.isNewVendor])
  })
})

describe('conditions as a list', () => {
  it('conditions survive the way to the list and back', () => {
    const mixed = set({
      conditionAnyOfs: [{ valuesQuestionId: 'kind', values: ['hw'] }],
      conditionNumerics: [{ valuesQuestionId: 'seats', minimumValue: 1, maximumValue: null }],
      conditionBooleans: [{ valuesQuestionId: 'new', value: false }],
    })
    expect({ chainOperator: 'AND', ...fromList(toList(mixed)) }).toEqual(mixed)
  })

  it('only questions that can be compared are offered, never the question itself', () => {
    const ids = conditionSources(form, 'kind').flatMap((group) => group.questions.map((question) => question.id))
    expect(ids).toEqual(['amount', 'department', 'new', 'seats', 'why', 'service'])
    expect(canBeSource(q('DATE', 'x', 'X'))).toBe(false)
    expect(newCondition(q('DATE', 'x', 'X'))).toBeNull()
  })

  it('names are requested for looked-up values only', () => {
    const sets = [
      set({
        conditionAnyOfs: [
          { valuesQuestionId: 'department', values: ['d1', 'd2'] },
          { valuesQuestionId: 'kind', values: ['hw'] },
        ],
      }),
      set({ conditionAnyOfs: [{ valuesQuestionId: 'department', values: ['d2'] }] }),
    ]
    expect(idsInConditions(form, sets)).toEqual({ department: ['d1', 'd2'] })
  })
})
