import { FACTS } from '../../approvals/engine/facts.ts'
import type {
  RuleType,
  SendVendorFormSettings,
  WorkflowDefinition,
  WorkflowRule,
} from '../../approvals/workflows/definition.ts'
import { peopleProblem } from '../../approvals/workflows/people-rules.ts'
import type { ConditionSet } from '../../shared/conditions.ts'
import { webhookUrlProblem } from '../../shared/public-address.ts'
import { email } from '../../shared/values.ts'
import { askedQuestions, questionsOf, valueProblem } from '../forms/condition-sources.ts'
import type { FormDefinition, Question } from '../forms/form.ts'
import { conditionKindOf } from '../forms/form-rules.ts'
import { withFacts } from './asked-facts.ts'
import { orderMappingProblem } from './order-mappings.ts'
import { mappingProblem } from './service-mappings.ts'

/** Rule types that can be configured today. The others come with the integration or area they need. */
export const CONFIGURABLE_RULE_TYPES: RuleType[] = [
  'APPROVAL',
  'TASK',
  'ADDITIONAL_STEP',
  'SEND_DOCUMENT',
  'SEND_VENDOR_FORM',
  'CREATE_SERVICE',
  'NETSUITE_PURCHASE_ORDER',
  'WEBHOOK',
]

export const RULE_TYPE_LABELS: Record<RuleType, string> = {
  APPROVAL: 'Approval',
  TASK: 'Task',
  SEND_VENDOR_FORM: 'Send vendor form',
  SEND_DOCUMENT: 'Send document',
  START_IRONCLAD_WORKFLOW: 'Ironclad workflow',
  NETSUITE_PURCHASE_ORDER: 'Purchase order',
  ADDITIONAL_STEP: 'Additional step',
  CREATE_JIRA_ISSUE: 'Jira issue',
  MIDDESK_BUSINESS_VERIFICATION: 'Business verification',
  WEBHOOK: 'Webhook',
  CREATE_SERVICE: 'Create service',
}

/** What must be fixed before a workflow can be saved, by level or rule ('entry' for its entry conditions). */
export const checkWorkflow = (
  definition: WorkflowDefinition,
  form: FormDefinition,
): { id: string; message: string }[] => {
  const problems: { id: string; message: string }[] = []
  const add = (id: string, message: string | null) => message && problems.push({ id, message })
  const rules = definition.levels.flatMap((level) => level.rules)
  const ids = [...definition.levels.map((level) => level.id), ...rules.map((rule) => rule.id)]
  for (const id of ids.filter((id, i) => ids.indexOf(id) !== i)) add(id, 'The same id is used twice')
  definition.levels.forEach((level, i) => {
    if (level.number !== i + 1) add(level.id, 'Levels are numbered 1, 2, 3 … in order')
    if (level.rules.length === 0) add(level.id, 'Add an approval or a task to this level, or remove it')
  })
  for (const rule of rules) {
    add(rule.id, ruleProblem(rule))
    add(rule.id, settingsProblem(rule, form))
    add(rule.id, conditionProblem(rule, form, stepsBefore(definition, rule)))
  }
  add('entry', conditionProblem(definition.entryPoints, form))
  return problems
}

/**
 * The additional steps of the form that the workflow fills in before it plans the rule again: those of its other tasks.
 * Entry conditions are read when a request is filed, before any.
 */
export const stepsBefore = ({ levels }: WorkflowDefinition, rule: WorkflowRule): ReadonlySet<string> =>
  new Set(
    levels
      .flatMap(({ rules }) => rules)
      .filter(({ id, type }) => type === 'ADDITIONAL_STEP' && id !== rule.id)
      .flatMap(({ settings }) => settings.stepIds ?? []),
  )

const ruleProblem = (rule: WorkflowRule): string | null => {
  if (!CONFIGURABLE_RULE_TYPES.includes(rule.type)) return `${RULE_TYPE_LABELS[rule.type]} cannot be used yet`
  return peopleProblem(rule)
}

