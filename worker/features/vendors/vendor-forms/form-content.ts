import type { Answers, FormDefinition, QuestionType } from '../../../../schema/requests/forms/form.ts'
import type { Notes } from '../../../../schema/requests/forms/notes.ts'
import { unusedTypes } from '../../../../schema/requests/forms/unused-questions.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import { readCompanyFlags } from '../../../../schema/shared/permissions.ts'
import { stepsForVendor } from '../../../../schema/vendors/vendor-forms/steps.ts'
import { notFound } from '../../../core/errors.ts'
import { FORMER, LOOKUPS, namesOfRows, namesSql } from '../../../core/object-names.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { exchangeOf, ratesStatement } from '../../platform/currency-rates/index.ts'
import { notesOfRows, toAnswerViews } from '../../requests/submissions/index.ts'
import { type OpenFormRow, versionOf } from './form-row.ts'

/** The questions and answers of a form as its vendor sees them. */

type Reading = Pick<BaseContext, 'db' | 'clock'>

/** Names in the answers: options that a question lists, and the vendor's own files. ?1 company, ?2 SQL of the form's id. */
const namesOf = (form: string): string =>
  namesSql(
    `SELECT j.value FROM vendor_form_invitations i, json_tree(coalesce(i.draft_answers, '{}')) j
      WHERE i.id = ${form} AND j.type = 'text' AND length(j.value) <= 64
     UNION
     SELECT j.value FROM vendor_form_invitations i CROSS JOIN intake_submissions s ON s.id = i.intake_submission_id
      CROSS JOIN intake_answers a ON a.submission_id = s.id AND a.version = s.version, json_tree(a.value) j
      WHERE i.id = ${form} AND j.type = 'text' AND length(j.value) <= 64`,
    [...LOOKUPS, FORMER],
  )

/** For the form that `form` finds, with ?1 its company. `params` are those of `form`. */
export const contentStatements = (
  { db, clock }: Reading,
  companyId: string,
  form: string,
  params: unknown[],
): D1PreparedStatement[] => [
  db.sql(
    `SELECT f.definition, i.draft_answers AS draftAnswers, i.draft_notes AS draftNotes
       FROM vendor_form_invitations i
      CROSS JOIN intake_form_versions f ON f.intake_category_id = i.intake_category_id AND f.version = i.form_version
      WHERE i.company_id = ?1 AND i.id = ${form}`,
    companyId,
    ...params,
  ),
  db.sql(
    `SELECT a.question_id AS questionId, a.value, a.note FROM vendor_form_invitations i
      CROSS JOIN intake_submissions s ON s.id = i.intake_submission_id
      CROSS JOIN intake_answers a ON a.submission_id = s.id AND a.version = s.version
      WHERE i.company_id = ?1 AND i.id = ${form}`,
    companyId,
    ...params,
  ),
  db.sql(namesOf(form), companyId, ...params),
  ratesStatement(db, companyId, null, clock.now()),
]
export const CONTENT_STATEMENTS = 4

interface FormContent {
  form: FormDefinition & { exchange: Exchange; unused: QuestionType[] }
  answers: ReturnType<typeof toAnswerViews>
}

export const contentOfRows = (
  row: OpenFormRow,
  [forms, answered, names, rates]: (D1Result<Record<string, unknown>> | undefined)[],
): FormContent => {
  const found = forms?.results[0]
  if (!found) throw notFound('The form')
  const definition = JSON.parse(String(found.definition)) as FormDefinition
  const steps = stepsForVendor(definition)
  const flags = readCompanyFlags(row.companyFlags)
  const exchange = exchangeOf(rates?.results ?? [], row.currency, flags.enableCurrencies)
  const form = { steps, exchange, unused: unusedTypes(flags) }
  const isDraft = row.status === 'UNSUBMITTED'
  const rows = answered?.results ?? []
  const answers: Answers = isDraft
    ? JSON.parse(String(found.draftAnswers ?? '{}'))
    : Object.fromEntries(rows.map((one) => [one.questionId, JSON.parse(String(one.value))]))
  const notes: Notes = isDraft ? JSON.parse(String(found.draftNotes ?? '{}')) : notesOfRows(rows)
  const known = namesOfRows(names?.results ?? [])
  return { form, answers: toAnswerViews(form, { answers, notes }, known, versionOf(row)) }
}
