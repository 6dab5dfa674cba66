import { type FormDefinition, formDefinition } from '../../../../../schema/requests/forms/form.ts'
import { checkForm } from '../../../../../schema/requests/forms/form-rules.ts'

/** What prevents saving, by step or question. */
export interface Problem {
  id: string
  message: string
  /** The part of the editor that it belongs to. */
  part: 'label' | 'description' | 'options' | 'conditions' | 'documentTypes' | null
}

const PARTS: Record<string, Problem['part']> = {
  label: 'label',
  description: 'description',
  options: 'options',
  conditionAnyOfs: 'conditions',
  conditionNumerics: 'conditions',
  conditionBooleans: 'conditions',
  documentTypes: 'documentTypes',
}

const partOfMessage = (message: string): Problem['part'] => {
  if (/^A condition|wait for each other|depend on itself/i.test(message)) return 'conditions'
  return /option/i.test(message) ? 'options' : /condition/i.test(message) ? 'conditions' : null
}

/** First the server's shape, then the rules of this kind of form, with at most one message for each part. */
export const formProblems = (form: FormDefinition, check: typeof checkForm = checkForm): Problem[] => {
  const problems: Problem[] = []
  const add = (problem: Problem) => {
    if (!problems.some((known) => known.id === problem.id && known.part === problem.part)) problems.push(problem)
  }
  for (const issue of formDefinition.safeParse(form).error?.issues ?? []) {
    const [, stepIndex, , questionIndex, part] = issue.path
    const step = form.steps[Number(stepIndex)]
    const question = step?.questions[Number(questionIndex)]
    if (question) add({ id: question.id, message: issue.message, part: PARTS[String(part)] ?? null })
    else if (step) add({ id: step.id, message: issue.message, part: issue.path[2] === 'label' ? 'label' : null })
    else add({ id: '', message: 'A form has at most 50 steps', part: null })
  }
  for (const { id, message } of check(form)) add({ id, message, part: partOfMessage(message) })
  return problems
}

/** The server's messages by id, if the local rules didn't find them. */
export const withServerFields = (problems: Problem[], fields: Record<string, string> | null): Problem[] => [
  ...problems,
  ...Object.entries(fields ?? {})
    .filter(([id, message]) => !problems.some((known) => known.id === id && known.message === message))
    .map(([id, message]): Problem => ({ id, message, part: partOfMessage(message) })),
]