const formProblem = (
  settings: SendVendorFormSettings | undefined,
  questions: ReadonlyMap<string, Question>,
): string | null => {
  const { intakeCategoryIds, vendor, recipient } = settings ?? {}
  const typeOf = (questionId: string | null) => questions.get(questionId ?? '')?.type
  if (!intakeCategoryIds?.length) return 'Choose at least one vendor form to send'
  if (vendor?.source === 'QUESTION' && typeOf(vendor.questionId) !== 'VENDOR_SELECT')
    return 'Choose the question that asks for the vendor'
  if (recipient?.source === 'QUESTION' && typeOf(recipient.questionId) !== 'EMAIL')
    return 'Choose the question with the email address'
  if (recipient?.source === 'EMAIL' && !email.safeParse(recipient.email).success)
    return 'Enter the email address that gets the forms'
  return null
}

/** The settings that a task of its type requires. */
export const settingsProblem = (
  { type, settings, approverType }: WorkflowRule,
  form: FormDefinition,
): string | null => {
  const questions = new Map(form.steps.flatMap((step) => step.questions).map((question) => [question.id, question]))
  if (type === 'ADDITIONAL_STEP') {
    const additional = new Set(form.steps.filter((step) => step.isAdditionalStep).map((step) => step.id))
    const { stepIds = [] } = settings
    if (stepIds.length === 0) return 'Choose the form step to fill in'
    if (stepIds.some((stepId) => !additional.has(stepId))) return 'A step is no longer an additional step of the form'
    return approverType === 'NO_APPROVERS' ? 'Choose who fills in the step' : null
  }
  if (type === 'WEBHOOK') {
    const { webhook } = settings
    const problem = webhookUrlProblem(webhook?.url ?? '')
    if (problem) return problem
    const keys = (webhook?.fields ?? []).map(({ key }) => key)
    if (new Set(keys).size < keys.length) return 'Two fields of the webhook have the same name'
    const unknown = webhook?.fields.some(({ questionId }) => questionId !== null && !questions.has(questionId))
    return unknown ? 'A webhook field uses a question that isn’t in the form' : null
  }
  if (type === 'SEND_DOCUMENT') {
    const { sendDocument } = settings
    if (!sendDocument || sendDocument.documentIds.length === 0) return 'Choose at least one document to send'
    const { recipient } = sendDocument
    if (recipient.source === 'REQUESTER') return null
    return questions.get(recipient.questionId ?? '')?.type === 'EMAIL'
      ? null
      : 'Choose the question with the email address'
  }
  if (type === 'SEND_VENDOR_FORM') return formProblem(settings.sendVendorForm, questions)
  if (type === 'CREATE_SERVICE') {
    if (approverType === 'NO_APPROVERS') return 'Choose who creates the service'
    return settings.createService ? mappingProblem(settings.createService, questions) : null
  }
  if (type === 'NETSUITE_PURCHASE_ORDER')
    return settings.purchaseOrder ? orderMappingProblem(settings.purchaseOrder, questions) : null
  return null
}

/** @param stepIds additional steps that are filled in before the conditions are read */
export const conditionProblem = (
  set: ConditionSet,
  form: FormDefinition,
  stepIds: ReadonlySet<string> = new Set(),
): string | null => {
  const known = withFacts(form)
  const questions = questionsOf(known)
  const answered = askedQuestions(known, stepIds)
  const asked = [
    ...set.conditionAnyOfs.map((c) => ({ of: c.valuesQuestionId, kind: 'anyOf' })),
    ...set.conditionNumerics.map((c) => ({ of: c.valuesQuestionId, kind: 'numeric' })),
    ...set.conditionBooleans.map((c) => ({ of: c.valuesQuestionId, kind: 'boolean' })),
  ]
  for (const { of, kind } of asked) {
    const source = questions.get(of)
    if (of === FACTS.isNewVendor && !source) return '“New vendor” needs a question that asks for the vendor'
    if (!source) return 'A condition uses a question that isn’t in the form'
    if (conditionKindOf(source.type) !== kind) return `A condition does not fit "${source.label}"`
    if (!answered.has(of))
      return `A condition asks about “${source.label}”, which is only asked in a later step that this workflow doesn’t fill in`
  }
  return valueProblem(set, questions)
}
