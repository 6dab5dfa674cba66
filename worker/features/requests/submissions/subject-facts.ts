import { answerText } from '../../../../schema/requests/forms/answer-words.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { registerSubjectFacts } from '../../approvals/subject-facts/index.ts'
import { answerStatements, answersOfRows } from './read.ts'

/** What emails and decisions outside the app say about requests. */
registerSubjectFacts({
  targetType: 'INTAKE_SUBMISSION',
  columns: `'#' || s.number || ' · ' || c.name AS reference, s.title, s.requestor_name AS requestorName,
    s.amount_value AS amountValue, s.amount_currency AS amountCurrency, s.company_amount AS companyAmount`,
  from: 'intake_submissions s ON s.id = j.value CROSS JOIN intake_categories c ON c.id = s.intake_category_id',
  detailStatements: answerStatements,
  details: (results) => {
    const form = results[0]?.[0]
    if (!form) return []
    const { steps } = JSON.parse(String(form.definition)) as FormDefinition
    const questions = new Map(steps.flatMap((step) => step.questions).map((question) => [question.id, question]))
    return answersOfRows(
      results.map((rows) => ({ results: rows })),
      { isDraft: false, version: 0 },
    ).map(({ questionId, label, value, labels }) => {
      const question = questions.get(questionId)
      const said = question ? answerText(question, value, new Map()) : ''
      return { label, value: labels.length > 0 ? labels.join(', ') : said }
    })
  },
})
