import * as endpoints from '../../../../schema/requests/endpoints.ts'
import { chosenIds } from '../../../../schema/requests/forms/chosen-departments.ts'
import type { Answers, FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { givenNotes, notesIn } from '../../../../schema/requests/forms/notes.ts'
import { allQuestions, questionNames } from '../../../../schema/requests/forms/visibility.ts'
import { invalidFields } from '../../../core/errors.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { requireReadableBlock } from './block.ts'
import { wrongChoices, wrongTypes } from './chosen.ts'
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
    const asked = new Set(block.settings.stepIds ?? [])
    const answers: Answers = Object.fromEntries(
      steps
        .filter(({ stepId }) => asked.has(stepId))
        .flatMap(({ fields }) => fields.map(({ questionId, value }) => [questionId, value])),
    )
    const { base, filing, answers: all, planning } = await planRunning(context, request, { answers })
    const notes = notesIn(steps.filter(({ stepId }) => asked.has(stepId)).flatMap(({ fields }) => fields))
    requireKnown(filing, answers, base.answers)
    const documents = documentsOf(filing.form, answers)
    // Done before the object decides, because people who see the answers must see their documents.
    if (documents.length > 0) await context.db.batch([linkDocuments(context, request.id, documents)])
    const given = Object.fromEntries(Object.keys(answers).map((questionId) => [questionId, all[questionId] ?? null]))
    return tell(context, request, {
      planning,
      command: {
        type: 'completeTask',
        blockId: id,
        comment: comment ?? '',
        seenVersion: seenVersion ?? request.version,
        answers: given,
        ...givenNotes(notes),
      },
    })
  },
})

/** Ids of other companies, and documents of other types than requested, are refused beside their question. */
const requireKnown = (filing: FilingContext, answers: Answers, before: Answers): void => {
  const questions = allQuestions(filing.form)
  const fields = {
    ...wrongTypes(filing, questions, answers, before),
    ...wrongChoices(filing, questions, answers, before),
  }
  if (Object.keys(fields).length > 0) throw invalidFields(fields, questionNames(filing.form))
}

const documentsOf = (form: FormDefinition, answers: Answers): string[] =>
  allQuestions(form)
    .filter((question) => question.type === 'DOCUMENTS')
    .flatMap((question) => chosenIds(answers[question.id]))
