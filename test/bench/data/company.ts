import type { WorkflowSnapshot } from '../../../schema/approvals/engine/plan.ts'
import type { WorkflowRule } from '../../../schema/approvals/workflows/definition.ts'
import type { FormDefinition, Question, QuestionType } from '../../../schema/requests/forms/form.ts'
import { NO_CONDITIONS } from '../../../schema/shared/conditions.ts'

/**
 * The companies of the benchmark. Everything is derived from a number, so that the load generator knows who is in the
 * file.
 */

export interface Person {
  id: string
  first: string
  last: string
  name: string
  managerId: string | null
  /** Index of the department. */
  department: number
  leads: boolean
  isAdmin: boolean
}

export interface Category {
  id: string
  name: string
  form: FormDefinition
  workflow: WorkflowSnapshot
}

export interface Company {
  /** Prefix of all its ids. */
  prefix: string
  id: string
  name: string
  people: Person[]
  departments: { id: string; name: string }[]
  vendors: { id: string; name: string }[]
  groups: { id: string; name: string; userIds: string[] }[]
  categories: Category[]
  /** Everyone who files requests: people who lead nothing. */
  requestors: Person[]
}

/** From this amount on finance has to approve as well, in cents. */
export const FINANCE_FROM = 1_000_000

const FIRST = ['Ada', 'Alan', 'Barbara', 'Edsger', 'Grace', 'Hedy', 'Ida', 'John', 'Katherine', 'Linus', 'Mary', 'Tim']
const LAST = ['Allen', 'Bell', 'Clarke', 'Dahl', 'Easley', 'Franklin', 'Goldberg', 'Hamilton', 'Iverson', 'Johnson']
const CATEGORIES = ['Software', 'Services', 'Hardware', 'Events', 'Marketing', 'Facilities']
const WORDS = ['Northwind', 'Kestrel', 'Bluebird', 'Lantern', 'Harbor', 'Summit', 'Juniper', 'Cobalt', 'Meridian']

const pick = (words: string[], index: number): string => words[index % words.length] ?? ''
/** As long as real ones. */
const ID_LENGTH = 24
/** The ends differ, as those of real ones do. */
const idOf = (prefix: string, kind: string, index: number): string =>
  `${kind}${String(index).padStart(ID_LENGTH - prefix.length - kind.length, '0')}${prefix}`
const partId = (categoryId: string, part: string): string => `${part}-${categoryId.slice(part.length + 1)}`

const question = (id: string, type: QuestionType, label: string, ordinal: number, isRequired = false): Question => ({
  ...NO_CONDITIONS,
  id,
  type,
  label,
  description: `Help for “${label}”.`,
  isRequired,
  isMulti: false,
  showOnVendorDetails: false,
  documentTypes: [],
  ordinal,
  options: [],
  requireDepartmentApproverAssigneeSelection: false,
})

export const questionIds = (categoryId: string) => ({
  title: partId(categoryId, 'title'),
  vendor: partId(categoryId, 'vendor'),
  why: partId(categoryId, 'why'),
  personalData: partId(categoryId, 'data'),
  amount: partId(categoryId, 'amount'),
  department: partId(categoryId, 'dept'),
  start: partId(categoryId, 'start'),
  due: partId(categoryId, 'due'),
  /** Set for the step that a task asks for later. */
  plan: partId(categoryId, 'plan'),
})

const PLANS = ['Basic', 'Business', 'Enterprise'].map((label, ordinal) => ({
  ...{ id: label.toLowerCase(), label, ordinal },
  parentId: null,
}))

const formOf = (categoryId: string): FormDefinition => {
  const ids = questionIds(categoryId)
  return {
    steps: [
      {
        id: partId(categoryId, 's1'),
        label: 'What you need',
        ordinal: 0,
        isAdditionalStep: false,
        questions: [
          question(ids.title, 'REQUEST_TITLE', 'What should we call this request?', 0, true),
          question(ids.vendor, 'VENDOR_SELECT', 'Vendor', 1, true),
          question(ids.why, 'TEXT', 'What will it be used for?', 2, true),
          question(ids.personalData, 'YES_NO', 'Will it hold personal data?', 3, true),
        ],
      },
      {
        id: partId(categoryId, 's2'),
        label: 'Cost and timing',
        ordinal: 1,
        isAdditionalStep: false,
        questions: [
          question(ids.amount, 'REQUEST_AMOUNT', 'Total cost of the first year', 0, true),
          question(ids.department, 'DEPARTMENT_SELECT', 'Which department pays?', 1, true),
          question(ids.start, 'START_DATE', 'When should it start?', 2),
          question(ids.due, 'DUE_DATE', 'When do you need a decision?', 3),
        ],
      },
      {
        id: partId(categoryId, 's3'),
        label: 'For security',
        ordinal: 2,
        isAdditionalStep: true,
        questions: [{ ...question(ids.plan, 'CUSTOM_SELECT', 'Which plan is it?', 0), options: PLANS }],
      },
    ],
  }
}

const rule = (id: string, label: string, more: Partial<WorkflowRule>): WorkflowRule => ({
  ...NO_CONDITIONS,
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
  ...more,
})

