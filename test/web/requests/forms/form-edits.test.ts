import { describe, expect, it } from 'vitest'
import type { FormDefinition, Question } from '../../../../schema/requests/forms/form.ts'
import { formDefinition } from '../../../../schema/requests/forms/form.ts'
import { checkForm, checkPublicForm } from '../../../../schema/requests/forms/form-rules.ts'
import { NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'
import { effectsOf, type Touched } from '../../../../web/features/requests/categories/form/effects-rules.ts'
import * as edits from '../../../../web/features/requests/forms/form/form-edits.ts'
import { PUBLIC_FORM, REQUEST_FORM } from '../../../../web/features/requests/forms/form/form-kind.ts'
import { formProblems } from '../../../../web/features/requests/forms/form/form-problems.ts'
import { starterForm } from '../../../../web/features/requests/forms/form/starter-form.ts'

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
  it('a question moves within a step and between steps, and ordinals stay in order', () => {
    expect(order(edits.moveQuestion(form(), 'a', 's1', 2))).toEqual(['ba', 'c'])
    const across = edits.moveQuestion(form(), 'a', 's2', 1)
    expect(order(across)).toEqual(['b', 'ca'])
    expect(across.steps[1]?.questions.map((q) => q.ordinal)).toEqual([0, 1])
  })

  it('a nudge crosses the border of a step and stops at the ends of the form', () => {
    expect(order(edits.nudgeQuestion(form(), 'b', 1))).toEqual(['a', 'bc'])
    expect(order(edits.nudgeQuestion(form(), 'c', -1))).toEqual(['abc', ''])
    expect(order(edits.nudgeQuestion(form(), 'b', -1))).toEqual(['ba', 'c'])
    expect(edits.nudgeQuestion(form(), 'a', -1)).toBeNull()
    expect(edits.nudgeQuestion(form(), 'c', 1)).toBeNull()
  })

  it('moving a missing step or question leaves the form unchanged', () => {
    const value = form()
    expect(edits.moveQuestion(value, 'a', 'gone', 0)).toBe(value)
    expect(edits.moveQuestion(value, 'gone', 's1', 0)).toBe(value)
  })

  it('steps can be moved', () => {
    expect(edits.moveStep(form(), 's1', 2).steps.map((step) => [step.id, step.ordinal])).toEqual([
      ['s2', 0],
      ['s1', 1],
    ])
  })
})

describe('copies and deletions', () => {
  it('a duplicate comes right below, with new ids, and parents refer to the new ids', () => {
    const copied = edits.duplicateQuestion(form(), 'a', 'copy', newId)
    expect(copied.steps[0]?.questions.map((q) => q.id)).toEqual(['a', 'copy', 'b'])
    const copy = edits.findQuestion(copied, 'copy')?.question
    expect(copy?.options.map((option) => option.label)).toEqual(['X', 'Y'])
    expect(copy?.options[1]?.parentId).toBe(copy?.options[0]?.id)
    expect(copy?.options.some((option) => option.id === 'x')).toBe(false)
    expect(checkForm(copied)).toEqual([])
  })

  it('deleting a question names the questions that depend on it and removes their conditions', () => {
    expect(edits.readersOf(form(), ['a']).map((q) => q.id)).toEqual(['b', 'c'])
    expect(edits.readersOf(form(), ['a', 'b']).map((q) => q.id)).toEqual(['c'])
    const without = edits.removeQuestion(form(), 'a')
    expect(without.steps.flatMap((step) => step.questions.flatMap((q) => q.conditionAnyOfs))).toEqual([])
    expect(checkForm(without)).toEqual([])
    expect(edits.removeStep(form(), 's1').steps[0]?.questions[0]?.conditionAnyOfs).toEqual([])
  })

  it('deleting an option removes it from conditions, and a condition left empty is a problem at its question', () => {
    const value = edits.removeOption(form(), 'a', 'y')
    expect(edits.findQuestion(value, 'b')?.question.conditionAnyOfs[0]?.values).toEqual(['x'])
    expect(formProblems(value)).toEqual([{ id: 'c', message: 'Choose at least one value', part: 'conditions' }])
    expect(edits.findQuestion(edits.removeOption(form(), 'a', 'x'), 'a')?.question.options).toEqual([
      { id: 'y', label: 'Y', parentId: null, ordinal: 0 },
    ])
  })
})

describe('options from pasted text', () => {
  it('each pasted line becomes an option, without blanks and existing ones', () => {
    const existing = [{ id: 'x', label: 'Laptop', parentId: null, ordinal: 0 }]
    const added = edits.optionsFromText(' Phone \r\n\nlaptop\nphone\nDesk\n', existing, newId)
    expect(added.map((option) => option.label)).toEqual(['Phone', 'Desk'])
  })
})

