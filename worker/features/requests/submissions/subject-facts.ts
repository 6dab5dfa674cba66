import type { ContentChange } from '../../../../schema/approvals/engine/model.ts'
import { answerText } from '../../../../schema/requests/forms/answer-words.ts'
import { assigneesIn, chosenIds } from '../../../../schema/requests/forms/chosen-departments.ts'
import type { AnswerValue, FormDefinition, Question } from '../../../../schema/requests/forms/form.ts'
import { namesOfRows } from '../../../core/object-names.ts'
import { registerSubjectFacts } from '../../approvals/subject-facts/index.ts'
import { namesOfIdsStatement } from './answer-names.ts'
import { answerStatements, answersOfRows, formStatement } from './read.ts'

const questionsOf = (form: Record<string, unknown> | undefined): Map<string, Question> => {
  const { steps } = JSON.parse(String(form?.definition ?? '{"steps":[]}')) as Pick<FormDefinition, 'steps'>
  return new Map(steps.flatMap((step) => step.questions).map((question) => [question.id, question]))
}

const noteText = (note: unknown): string => (typeof note === 'string' ? note : 'No note')

/** What emails and decisions outside the app say about requests. */
registerSubjectFacts({
  targetType: 'INTAKE_SUBMISSION',
  columns: `'#' || s.number || ' · ' || c.name AS reference, s.title, s.requestor_name AS requestorName,
    s.amount_value AS amountValue, s.amount_currency AS amountCurrency, s.company_amount AS companyAmount`,
  from: 'intake_submissions s ON s.id = j.value CROSS JOIN intake_categories c ON c.id = s.intake_category_id',
  detailStatements: answerStatements,
  details: (results) => {
    const questions = questionsOf(results[0]?.[0])
    return answersOfRows(
      results.map((rows) => ({ results: rows })),
      { isDraft: false, version: 0 },
    ).map(({ questionId, label, value, labels }) => {
      const question = questions.get(questionId)
      const said = question ? answerText(question, value, new Map()) : ''
      return { label, value: labels.length > 0 ? labels.join(', ') : said }
    })
  },
  changesInWords: async (db, companyId, id, changes) => {
    const ids = changes
      .filter(({ part }) => part === undefined)
      .flatMap(({ before, after }) => [before, after].flatMap((value) => [...chosenIds(value), ...assigneesIn(value)]))
    const [form, names] = await db.batch([formStatement(db, companyId, id), namesOfIdsStatement(db, companyId, ids)])
    const questions = questionsOf(form?.results[0])
    const known = namesOfRows(names?.results ?? [])
    const asAsked = [...questions.keys()]
    const placeOf = ({ questionId }: ContentChange) => asAsked.indexOf(questionId)
    const sorted = changes.toSorted((a, b) => placeOf(a) - placeOf(b))
    return sorted.map((change) => {
      if (change.part === 'NOTE') return { ...change, before: noteText(change.before), after: noteText(change.after) }
      const question = questions.get(change.questionId)
      if (!question) return change
      const words = (value: unknown) => answerText(question, value as AnswerValue, known)
      return { ...change, before: words(change.before), after: words(change.after) }
    })
  },
})
