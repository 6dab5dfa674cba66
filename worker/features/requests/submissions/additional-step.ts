import * as endpoints from '../../../../schema/requests/endpoints.ts'
import { chosenIds } from '../../../../schema/requests/forms/chosen-departments.ts'
import type { Answers, FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { givenNotes, notesIn } from '../../../../schema/requests/forms/notes.ts'
import { unknownAnswers } from '../../../../schema/requests/forms/unknown-answers.ts'
import { allQuestions, questionNames } from '../../../../schema/requests/forms/visibility.ts'
import { invalidFields } from '../../../core/errors.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { requireReadableBlock } from './block.ts'
import { answersIn, unknownIn } from './checks/check-answers.ts'
import { wrongChoices, wrongTypes } from './checks/chosen.ts'
import type { FilingContext } from './planning.ts'
import { tell } from './route.ts'
import { planRunning } from './running.ts'
import { linkDocuments } from './save.ts'

/**
 * Stores the answers of the steps and continues with the levels they require. Throws INVALID with messages by question
 * id, or CONFLICT with ANSWERS_CHANGED if other answers changed since.
 */
export const completeAdditionalStep = command({
  id: 'workflow-tasks.additional-step-complete',
  access: 'requests.use',
  idempotency: 'object',
  input: inputOf(endpoints.completeAdditionalStep),
  run: async (context, { id, seenVersion, comment, steps }) => {
    const { request, block } = await requireReadableBlock(context, id)
    const given = answersIn(steps.flatMap(({ fields }) => fields))
    const { base, filing, answers: all, planning } = await planRunning(context, request, { answers: given })
    const asked = questionsAsked(filing.form, block.settings.stepIds ?? [])
    const answers: Answers = Object.fromEntries(Object.entries(given).filter(([questionId]) => asked.has(questionId)))
    const notes = notesIn(steps.flatMap(({ fields }) => fields).filter(({ questionId }) => asked.has(questionId)))
    requireKnown(filing, answers, base.answers, {
      ...(await unknownIn(context, filing, given, base.answers)),
      ...notAsked(filing.form, asked, given, base.answers),
      ...unknownSteps(filing.form, steps),
    })
    const documents = documentsOf(filing.form, answers)
    // Done before the object decides, because people who see the answers must see their documents.
    if (documents.length > 0) await context.db.batch([linkDocuments(context, request.id, documents)])
    const kept = Object.fromEntries(Object.keys(answers).map((questionId) => [questionId, all[questionId] ?? null]))
    return tell(context, request, {
      planning,
      command: {
        type: 'completeTask',
        blockId: id,
        comment: comment ?? '',
        seenVersion: seenVersion ?? request.version,
        answers: kept,
        ...givenNotes(notes),
      },
    })
  },
})

const questionsAsked = ({ steps }: FormDefinition, stepIds: readonly string[]): ReadonlySet<string> =>
  new Set(steps.filter(({ id }) => stepIds.includes(id)).flatMap(({ questions }) => questions.map(({ id }) => id)))

/** Answers of other steps can be sent as they are stored, not changed. */
const notAsked = (
  { steps }: FormDefinition,
  asked: ReadonlySet<string>,
  given: Answers,
  before: Answers,
): Record<string, string> => {
  const others = new Set(
    steps.flatMap(({ questions }) => questions.map(({ id }) => id)).filter((questionId) => !asked.has(questionId)),
  )
  const changed = unknownAnswers({ steps: [] }, given, before)
  return Object.fromEntries(
    Object.keys(changed).flatMap((id) => (others.has(id) ? [[id, 'This step doesn’t ask this question']] : [])),
  )
}

const unknownSteps = ({ steps }: FormDefinition, given: readonly { stepId: string }[]): Record<string, string> => {
  const known = new Set(steps.map(({ id }) => id))
  return Object.fromEntries(
    given.flatMap(({ stepId }, at) =>
      known.has(stepId) ? [] : [[`steps.${at}.stepId`, `The form has no step “${stepId}”`]],
    ),
  )
}

/** Ids of other companies, and documents of other types than requested, are refused beside their question. */
const requireKnown = (
  filing: FilingContext,
  answers: Answers,
  before: Answers,
  unknown: Record<string, string>,
): void => {
  const questions = allQuestions(filing.form)
  const fields = {
    ...unknown,
    ...wrongTypes(filing, questions, answers, before),
    ...wrongChoices(filing, questions, answers, before),
  }
  if (Object.keys(fields).length > 0) throw invalidFields(fields, questionNames(filing.form))
}

const documentsOf = (form: FormDefinition, answers: Answers): string[] =>
  allQuestions(form)
    .filter((question) => question.type === 'DOCUMENTS')
    .flatMap((question) => chosenIds(answers[question.id]))
