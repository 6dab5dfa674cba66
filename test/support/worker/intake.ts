import type { WorkflowRule } from '../../../schema/approvals/workflows/definition.ts'
import type { FormStep, Question, QuestionType } from '../../../schema/requests/forms/form.ts'
import { NO_CONDITIONS } from '../../../schema/shared/conditions.ts'
import { newId } from '../../../worker/core/clock.ts'
import type { Answer, Client } from './world.ts'

export const question = (id: string, type: QuestionType, more: Partial<Question> = {}): Question => ({
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

export const step = (id: string, questions: Question[], ordinal = 0): FormStep => ({
  id,
  label: id,
  ordinal,
  isAdditionalStep: false,
  questions: questions.map((q, i) => ({ ...q, ordinal: i })),
})

export const rule = (id: string, more: Partial<WorkflowRule> = {}): WorkflowRule => ({
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

/** A form with one question of each kind that the tests answer. */
export const FORM: FormStep[] = [
  step('what', [
    question('title', 'REQUEST_TITLE', { label: 'Title', isRequired: true }),
    question('kind', 'CUSTOM_SELECT', {
      options: [
        { id: 'new', label: 'New', parentId: null, ordinal: 0 },
        { id: 'renewal', label: 'Renewal', parentId: null, ordinal: 1 },
      ],
    }),
    question('reason', 'TEXT', {
      isRequired: true,
      conditionAnyOfs: [{ valuesQuestionId: 'kind', values: ['renewal'] }],
    }),
    question('due', 'DUE_DATE'),
  ]),
  step(
    'money',
    [
      question('amount', 'REQUEST_AMOUNT', { label: 'Amount' }),
      question('vendor', 'VENDOR_SELECT'),
      question('department', 'DEPARTMENT_SELECT'),
      question('owner', 'MEMBER_SELECT'),
      question('files', 'DOCUMENTS', { isMulti: true }),
    ],
    1,
  ),
]

const dataOf = (answer: Answer, field: string) => {
  const data = answer.body?.data?.[field]
  if (!data) throw new Error(`${field} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return data
}

/** Saves a form by GraphQL, in one batch, and returns its version. */
export const saveForm = async (client: Client, intakeCategoryId: string, intakeSteps: FormStep[]): Promise<number> => {
  const answer = await client.graphql(
    `mutation ($c: ID!, $t: ID!, $s: [IntakeStepInput!]!) {
       updateIntakeSteps(intakeCategoryId: $c, transactionId: $t, batch: 1, totalBatches: 1, intakeSteps: $s) { formVersion }
     }`,
    { c: intakeCategoryId, t: newId(), s: intakeSteps },
  )
  return dataOf(answer, 'updateIntakeSteps').formVersion
}

export const createWorkflow = async (client: Client, intakeCategoryId: string, label = 'Standard'): Promise<string> => {
  const answer = await client.graphql(
    'mutation ($c: ID!, $l: String!) { createIntakeWorkflow(intakeCategoryId: $c, label: $l) { id } }',
    { c: intakeCategoryId, l: label },
  )
  return dataOf(answer, 'createIntakeWorkflow').id
}

/** Levels from lists of rules, numbered from 1. */
export const levelsOf = (...levels: WorkflowRule[][]) =>
  levels.map((rules, i) => ({
    id: `level-${i + 1}`,
    number: i + 1,
    rules: rules.map((r, ordinal) => ({ ...r, ordinal })),
  }))

export const saveLevels = async (client: Client, workflowId: string, levels: WorkflowRule[][], version = 1) => {
  const body = { version, entryPoints: NO_CONDITIONS, levels: levelsOf(...levels) }
  const answer = await client.post(`/api/intake-workflow/${workflowId}/levels`, body)
  if (answer.status !== 200) throw new Error(`Saving levels answered ${JSON.stringify(answer.body)}`)
}

export interface Category {
  id: string
  workflowId: string
}

/** A category with its form and one workflow, created by an admin through the product's own calls. */
export const makeCategory = async (
  admin: Client,
  { form = FORM, levels }: { form?: FormStep[]; levels: WorkflowRule[][] },
): Promise<Category> => {
  const created = await admin.post('/api/intake-categories', { name: `Category ${newId()}` })
  if (created.status !== 200) throw new Error(`Creating a category answered ${JSON.stringify(created.body)}`)
  await saveForm(admin, created.body.id, form)
  const workflowId = await createWorkflow(admin, created.body.id)
  await saveLevels(admin, workflowId, levels)
  return { id: created.body.id, workflowId }
}

export const answersOf = (answers: Record<string, unknown>) =>
  Object.entries(answers).map(([questionId, value]) => ({ questionId, value }))

/** The body of one complete save: a draft, a submission or an edit. */
export const saveBody = (
  intakeCategoryId: string,
  answers: Record<string, unknown>,
  more: Record<string, unknown> = {},
) => ({
  batch: 1,
  totalBatches: 1,
  submission: { intakeCategoryId, isDraft: false, answers: answersOf(answers), ...more },
})

export const save = (
  client: Client,
  intakeCategoryId: string,
  answers: Record<string, unknown>,
  more: Record<string, unknown> = {},
  commandId?: string,
): Promise<Answer> => client.post('/api/intake-submission', saveBody(intakeCategoryId, answers, more), commandId)

/** Submits and returns the request's id. */
export const file = async (
  client: Client,
  intakeCategoryId: string,
  answers: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Promise<string> => {
  const answer = await save(client, intakeCategoryId, answers, more)
  if (answer.status !== 200) throw new Error(`Filing answered ${JSON.stringify(answer.body)}`)
  return answer.body.id
}
