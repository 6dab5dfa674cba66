import type { WorkflowDefinition, WorkflowRule } from '../../../schema/approvals/workflows/definition.ts'
import type { FormStep, Question, QuestionType } from '../../../schema/requests/forms/form.ts'
import { NO_CONDITIONS } from '../../../schema/shared/conditions.ts'
import { slug } from './people.ts'

let ordinal = 0
export const q = (id: string, type: QuestionType, label: string, more: Partial<Question> = {}): Question => ({
  id,
  type,
  label,
  description: '',
  isRequired: false,
  isMulti: false,
  showOnVendorDetails: false,
  documentTypes: [],
  ordinal: ordinal++,
  options: [],
  requireDepartmentApproverAssigneeSelection: false,
  ...NO_CONDITIONS,
  ...more,
})

export const options = (question: string, labels: string[]) =>
  labels.map((label, i) => ({ id: `${question}-${i + 1}`, label, parentId: null, ordinal: i }))

export const step = (id: string, label: string, position: number, questions: Question[]): FormStep => ({
  id,
  label,
  ordinal: position,
  isAdditionalStep: false,
  questions: questions.map((question, i) => ({ ...question, ordinal: i })),
})

const required = { isRequired: true }
const onVendor = { showOnVendorDetails: true }

export const SOFTWARE_FORM: FormStep[] = [
  step('sw-what', 'What you need', 0, [
    q('sw-title', 'REQUEST_TITLE', 'What should we call this request?', {
      ...required,
      description: 'For example "Kestrel CAD, 12 seats".',
    }),
    q('sw-vendor', 'VENDOR_SELECT', 'Vendor', required),
    q('sw-kind', 'CUSTOM_SELECT', 'What kind of purchase is it?', {
      ...required,
      options: options('sw-kind', ['New tool', 'Renewal', 'More seats or a larger plan']),
    }),
    q('sw-why', 'TEXT', 'What will it be used for?', required),
    q('sw-personal-data', 'YES_NO', 'Holds personal data', { ...required, ...onVendor }),
    q('sw-data-kinds', 'TEXT', 'Which data, and where is it kept?', {
      ...onVendor,
      ...required,
      conditionBooleans: [{ valuesQuestionId: 'sw-personal-data', value: true }],
    }),
  ]),
  step('sw-money', 'Cost and timing', 1, [
    q('sw-amount', 'REQUEST_AMOUNT', 'Total cost of the first year', { ...required, allowsNote: true }),
    q('sw-department', 'DEPARTMENT_SELECT', 'Which department pays?', required),
    q('sw-start', 'START_DATE', 'When should it start?', required),
    q('sw-due', 'DUE_DATE', 'When do you need a decision?'),
    q('sw-yearly', 'YES_NO', 'Does it renew annually?'),
    q('sw-quote', 'DOCUMENTS', 'Quote or order form', { isMulti: true, description: 'PDF, Word, Excel or a picture.' }),
  ]),
]

export const EVENT_FORM: FormStep[] = [
  step('ev-what', 'The event', 0, [
    q('ev-title', 'REQUEST_TITLE', 'Name of the event', required),
    q('ev-location', 'LOCATION_SELECT', 'Where?', required),
    q('ev-start', 'START_DATE', 'First day', required),
    q('ev-end', 'END_DATE', 'Last day', required),
    q('ev-guests', 'NUMBER', 'How many guests?', required),
  ]),
  step('ev-money', 'Budget', 1, [
    q('ev-amount', 'REQUEST_AMOUNT', 'Budget', required),
    q('ev-department', 'DEPARTMENT_SELECT', 'Which department pays?', {
      ...required,
      requireDepartmentApproverAssigneeSelection: true,
    }),
    q('ev-notes', 'TEXT', 'Anything else?'),
  ]),
]

export const rule = (id: string, label: string, more: Partial<WorkflowRule>): WorkflowRule => ({
  id,
  label,
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
  ...NO_CONDITIONS,
  ...more,
})

const group = (name: string) => [`${slug(name)}-groups`]

export const SOFTWARE_WORKFLOW: WorkflowDefinition = {
  entryPoints: NO_CONDITIONS,
  levels: [
    { id: 'sw-l1', number: 1, rules: [rule('sw-r1', 'Manager', { approverType: 'MANAGER_APPROVER' })] },
    {
      id: 'sw-l2',
      number: 2,
      rules: [
        rule('sw-r2', 'Finance', {
          approverGroupIds: group('Finance'),
          conditionNumerics: [{ valuesQuestionId: 'sw-amount', minimumValue: 1_000_000, maximumValue: null }],
        }),
        rule('sw-r3', 'Security review', {
          type: 'TASK',
          ordinal: 1,
          approverGroupIds: group('IT security'),
          settings: { description: 'Check single sign-on, data location and the vendor’s SOC 2 report.' },
          conditionBooleans: [{ valuesQuestionId: 'sw-personal-data', value: true }],
        }),
      ],
    },
    {
      id: 'sw-l3',
      number: 3,
      rules: [
        rule('sw-r4', 'Legal', {
          approverGroupIds: group('Legal'),
          conditionNumerics: [{ valuesQuestionId: 'sw-amount', minimumValue: 5_000_000, maximumValue: null }],
        }),
      ],
    },
    {
      id: 'sw-l4',
      number: 4,
      rules: [
        rule('sw-r5', 'Set up the service', {
          type: 'CREATE_SERVICE',
          approverGroupIds: group('Finance'),
          settings: {
            description: 'To keep track of its cost and renewal.',
            createService: {
              mappings: {
                name: 'sw-title',
                description: 'sw-why',
                vendor: 'sw-vendor',
                departments: 'sw-department',
                documents: 'sw-quote',
                startDate: 'sw-start',
                totalCost: 'sw-amount',
              },
            },
          },
          conditionBooleans: [{ valuesQuestionId: 'sw-yearly', value: true }],
        }),
      ],
    },
  ],
}

export const EVENT_WORKFLOW: WorkflowDefinition = {
  entryPoints: NO_CONDITIONS,
  levels: [
    {
      id: 'ev-l1',
      number: 1,
      rules: [
        rule('ev-r1', 'Department', {
          approverType: 'DEPARTMENT_APPROVERS',
          // The office manager books rooms and travel.
          watcherType: 'CUSTOM_WATCHERS',
          watcherUserIds: ['demo-sofia'],
        }),
      ],
    },
    {
      id: 'ev-l2',
      number: 2,
      rules: [
        // The head of finance also approves what her own department books.
        rule('ev-r2', 'Finance', {
          approverGroupIds: group('Finance'),
          excludesEarlierDeciders: true,
          conditionNumerics: [{ valuesQuestionId: 'ev-amount', minimumValue: 500_000, maximumValue: null }],
        }),
      ],
    },
  ],
}