/** The manager first, then finance for large amounts, and legal if there is personal data. */
const workflowOf = (categoryId: string, financeId: string, legalId: string): WorkflowSnapshot => {
  const ids = questionIds(categoryId)
  return {
    id: partId(categoryId, 'flow'),
    label: 'Standard',
    version: 1,
    definition: {
      entryPoints: NO_CONDITIONS,
      levels: [
        {
          id: partId(categoryId, 'l1'),
          number: 1,
          rules: [rule(partId(categoryId, 'r1'), 'Manager', { approverType: 'MANAGER_APPROVER' })],
        },
        {
          id: partId(categoryId, 'l2'),
          number: 2,
          rules: [
            rule(partId(categoryId, 'r2'), 'Finance', {
              approverGroupIds: [financeId],
              conditionNumerics: [{ valuesQuestionId: ids.amount, minimumValue: FINANCE_FROM, maximumValue: null }],
            }),
            rule(partId(categoryId, 'r3'), 'Legal', {
              ordinal: 1,
              approverGroupIds: [legalId],
              conditionBooleans: [{ valuesQuestionId: ids.personalData, value: true }],
            }),
          ],
        },
      ],
    },
  }
}

/** Five questions, and three steps that everyone's request needs: what a request weighs is said of these. */
const shortFormOf = (categoryId: string): FormDefinition => {
  const ids = questionIds(categoryId)
  const asked = [ids.title, ids.vendor, ids.why, ids.amount, ids.due]
  const all = formOf(categoryId).steps
  return {
    steps: all
      .slice(0, 2)
      .map((step) => ({ ...step, questions: step.questions.filter(({ id }) => asked.includes(id)) })),
  }
}
const threeStepsOf = (categoryId: string, financeId: string, legalId: string): WorkflowSnapshot => {
  const { definition, ...workflow } = workflowOf(categoryId, financeId, legalId)
  const levels = definition.levels.map((level) => ({
    ...level,
    rules: level.rules.map((each) => ({ ...each, conditionNumerics: [], conditionBooleans: [] })),
  }))
  return { ...workflow, definition: { ...definition, levels } }
}

/** The first people are admins, finance and legal. One in ten leads a department. All others file requests. */
const peopleOf = (prefix: string, count: number, departments: number): Person[] => {
  const firstLead = Math.ceil(count / 20)
  const userId = (index: number) => idOf(prefix, 'u', index)
  return Array.from({ length: count }, (_, index) => {
    const department = index % departments
    const leads = index >= firstLead && index < firstLead + departments
    const lead = firstLead + ((department - (firstLead % departments) + departments) % departments)
    const first = pick(FIRST, index)
    const last = `${pick(LAST, Math.floor(index / FIRST.length))} ${index}`
    return {
      id: userId(index),
      first,
      last,
      name: `${first} ${last}`,
      managerId: leads ? userId(0) : userId(lead),
      department,
      leads,
      isAdmin: index < 2,
    }
  })
}

const companyOf = (
  prefix: string,
  name: string,
  size: { people: number; departments: number; vendors: number; isPlain?: true },
) => {
  const people = peopleOf(prefix, size.people, size.departments)
  const firstLead = Math.ceil(size.people / 20)
  const some = (from: number, to: number) => people.slice(from, Math.min(to, firstLead)).map((p) => p.id)
  const finance = { id: idOf(prefix, 'g', 0), name: 'Finance', userIds: some(2, size.isPlain ? 4 : 6) }
  const legal = { id: idOf(prefix, 'g', 1), name: 'Legal', userIds: some(6, size.isPlain ? 7 : 9) }
  const company: Company = {
    prefix,
    id: idOf(prefix, 'co', 0),
    name,
    people,
    departments: Array.from({ length: size.departments }, (_, index) => ({
      id: idOf(prefix, 'd', index),
      name: `Department ${index + 1}`,
    })),
    vendors: Array.from({ length: size.vendors }, (_, index) => ({
      id: idOf(prefix, 'v', index),
      name: `${pick(WORDS, index)} ${pick(CATEGORIES, Math.floor(index / WORDS.length))} ${index}`,
    })),
    groups: [finance, legal],
    categories: CATEGORIES.map((label, index) => {
      const id = idOf(prefix, 'c', index)
      const workflow = (size.isPlain ? threeStepsOf : workflowOf)(id, finance.id, legal.id)
      return { id, name: label, form: (size.isPlain ? shortFormOf : formOf)(id), workflow }
    }),
    requestors: people.filter((person, index) => index >= firstLead && !person.leads),
  }
  return company
}

/** The company under load. */
export const company = companyOf('big', 'Big Company', { people: 500, departments: 40, vendors: 300 })
/** Another one in the same file, none of which may be read for the first. */
export const otherCompany = companyOf('other', 'Other Company', { people: 200, departments: 8, vendors: 20 })
export const OTHER_REQUESTS = 500
/**
 * One whose requests are weighed: its manager, one of two in finance and a lawyer have decided each. With the
 * requester five people are involved.
 */
export const plainCompany = companyOf('weighed', 'Plain Company', {
  ...{ people: 500, departments: 40, vendors: 300 },
  isPlain: true,
})
/** One of many people, for the list of members. They file nothing. */
export const crowd = companyOf('crowd', 'Crowded Company', { people: 10_000, departments: 40, vendors: 1 })

export const tokenOf = (person: Pick<Person, 'id'>): string => `bench-session-of-${person.id}`
export const cookieOf = (person: Pick<Person, 'id'>): string => `outlay_session=${tokenOf(person)}`