describe('problems of a form', () => {
  it('blank labels, missing options and empty conditions are reported at their question and field', () => {
    const value = edits.updateQuestion(form(), 'b', {
      label: ' ',
      conditionNumerics: [{ valuesQuestionId: 'a', minimumValue: null, maximumValue: null }],
    })
    const withStep = edits.renameStep(edits.updateQuestion(value, 'a', { options: [] }), 's2', '')
    expect(formProblems(withStep)).toEqual([
      { id: 'b', message: 'Required', part: 'label' },
      { id: 'b', message: 'Enter a minimum or a maximum', part: 'conditions' },
      { id: 's2', message: 'Required', part: 'label' },
      { id: 'a', message: 'Add at least one option', part: 'options' },
      { id: 'c', message: 'A condition asks for “y”, which isn’t an option of “Text”', part: 'conditions' },
    ])
  })

  it.each([
    { of: 'a request', kind: REQUEST_FORM, check: checkForm },
    { of: 'a public form', kind: PUBLIC_FORM, check: checkPublicForm },
  ])('the common questions that $of starts with have no problems', ({ kind, check }) => {
    if (!kind.usual) throw new Error('Nothing to start with')
    const start = starterForm(kind.usual, newId)
    expect(start.steps[0]?.questions.length).toBeGreaterThan(2)
    expect(formProblems(start, check)).toEqual([])
    expect(formDefinition.parse(start)).toEqual(start)
  })
})

describe('nested options', () => {
  const flat = (): Question['options'] =>
    ['a', 'b', 'c'].map((id, ordinal) => ({ id, label: id.toUpperCase(), parentId: null, ordinal }))
  const shape = (options: readonly Question['options'][number][] | null) =>
    options?.map((option) => `${'-'.repeat(edits.optionDepth(options, option.id))}${option.id}`)

  it('an option can be moved below the one before it and out again, with its own nested options', () => {
    const below = edits.indentOption(flat(), 'b')
    expect(shape(below)).toEqual(['a', '-b', 'c'])
    const both = edits.indentOption(below ?? [], 'c')
    expect(shape(both)).toEqual(['a', '-b', '-c'])
    const deep = edits.indentOption(both ?? [], 'c')
    expect(shape(deep)).toEqual(['a', '-b', '--c'])
    expect(shape(edits.outdentOption(deep ?? [], 'b'))).toEqual(['a', 'b', '-c'])
    expect(edits.indentOption(flat(), 'a')).toBeNull()
    expect(edits.outdentOption(flat(), 'a')).toBeNull()
  })

  it('a circle of options, or an option below another question’s, is a problem', () => {
    const check = (options: Question['options']) =>
      checkForm(edits.updateQuestion(form(), 'a', { options }))[0]?.message
    const [a, b] = [
      { id: 'x', label: 'X', parentId: 'y', ordinal: 0 },
      { id: 'y', label: 'Y', parentId: 'x', ordinal: 1 },
    ]
    expect(check([a, b])).toBe('Two options are nested under each other')
    expect(check([{ ...a, parentId: 'elsewhere' }])).toBe('An option is nested under another question’s option')
    expect(check([b, { ...b, label: 'Z', parentId: null }])).toBe('Two options have the same id')
  })

  it('options from a lookup keep their ids in a copy because they are the company’s objects', () => {
    const options = [{ id: 'legal', label: 'Legal', parentId: null, ordinal: 0 }]
    const changed = edits.updateQuestion(form(), 'a', { type: 'DEPARTMENT_SELECT', options })
    const copy = edits.findQuestion(edits.duplicateQuestion(changed, 'a', 'copy', newId), 'copy')
    expect(copy?.question.options.map((option) => option.id)).toEqual(['legal'])
  })
})

describe('steps that are filled in later', () => {
  it('at least one step is left to submit with', () => {
    const one = edits.setAdditional(form(), 's2', true)
    expect(checkForm(one)).toEqual([])
    const all = edits.setAdditional(one, 's1', true)
    expect(checkForm(all)).toEqual([
      { id: 's1', message: 'At least one step must be filled in when a request is filed' },
    ])
  })
})

describe('what saving a form affects', () => {
  const touched: Touched = {
    drafts: 2,
    openRequests: 1,
    workflows: [
      {
        label: 'Large ones',
        definition: {
          entryPoints: { ...NO_CONDITIONS, conditionAnyOfs: [{ valuesQuestionId: 'a', values: ['y'] }] },
          levels: [],
        },
      },
      { label: 'Others', definition: { entryPoints: NO_CONDITIONS, levels: [] } },
    ],
    columns: [{ columnName: 'Kind', questionId: 'a', ruleId: null }],
  }
  const OPEN = '1 request under decision keeps the form it was filed with.'

  it('the effects name requests, drafts, and the workflows and columns that use what was deleted', () => {
    expect(effectsOf(form(), edits.updateQuestion(form(), 'a', { label: 'Other' }), touched)).toEqual([
      OPEN,
      '2 drafts take the new form.',
    ])
    expect(effectsOf(form(), edits.removeOption(form(), 'a', 'y'), touched)).toContain(
      'The workflow “Large ones” uses “Y”, which would be deleted. Update it too.',
    )
    const label = form().steps[0]?.questions[0]?.label
    expect(effectsOf(form(), edits.removeQuestion(form(), 'a'), touched)).toEqual([
      OPEN,
      `2 drafts take the new form. Answers to “${label}” are removed.`,
      `The workflow “Large ones” uses “${label}”, which would be deleted. Update it too.`,
      'The column “Kind” in the list would be empty.',
    ])
  })

  it('an unused form affects nothing', () => {
    const nobody = { drafts: 0, openRequests: 0, workflows: [], columns: [] }
    expect(effectsOf(form(), edits.removeQuestion(form(), 'a'), nobody)).toEqual([])
  })
})
