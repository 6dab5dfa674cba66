import { FACTS } from '../../approvals/engine/facts.ts'
import type { WorkflowDefinition, WorkflowRule } from '../../approvals/workflows/definition.ts'
import { type ConditionSet, questionsRead } from '../../shared/conditions.ts'
import type { FormDefinition, Question } from '../forms/form.ts'
import { isAmount } from '../forms/validation.ts'
import { vendorQuestionOf, withFacts } from './asked-facts.ts'
import { conditionProblem, settingsProblem } from './definition-rules.ts'

const questionsOfSettings = ({
  settings: { webhook, sendDocument, createService, sendVendorForm },
}: WorkflowRule): string[] =>
  [
    ...(webhook?.fields ?? []).map(({ questionId }) => questionId),
    sendDocument?.recipient.source === 'QUESTION' ? sendDocument.recipient.questionId : null,
    sendVendorForm?.vendor.source === 'QUESTION' ? sendVendorForm.vendor.questionId : null,
    sendVendorForm?.recipient.source === 'QUESTION' ? sendVendorForm.recipient.questionId : null,
    ...Object.values(createService?.mappings ?? {}),
    ...Object.values(createService?.customMappings ?? {}),
  ].filter((id) => id !== null)

const rulesOf = ({ levels }: WorkflowDefinition): WorkflowRule[] => levels.flatMap((level) => level.rules)

/** Every question that a workflow's conditions or tasks use. The form must contain all of them. */
export const questionsUsedBy = (workflow: WorkflowDefinition): Set<string> =>
  new Set([
    ...[workflow.entryPoints, ...rulesOf(workflow)].flatMap(questionsRead),
    ...rulesOf(workflow).flatMap(questionsOfSettings),
  ])

/** Whether a workflow needs the form at all, because it uses questions or its tasks use steps. */
export const needsForm = (workflow: WorkflowDefinition): boolean =>
  questionsUsedBy(workflow).size > 0 || rulesOf(workflow).some(({ settings }) => (settings.stepIds ?? []).length > 0)

type Questions = ReadonlyMap<string, Question>

/** An option that a rule needs would be deleted, so the rule would never match. */
const lostOption = (set: ConditionSet, before: Questions, after: Questions) => {
  for (const { valuesQuestionId: questionId, values } of set.conditionAnyOfs) {
    const left = new Set(after.get(questionId)?.options.map(({ id }) => id))
    if (after.get(questionId)?.type !== 'CUSTOM_SELECT') continue
    const lost = before.get(questionId)?.options.find(({ id }) => values.includes(id) && !left.has(id))
    if (lost) return { questionId, option: lost.label }
  }
  return null
}

/** Whether a number would become an amount or the reverse, which would change limits by a factor of a hundred. */
const revalued = (set: ConditionSet, before: Questions, after: Questions): boolean =>
  set.conditionNumerics.some(({ valuesQuestionId: id }) => {
    const [was, is] = [before.get(id), after.get(id)]
    return was !== undefined && is !== undefined && isAmount(was) !== isAmount(is)
  })

/**
 * What saving a form would break: questions and steps that rules use and that are missing or have another type, with
 * the rule.
 * @param before problems that this version already has are ignored
 */
export const brokenByForm = (
  workflow: WorkflowDefinition,
  label: string,
  before: FormDefinition,
  after: FormDefinition,
): { questionId: string; message: string }[] => {
  const questions = new Map(
    withFacts(before)
      .steps.flatMap((step) => step.questions)
      .map((question) => [question.id, question]),
  )
  const remaining = new Map(
    withFacts(after)
      .steps.flatMap((step) => step.questions)
      .map((question) => [question.id, question]),
  )
  const parts = [
    { name: `“Applies when” of the workflow “${label}”`, set: workflow.entryPoints, rule: null },
    ...rulesOf(workflow).map((rule) => ({ name: `“${rule.label}” of the workflow “${label}”`, set: rule, rule })),
  ]
  return parts.flatMap(({ name, set, rule }) => {
    const isNew = (problem: (form: FormDefinition) => string | null): boolean =>
      problem(after) !== null && problem(before) === null
    const lost = lostOption(set, questions, remaining)
    if (lost)
      return [
        {
          questionId: lost.questionId,
          message: `${name} asks for “${lost.option}”. Change the rule before you remove the option.`,
        },
      ]
    const breaks =
      revalued(set, questions, remaining) ||
      isNew((form) => conditionProblem(set, form)) ||
      (rule && isNew((form) => settingsProblem(rule, form)))
    if (!breaks) return []
    const used = [...questionsRead(set), ...(rule ? questionsOfSettings(rule) : [])]
    const gone = used.find((id) => questions.has(id) && !remaining.has(id))
    const changed = used.find((id) => remaining.has(id) && questions.get(id)?.type !== remaining.get(id)?.type)
    const questionId = gone ?? changed ?? ''
    const asked = questions.get(questionId)?.label
    if (gone === FACTS.isNewVendor)
      return [
        {
          questionId: vendorQuestionOf(before)?.id ?? '',
          message: `${name} asks about “${asked}”. Change the rule before you remove the question about the vendor.`,
        },
      ]
    if (gone)
      return [{ questionId, message: `${name} asks about “${asked}”. Change the rule before you remove the question.` }]
    if (changed)
      return [
        {
          questionId,
          message: `${name} asks about “${asked}”. Change the rule before you change the kind of question.`,
        },
      ]
    return [
      { questionId: 'intakeSteps', message: `${name} needs a step that would be removed. Change the rule first.` },
    ]
  })
}
