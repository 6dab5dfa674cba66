import { type CreateServiceSettings, SERVICE_FIELDS, type ServiceField } from '../../approvals/workflows/definition.ts'
import type { Money } from '../../shared/money.ts'
import { chosenIds } from '../forms/chosen-departments.ts'
import type { AnswerValue, FormDefinition, Question, QuestionType } from '../forms/form.ts'
import { typeLabel } from '../forms/form-rules.ts'

/** CREATE_SERVICE: which question fills in which field of the created service (specification 2 §3). */

export const SERVICE_FIELD_LABELS: Record<ServiceField, string> = {
  name: 'Name',
  description: 'Description',
  vendor: 'Vendor',
  spendCategory: 'Spend category',
  businessUnit: 'Business unit',
  owners: 'Owners',
  departments: 'Departments',
  locations: 'Locations',
  documents: 'Documents',
  startDate: 'Start date',
  endDate: 'End date',
  reminderDate: 'Renewal reminder',
  totalCost: 'Total cost',
  savings: 'Savings',
}

const DATES: QuestionType[] = ['DATE', 'START_DATE', 'END_DATE', 'DUE_DATE']
const FITTING: Record<ServiceField, QuestionType[]> = {
  name: ['TEXT', 'REQUEST_TITLE'],
  description: ['TEXT', 'REQUEST_TITLE'],
  vendor: ['VENDOR_SELECT'],
  spendCategory: ['SPEND_CATEGORY_SELECT'],
  businessUnit: ['BUSINESS_UNIT_SELECT'],
  owners: ['MEMBER_SELECT', 'REQUEST_OWNER_SELECT'],
  departments: ['DEPARTMENT_SELECT'],
  locations: ['LOCATION_SELECT'],
  documents: ['DOCUMENTS'],
  startDate: DATES,
  endDate: DATES,
  reminderDate: DATES,
  totalCost: ['REQUEST_AMOUNT', 'MONEY'],
  savings: ['MONEY'],
}

/** Whether answers of this question type fit the field. */
export const fitsField = (field: ServiceField, type: QuestionType): boolean => FITTING[field].includes(type)

/** Why the mappings can't be saved: a question is missing, or its answers don't fit. */
export const mappingProblem = (
  { mappings, customMappings = {} }: CreateServiceSettings,
  questions: ReadonlyMap<string, Question>,
) => {
  for (const field of SERVICE_FIELDS) {
    const questionId = mappings[field]
    if (questionId === undefined) continue
    const question = questions.get(questionId)
    const label = SERVICE_FIELD_LABELS[field]
    if (!question) return `The question that fills “${label}” is no longer in the form. Choose another one`
    if (!fitsField(field, question.type))
      return `“${question.label}” (${typeLabel(question.type)}) cannot fill “${label}”`
  }
  // Only the existence of the question is checked, because the company can change a custom field at any time.
  if (Object.values(customMappings).some((questionId) => !questions.has(questionId)))
    return 'The question that fills a custom field is no longer in the form. Choose another one'
  return null
}

/** The service fields that the answers provide, without unanswered ones. Amounts are in minor units. */
export interface ServiceFromAnswers {
  name?: string
  description?: string
  vendorId?: string
  spendCategoryId?: string
  businessUnitId?: string
  ownerIds?: string[]
  departmentIds?: string[]
  locationIds?: string[]
  documentIds?: string[]
  startDate?: string
  endDate?: string
  reminderDate?: string
  totalCost?: Money
  savings?: Money
}

const IDS = {
  owners: 'ownerIds',
  departments: 'departmentIds',
  locations: 'locationIds',
  documents: 'documentIds',
} as const
const ONE_ID = { vendor: 'vendorId', spendCategory: 'spendCategoryId', businessUnit: 'businessUnitId' } as const
/** The longest text that a service accepts. */
const MOST = { name: 200, description: 5000 } as const

const isMoney = (value: AnswerValue): value is Money =>
  typeof value === 'object' && value !== null && 'currency' in value

/**
 * The service that the answers describe.
 * @param answers visible answers, by question id
 * @returns its fields, and the fields whose question isn't in this request's form
 */
export const serviceFromAnswers = (
  { mappings }: CreateServiceSettings,
  answers: Readonly<Record<string, AnswerValue>>,
  form: FormDefinition,
): { service: ServiceFromAnswers; gone: ServiceField[] } => {
  const questions = new Map(form.steps.flatMap((step) => step.questions).map((question) => [question.id, question]))
  const service: ServiceFromAnswers = {}
  const gone: ServiceField[] = []
  for (const field of SERVICE_FIELDS) {
    const questionId = mappings[field]
    if (questionId === undefined) continue
    const question = questions.get(questionId)
    if (!question || !fitsField(field, question.type)) {
      gone.push(field)
      continue
    }
    const value = answers[questionId] ?? null
    if (field === 'owners' || field === 'departments' || field === 'locations' || field === 'documents') {
      const ids = chosenIds(value)
      if (ids.length > 0) service[IDS[field]] = ids
    } else if (field === 'vendor' || field === 'spendCategory' || field === 'businessUnit') {
      const [first] = chosenIds(value)
      if (first) service[ONE_ID[field]] = first
    } else if (field === 'totalCost' || field === 'savings') {
      if (isMoney(value)) service[field] = value
    } else if (typeof value === 'string' && value.trim()) {
      const text = value.trim()
      service[field] = field === 'name' || field === 'description' ? text.slice(0, MOST[field]) : text
    }
  }
  return { service, gone }
}
