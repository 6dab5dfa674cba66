import type { OptionKind } from '../../../../schema/platform/lookups/endpoints.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { lookupKindOf } from '../../../../schema/requests/forms/question-kinds.ts'
import type { StaffActor } from '../../../core/actor.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { labelsOf } from '../../platform/lookups/index.ts'

/** A question's own list of departments, vendors, etc. with their current names. Only the company's own are kept. */
export const withKnownOptions = async (
  context: BaseContext & { actor: StaffActor },
  form: FormDefinition,
): Promise<{ form: FormDefinition; problems: { id: string; message: string }[] }> => {
  const wanted = new Map<OptionKind, Set<string>>()
  for (const question of form.steps.flatMap((step) => step.questions)) {
    const kind = lookupKindOf(question.type)
    if (!kind) continue
    const ids = wanted.get(kind) ?? new Set()
    for (const option of question.options) ids.add(option.id)
    if (ids.size > 0) wanted.set(kind, ids)
  }
  if (wanted.size === 0) return { form, problems: [] }
  const found = await Promise.all([...wanted].map(([kind, ids]) => labelsOf(context, kind, [...ids])))
  const labels = new Map(found.flat().map((option) => [option.value, option.label]))
  const problems: { id: string; message: string }[] = []
  const steps = form.steps.map((step) => ({
    ...step,
    questions: step.questions.map((question) => {
      if (!lookupKindOf(question.type) || question.options.length === 0) return question
      if (question.options.some((option) => !labels.has(option.id))) {
        problems.push({ id: question.id, message: 'One of the options no longer exists' })
      }
      const options = question.options.map((option) => ({ ...option, label: labels.get(option.id) ?? option.label }))
      return { ...question, options }
    }),
  }))
  return { form: { steps }, problems }
}
