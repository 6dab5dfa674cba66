import { describe, expect, it } from 'vitest'
import type { WorkflowRule } from '../../../schema/approvals/definition.ts'
import type { FormDefinition, Question, QuestionType } from '../../../schema/intake/form.ts'
import { type ConditionSet, NO_CONDITIONS } from '../../../schema/shared/conditions.ts'
import {
  decisiveQuestions,
  triableQuestions,
} from '../../../web/features/request-configuration/workflows/trial/trial-questions.ts'

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
  it('are those that conditions ask about, with those that show them, in the order of the form', () => {
    const above = { conditionNumerics: [{ valuesQuestionId: 'amount', minimumValue: 1, maximumValue: null }] }
    expect(idsFor(rule(above))).toEqual(['isNew', 'amount'])
  })

  it('are those by which approvers and watchers are found', () => {
    expect(idsFor(rule({ approverType: 'DEPARTMENT_APPROVERS' }))).toEqual(['department'])
    expect(idsFor(rule({ watcherType: 'DEPARTMENT_APPROVERS' }))).toEqual(['department'])
    expect(idsFor(rule({ approverMatrixId: 'm' }))).toEqual(['department', 'entity'])
    expect(idsFor(rule({}))).toEqual([])
  })

  it('are departments also where their approvers are chosen with them', () => {
    const department = {
      ...question('department', 'DEPARTMENT_SELECT'),
      requireDepartmentApproverAssigneeSelection: true,
    }
    const steps = form.steps.map((step) => ({ ...step, questions: [department] }))
    const levels = [{ id: 'l', number: 1, rules: [rule({ approverType: 'DEPARTMENT_APPROVERS' })] }]
    expect(decisiveQuestions({ steps }, { entryPoints: NO_CONDITIONS, levels })).toEqual([department])
  })

  it('never ask for what no workflow can read', () => {
    expect(triableQuestions(form).map(({ id }) => id)).not.toContain('files')
  })
})
