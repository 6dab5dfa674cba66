import { describe, expect, it } from 'vitest'
import type { WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import type { FormDefinition, Question, QuestionType } from '../../../../schema/requests/forms/form.ts'
import { type ConditionSet, NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'
import {
  decisiveQuestions,
  triableQuestions,
} from '../../../../web/features/approvals/workflows/trial/trial-questions.ts'

const question = (id: string, type: QuestionType, conditions: Partial<ConditionSet> = {}) =>
  ({ ...NO_CONDITIONS, ...conditions, id, type, label: id, options: [] }) as unknown as Question
const form = {
  steps: [
    {
      id: 's',
      label: 's',
      ordinal: 0,
      isAdditionalStep: false,
      questions: [
        question('isNew', 'YES_NO'),
        question('amount', 'REQUEST_AMOUNT', { conditionBooleans: [{ valuesQuestionId: 'isNew', value: true }] }),
        question('note', 'TEXT'),
        question('files', 'DOCUMENTS'),
        question('department', 'DEPARTMENT_SELECT'),
        question('entity', 'ENTITY_SELECT'),
      ],
    },
  ],
} as unknown as FormDefinition

const rule = (more: Partial<WorkflowRule>) =>
  ({
    ...NO_CONDITIONS,
    approverType: 'CUSTOM_APPROVERS',
    watcherType: 'NO_WATCHERS',
    approverMatrixId: null,
    ...more,
  }) as WorkflowRule
const idsFor = (...rules: WorkflowRule[]) =>
  decisiveQuestions(form, { entryPoints: NO_CONDITIONS, levels: [{ id: 'l', number: 1, rules }] }).map(({ id }) => id)

describe('the questions of a trial', () => {
  it('a trial asks what conditions depend on, and what shows those questions, in the order of the form', () => {
    const above = { conditionNumerics: [{ valuesQuestionId: 'amount', minimumValue: 1, maximumValue: null }] }
    expect(idsFor(rule(above))).toEqual(['isNew', 'amount'])
  })

  it('a trial asks the questions that choose approvers and watchers', () => {
    expect(idsFor(rule({ approverType: 'DEPARTMENT_APPROVERS' }))).toEqual(['department'])
    expect(idsFor(rule({ watcherType: 'DEPARTMENT_APPROVERS' }))).toEqual(['department'])
    expect(idsFor(rule({ approverMatrixId: 'm' }))).toEqual(['department', 'entity'])
    expect(idsFor(rule({}))).toEqual([])
  })

  it('a trial asks for departments when they choose their approvers', () => {
    const department = {
      ...question('department', 'DEPARTMENT_SELECT'),
      requireDepartmentApproverAssigneeSelection: true,
    }
    const steps = form.steps.map((step) => ({ ...step, questions: [department] }))
    const levels = [{ id: 'l', number: 1, rules: [rule({ approverType: 'DEPARTMENT_APPROVERS' })] }]
    expect(decisiveQuestions({ steps }, { entryPoints: NO_CONDITIONS, levels })).toEqual([department])
  })

  it('a trial never asks for answers that no workflow can read', () => {
    expect(triableQuestions(form).map(({ id }) => id)).not.toContain('files')
  })
})
