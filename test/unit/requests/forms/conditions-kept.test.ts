import { describe, expect, it } from 'vitest'
import type { WorkflowDefinition, WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import { outdatedVisibility } from '../../../../schema/requests/forms/condition-sources.ts'
import type { FormDefinition, FormStep, Question, QuestionType } from '../../../../schema/requests/forms/form.ts'
import { checkForm } from '../../../../schema/requests/forms/form-rules.ts'
import { QUESTION_TYPES } from '../../../../schema/requests/forms/question-types.ts'
import { brokenByForm } from '../../../../schema/requests/workflows/definition-questions.ts'
import { checkWorkflow } from '../../../../schema/requests/workflows/definition-rules.ts'
import { NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'

/** No change of a form switches an approval off in silence: every kind of condition against every kind of change. */

const question = (id: string, type: QuestionType, more: Partial<Question> = {}): Question => ({
  ...NO_CONDITIONS,
  id,
  type,
  label: id,
  description: '',
  isRequired: false,
  isMulti: false,
  showOnVendorDetails: false,
  documentTypes: [],
  ordinal: 0,
  options: [],
  requireDepartmentApproverAssigneeSelection: false,
  ...more,
})

const step = (id: string, questions: Question[], ordinal = 0): FormStep => ({
  id,
  label: id,
  ordinal,
  isAdditionalStep: false,
  questions,
})

const rule = (id: string, more: Partial<WorkflowRule> = {}): WorkflowRule => ({
  ...NO_CONDITIONS,
  id,
  label: id,
  type: 'APPROVAL',
  ordinal: 0,
  approverType: 'CUSTOM_APPROVERS',
  approverGroupIds: [],
  approverUserIds: [],
  approverMatrixId: null,
  approverMatrixColumnId: null,
  watcherType: 'NO_WATCHERS',
  watcherGroupIds: [],
  watcherUserIds: [],
  quorum: { kind: 'ANY' },
  settings: {},
  ...more,
})

const OPTIONS = ['one', 'two'].map((id, ordinal) => ({ id, label: id.toUpperCase(), parentId: null, ordinal }))

const ANY_OF: QuestionType[] = [
  'TEXT',
  'EMAIL',
  'CUSTOM_SELECT',
  'VENDOR_SELECT',
  'SERVICE_SELECT',
  'BUSINESS_UNIT_SELECT',
  'SPEND_CATEGORY_SELECT',
  'MEMBER_SELECT',
  'DEPARTMENT_SELECT',
  'LOCATION_SELECT',
  'REQUEST_OWNER_SELECT',
  'ENTITY_SELECT',
]
const NUMERIC: QuestionType[] = ['NUMBER', 'MONEY', 'REQUEST_AMOUNT']
const BOOLEAN: QuestionType[] = ['YES_NO', 'NEEDS_REQUEST_SIGNER']

const asked = (type: QuestionType, more: Partial<Question> = {}): Question =>
  question('asked', type, { label: 'Asked', options: type === 'CUSTOM_SELECT' ? OPTIONS : [], ...more })

const conditionOn = (type: QuestionType) => ({
  ...NO_CONDITIONS,
  ...(ANY_OF.includes(type) && { conditionAnyOfs: [{ valuesQuestionId: 'asked', values: ['one'] }] }),
  ...(NUMERIC.includes(type) && {
    conditionNumerics: [{ valuesQuestionId: 'asked', minimumValue: 10, maximumValue: null }],
  }),
  ...(BOOLEAN.includes(type) && { conditionBooleans: [{ valuesQuestionId: 'asked', value: true }] }),
})

const PLACES = {
  'entry conditions': (type: QuestionType): WorkflowDefinition => ({
    entryPoints: conditionOn(type),
    levels: [{ id: 'first', number: 1, rules: [rule('legal', { label: 'Legal' })] }],
  }),
  'a rule': (type: QuestionType): WorkflowDefinition => ({
    entryPoints: NO_CONDITIONS,
    levels: [{ id: 'first', number: 1, rules: [rule('legal', { label: 'Legal', ...conditionOn(type) })] }],
  }),
}

const formWith = (...questions: Question[]): FormDefinition => ({
  steps: [step('what', [question('title', 'REQUEST_TITLE'), ...questions])],
})
const later = (...questions: Question[]) => ({ ...step('later', questions, 1), isAdditionalStep: true })

/** Every change that takes away what the condition reads, by name. */
const changesOf = (type: QuestionType): [string, FormDefinition][] => [
  ...QUESTION_TYPES.filter((other) => other !== type).map((other): [string, FormDefinition] => [
    `its type becomes ${other}`,
    formWith(asked(other)),
  ]),
  ['it is removed', formWith()],
  ['it moves to a step that nobody fills in', { steps: [...formWith().steps, later(asked(type))] }],
  [
    'it is shown by an answer of a step that nobody fills in',
    {
      steps: [
        ...formWith(asked(type, { conditionBooleans: [{ valuesQuestionId: 'much', value: true }] })).steps,
        later(question('much', 'YES_NO')),
      ],
    },
  ],
  ...(type === 'CUSTOM_SELECT' || type.endsWith('_SELECT')
    ? [
        ['its option is no longer offered', formWith(asked(type, { options: OPTIONS.slice(1) }))] as [
          string,
          FormDefinition,
        ],
      ]
    : []),
]

const CASES = Object.keys(PLACES).flatMap((place) =>
  [...ANY_OF, ...NUMERIC, ...BOOLEAN].map((type) => ({ place: place as keyof typeof PLACES, type })),
)

describe.each(CASES)('a question of type $type that $place reads', ({ place, type }) => {
  const workflow = PLACES[place](type)
  const before = formWith(asked(type))

  it.each(changesOf(type))('%s: refused beside a question, in words that name the workflow', (_, after) => {
    const broken = brokenByForm(workflow, 'Over $10,000', before, after)
    expect(broken).not.toEqual([])
    for (const { questionId, message } of broken) {
      expect(questionId).toBe('asked')
      expect(message).toContain('the workflow “Over $10,000”')
    }
  })

  it('a new label, help text and order change nothing', () => {
    const after = formWith(question('more', 'TEXT'), asked(type, { label: 'New words', description: 'Help' }))
    expect(brokenByForm(workflow, 'Over $10,000', before, after)).toEqual([])
  })

  it('what was broken before doesn’t prevent other changes', () => {
    expect(brokenByForm(workflow, 'Over $10,000', formWith(), formWith(question('more', 'TEXT')))).toEqual([])
  })
})

describe('values of conditions', () => {
  const workflowOn = (value: string): WorkflowDefinition => ({
    ...PLACES['a rule']('CUSTOM_SELECT'),
    entryPoints: { ...NO_CONDITIONS, conditionAnyOfs: [{ valuesQuestionId: 'asked', values: ['one', value] }] },
  })

  it.each([
    ['an unknown option', 'nope'],
    ['a label in place of an id', 'TWO'],
  ])('%s in a workflow is refused and named', (_, value) => {
    const form = formWith(asked('CUSTOM_SELECT'))
    expect(checkWorkflow(workflowOn(value), form)).toContainEqual({
      id: 'entry',
      message: `A condition asks for “${value}”, which isn’t an option of “Asked”`,
    })
    expect(checkWorkflow(workflowOn('two'), form).filter(({ id }) => id === 'entry')).toEqual([])
  })

  it('the visibility of a question names only options that there are', () => {
    const shown = (value: string) =>
      question('more', 'TEXT', { conditionAnyOfs: [{ valuesQuestionId: 'asked', values: [value] }] })
    expect(checkForm(formWith(asked('CUSTOM_SELECT'), shown('nope')))).toEqual([
      { id: 'more', message: 'A condition asks for “nope”, which isn’t an option of “Asked”' },
    ])
    expect(checkForm(formWith(asked('CUSTOM_SELECT'), shown('two')))).toEqual([])
    expect(checkForm(formWith(asked('TEXT'), shown('anything')))).toEqual([])
  })

  it('a changed type is refused while a visibility still asks for an old value', () => {
    const shown = (value: string) =>
      question('more', 'TEXT', { label: 'More', conditionAnyOfs: [{ valuesQuestionId: 'asked', values: [value] }] })
    const before = formWith(asked('CUSTOM_SELECT'), shown('one'))
    expect(outdatedVisibility(before, formWith(asked('TEXT'), shown('one')))).toEqual([
      {
        id: 'asked',
        message:
          'The visibility of “More” asks about “Asked”. Change its condition when you change the kind of question.',
      },
    ])
    expect(outdatedVisibility(before, formWith(asked('TEXT'), shown('other')))).toEqual([])
    expect(outdatedVisibility(before, formWith(asked('CUSTOM_SELECT'), shown('one')))).toEqual([])
  })
})

describe('questions of a later step', () => {
  const form: FormDefinition = { steps: [...formWith().steps, later(asked('YES_NO'))] }
  const filling = rule('fill', {
    type: 'ADDITIONAL_STEP',
    approverUserIds: ['someone'],
    settings: { stepIds: ['later'] },
  })
  const legal = rule('legal', { approverUserIds: ['someone'], ...conditionOn('YES_NO') })
  const workflow = (...rules: (typeof legal)[]): WorkflowDefinition => ({
    entryPoints: NO_CONDITIONS,
    levels: [{ id: 'first', number: 1, rules }],
  })
  const unasked =
    'A condition asks about “Asked”, which is only asked in a later step that this workflow doesn’t fill in'

  it('a rule reads them only where another task of the workflow fills the step in', () => {
    expect(checkWorkflow(workflow(legal), form)).toEqual([{ id: 'legal', message: unasked }])
    expect(checkWorkflow(workflow(filling, legal), form)).toEqual([])
    expect(checkWorkflow(workflow({ ...filling, ...conditionOn('YES_NO') }), form)).toEqual([
      { id: 'fill', message: unasked },
    ])
  })

  it('entry conditions never read them', () => {
    const definition = { ...workflow(filling), entryPoints: conditionOn('YES_NO') }
    expect(checkWorkflow(definition, form)).toEqual([{ id: 'entry', message: unasked }])
  })

  it('a question may move to a step that the workflow fills in', () => {
    const before: FormDefinition = { steps: [...formWith(asked('YES_NO')).steps, later(question('other', 'TEXT'))] }
    const after: FormDefinition = {
      steps: [...formWith().steps, later(question('other', 'TEXT'), asked('YES_NO'))],
    }
    expect(brokenByForm(workflow(filling, legal), 'Standard', before, after)).toEqual([])
    expect(brokenByForm(workflow(legal), 'Standard', before, after)).toEqual([
      {
        questionId: 'asked',
        message:
          '“legal” of the workflow “Standard” asks about “Asked”, which would only be asked in a later step that the workflow doesn’t fill in. Change the rule first.',
      },
    ])
  })
})
