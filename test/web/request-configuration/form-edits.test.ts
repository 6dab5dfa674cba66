import { describe, expect, it } from 'vitest'
import type { FormDefinition, Question } from '../../../schema/intake/form.ts'
import { formDefinition } from '../../../schema/intake/form.ts'
import { checkForm } from '../../../schema/intake/form-rules.ts'
import * as edits from '../../../web/features/request-configuration/form/form-edits.ts'
import { formProblems } from '../../../web/features/request-configuration/form/form-problems.ts'
import { starterForm } from '../../../web/features/request-configuration/form/starter-form.ts'

let count = 0
const newId = () => `n${++count}`
const ask = (id: string, patch: Partial<Question> = {}): Question => ({ ...edits.newQuestion('TEXT', id), ...patch })

const form = (): FormDefinition =>
  edits.numbered({
    steps: [
      {
        id: 's1',
        label: 'One',
        ordinal: 0,
        isAdditionalStep: false,
        questions: [
          ask('a', {
            type: 'CUSTOM_SELECT',
            options: [
              { id: 'x', label: 'X', parentId: null, ordinal: 0 },
              { id: 'y', label: 'Y', parentId: 'x', ordinal: 1 },
            ],
          }),
          ask('b', { conditionAnyOfs: [{ valuesQuestionId: 'a', values: ['x', 'y'] }] }),
        ],
      },
      {
        id: 's2',
        label: 'Two',
        ordinal: 1,
        isAdditionalStep: false,
        questions: [ask('c', { conditionAnyOfs: [{ valuesQuestionId: 'a', values: ['y'] }] })],
      },
    ],
  })

const order = (value: FormDefinition | null) => value?.steps.map((step) => step.questions.map((q) => q.id).join(''))

describe('moving questions', () => {
  it('moves within a step and between steps, and keeps ordinals in order', () => {
    expect(order(edits.moveQuestion(form(), 'a', 's1', 2))).toEqual(['ba', 'c'])
    const across = edits.moveQuestion(form(), 'a', 's2', 1)
    expect(order(across)).toEqual(['b', 'ca'])
    expect(across.steps[1]?.questions.map((q) => q.ordinal)).toEqual([0, 1])
  })

  it('nudges over the border of a step and stops at the ends of the form', () => {
    expect(order(edits.nudgeQuestion(form(), 'b', 1))).toEqual(['a', 'bc'])
    expect(order(edits.nudgeQuestion(form(), 'c', -1))).toEqual(['abc', ''])
    expect(order(edits.nudgeQuestion(form(), 'b', -1))).toEqual(['ba', 'c'])
    expect(edits.nudgeQuestion(form(), 'a', -1)).toBeNull()
    expect(edits.nudgeQuestion(form(), 'c', 1)).toBeNull()
  })

  it('leaves the form as it is for a step or question that is gone', () => {
    const value = form()
    expect(edits.moveQuestion(value, 'a', 'gone', 0)).toBe(value)
    expect(edits.moveQuestion(value, 'gone', 's1', 0)).toBe(value)
  })

  it('moves steps', () => {
    expect(edits.moveStep(form(), 's1', 2).steps.map((step) => [step.id, step.ordinal])).toEqual([
      ['s2', 0],
      ['s1', 1],
    ])
  })
})

describe('copies and deletions', () => {
  it('duplicates right below, with new ids and the parents among them', () => {
    const copied = edits.duplicateQuestion(form(), 'a', 'copy', newId)
    expect(copied.steps[0]?.questions.map((q) => q.id)).toEqual(['a', 'copy', 'b'])
    const copy = edits.findQuestion(copied, 'copy')?.question
    expect(copy?.options.map((option) => option.label)).toEqual(['X', 'Y'])
    expect(copy?.options[1]?.parentId).toBe(copy?.options[0]?.id)
    expect(copy?.options.some((option) => option.id === 'x')).toBe(false)
    expect(checkForm(copied)).toEqual([])
  })

  it('names the questions that depend on what is deleted, and takes their conditions away', () => {
    expect(edits.readersOf(form(), ['a']).map((q) => q.id)).toEqual(['b', 'c'])
    expect(edits.readersOf(form(), ['a', 'b']).map((q) => q.id)).toEqual(['c'])
    const without = edits.removeQuestion(form(), 'a')
    expect(without.steps.flatMap((step) => step.questions.flatMap((q) => q.conditionAnyOfs))).toEqual([])
    expect(checkForm(without)).toEqual([])
    expect(edits.removeStep(form(), 's1').steps[0]?.questions[0]?.conditionAnyOfs).toEqual([])
  })

  it('takes a deleted option out of conditions; one that is left empty is a problem beside its question', () => {
    const value = edits.removeOption(form(), 'a', 'y')
    expect(edits.findQuestion(value, 'b')?.question.conditionAnyOfs[0]?.values).toEqual(['x'])
    expect(formProblems(value)).toEqual([{ id: 'c', message: 'Choose at least one value', part: 'conditions' }])
    expect(edits.findQuestion(edits.removeOption(form(), 'a', 'x'), 'a')?.question.options).toEqual([
      { id: 'y', label: 'Y', parentId: null, ordinal: 0 },
    ])
  })
})

describe('options from pasted text', () => {
  it('takes a line each, without blanks and what is there already', () => {
    const existing = [{ id: 'x', label: 'Laptop', parentId: null, ordinal: 0 }]
    const added = edits.optionsFromText(' Phone \r\n\nlaptop\nphone\nDesk\n', existing, newId)
    expect(added.map((option) => option.label)).toEqual(['Phone', 'Desk'])
  })
})

describe('problems of a form', () => {
  it('finds blank labels, missing options and empty conditions, each at its question and part', () => {
    const value = edits.updateQuestion(form(), 'b', {
      label: ' ',
      conditionNumerics: [{ valuesQuestionId: 'a', minimumValue: null, maximumValue: null }],
    })
    const withStep = edits.renameStep(edits.updateQuestion(value, 'a', { options: [] }), 's2', '')
    expect(formProblems(withStep)).toEqual([
      { id: 'b', message: 'Required', part: 'label' },
      { id: 'b', message: 'Give a minimum or a maximum', part: 'conditions' },
      { id: 's2', message: 'Required', part: 'label' },
      { id: 'a', message: 'Add at least one option', part: 'options' },
    ])
  })

  it('has none for the usual questions to start with', () => {
    const start = starterForm(newId)
    expect(formProblems(start)).toEqual([])
    expect(formDefinition.parse(start)).toEqual(start)
  })
})
