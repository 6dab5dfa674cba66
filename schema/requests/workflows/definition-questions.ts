import { FACTS } from '../../approvals/engine/facts.ts'
import type { WorkflowDefinition, WorkflowRule } from '../../approvals/workflows/definition.ts'
import { questionsRead } from '../../shared/conditions.ts'
import { askedQuestions, lostOption, questionsOf } from '../forms/condition-sources.ts'
import type { FormDefinition } from '../forms/form.ts'
import { vendorQuestionOf, withFacts } from './asked-facts.ts'
import { settingsProblem, stepsBefore } from './definition-rules.ts'

const questionsOfSettings = ({
  settings: { webhook, sendDocument, createService, sendVendorForm, purchaseOrder },
}: WorkflowRule): string[] =>
  [
    ...(webhook?.fields ?? []).map(({ questionId }) => questionId),
    sendDocument?.recipient.source === 'QUESTION' ? sendDocument.recipient.questionId : null,
    sendVendorForm?.vendor.source === 'QUESTION' ? sendVendorForm.vendor.questionId : null,
    sendVendorForm?.recipient.source === 'QUESTION' ? sendVendorForm.recipient.questionId : null,
    ...Object.values(createService?.mappings ?? {}),
    ...Object.values(createService?.customMappings ?? {}),
    ...Object.values(purchaseOrder?.mappings ?? {}),
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

/**
 * What saving a form would break: conditions that could no longer match as they do, and tasks that miss a question or a
 * step, each with the rule and the question.
 * @param before problems that this version already has are ignored
 */
export const brokenByForm = (
  workflow: WorkflowDefinition,
  label: string,
  before: FormDefinition,
  after: FormDefinition,
): { questionId: string; message: string }[] => {
  const [questions, remaining] = [questionsOf(withFacts(before)), questionsOf(withFacts(after))]
  const parts = [
    { name: `“Applies when” of the workflow “${label}”`, set: workflow.entryPoints, rule: null },
    ...rulesOf(workflow).map((rule) => ({ name: `“${rule.label}” of the workflow “${label}”`, set: rule, rule })),
  ]
  return parts.flatMap(({ name, set, rule }) => {
    const steps = rule ? stepsBefore(workflow, rule) : new Set<string>()
    const isNew = (problem: (form: FormDefinition) => string | null): boolean =>
      problem(after) !== null && problem(before) === null
    const breaksTask = rule !== null && isNew((form) => settingsProblem(rule, form))
    const read = questionsRead(set)
    const asked = (form: FormDefinition) => askedQuestions(withFacts(form), steps)
    const [wereAsked, areAsked] = [asked(before), asked(after)]
    const used = [...read, ...(breaksTask ? questionsOfSettings(rule) : [])]
    const broken = [...new Set(used)].flatMap((questionId) => {
      const [was, is] = [questions.get(questionId), remaining.get(questionId)]
      if (!was) return []
      const says = (change: string, of = questionId) => [
        { questionId: of, message: `${name} asks about “${was.label}”${change}` },
      ]
      if (!is && questionId === FACTS.isNewVendor)
        return says(
          '. Change the rule before you remove the question about the vendor.',
          vendorQuestionOf(before)?.id ?? '',
        )
      if (!is) return says('. Change the rule before you remove the question.')
      if (is.type !== was.type) return says('. Change the rule before you change the kind of question.')
      if (read.includes(questionId) && wereAsked.has(questionId) && !areAsked.has(questionId))
        return says(
          ', which would only be asked in a later step that the workflow doesn’t fill in. Change the rule first.',
        )
      return []
    })
    const lost = lostOption(set, questions, remaining)
    if (lost) {
      const what = lost.option === null ? 'a choice that would no longer be offered' : `“${lost.option}”`
      broken.push({
        questionId: lost.questionId,
        message: `${name} asks for ${what}. Change the rule before you remove the option.`,
      })
    }
    return breaksTask && broken.length === 0
      ? [{ questionId: 'intakeSteps', message: `${name} needs a step that would be removed. Change the rule first.` }]
      : broken
  })
}

/** Tasks that fill a custom field of services which would be removed or become another kind of field. */
export const brokenByFields = (
  workflow: WorkflowDefinition,
  label: string,
  before: FormDefinition,
  after: FormDefinition,
): { questionId: string; message: string }[] => {
  const [fields, remaining] = [questionsOf(before), questionsOf(after)]
  return rulesOf(workflow).flatMap(({ label: rule, settings }) =>
    Object.keys(settings.createService?.customMappings ?? {}).flatMap((questionId) => {
      const [was, is] = [fields.get(questionId), remaining.get(questionId)]
      if (!was || is?.type === was.type) return []
      const change = is ? 'change its kind' : 'remove it'
      return [
        {
          questionId,
          message: `“${rule}” of the workflow “${label}” fills in “${was.label}”. Change the rule before you ${change}.`,
        },
      ]
    }),
  )
}
