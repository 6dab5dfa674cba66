import type { DocumentKind } from '../../../../schema/documents/documents/expiry.ts'
import { chosenIds } from '../../../../schema/requests/forms/chosen-departments.ts'
import type { Answers, FormDefinition, Question } from '../../../../schema/requests/forms/form.ts'
import { visibleQuestions } from '../../../../schema/requests/forms/visibility.ts'
import { MOST_FILES } from '../../../../schema/vendors/vendor-forms/values.ts'
import { AppError } from '../../../core/errors.ts'
import type { BaseContext } from '../../../core/operation.ts'
import type { OpenFormRow } from './form-row.ts'

/** Documents while their form is saved: which ones it names, and whether what is asked about them was said. */

interface Asked {
  documentId: string
  questionId: string
  kind: DocumentKind | null
}

const askedOf = (form: FormDefinition, answers: Answers): { question: Question; ids: string[] }[] =>
  visibleQuestions(form, answers)
    .filter(({ type }) => type === 'DOCUMENTS')
    .map((question) => ({ question, ids: chosenIds(answers[question.id]) }))

/** Notes which documents a form names, with the kinds that its questions say. */
export const noteDocuments = (
  { db, clock }: Pick<BaseContext, 'db' | 'clock'>,
  row: OpenFormRow,
  { form, answers }: { form: FormDefinition; answers: Answers },
  { userId, isDraft }: { userId: string | null; isDraft: boolean },
): D1PreparedStatement[] => {
  const asked: Asked[] = askedOf(form, answers).flatMap(({ question, ids }) =>
    ids.map((documentId) => ({ documentId, questionId: question.id, kind: question.documentKind ?? null })),
  )
  const list = JSON.stringify(asked)
  return [
    ...(asked.length > 0
      ? [
          db.sql(
            `INSERT INTO vendor_documents (document_id, company_id, kind, vendor_form_id, question_id, given_by_user_id, created_at)
             SELECT value ->> 'documentId', ?1, coalesce(value ->> 'kind', 'OTHER'), ?2, value ->> 'questionId', ?3, ?4
               FROM json_each(?5) WHERE 1
             ON CONFLICT (document_id) DO UPDATE SET question_id = excluded.question_id,
               kind = coalesce((SELECT value ->> 'kind' FROM json_each(?5)
                                 WHERE value ->> 'documentId' = vendor_documents.document_id), kind)
              WHERE vendor_documents.vendor_form_id = ?2`,
            ...[row.companyId, row.id, userId, clock.now(), list],
          ),
        ]
      : []),
    // Those that were taken out of the form. A newer version was given on its own.
    ...(isDraft
      ? []
      : [
          db.sql(
            `DELETE FROM vendor_documents WHERE company_id = ?1 AND vendor_form_id = ?2 AND replaces_id IS NULL
                AND replaced_at IS NULL AND document_id NOT IN (SELECT value ->> 'documentId' FROM json_each(?3))`,
            ...[row.companyId, row.id, list],
          ),
        ]),
  ]
}

/** Throws INVALID beside a question that asks until when its documents are valid. */
export const requireExpiryDates = async (
  { db }: Pick<BaseContext, 'db'>,
  row: OpenFormRow,
  { form, answers }: { form: FormDefinition; answers: Answers },
): Promise<void> => {
  const asked = askedOf(form, answers).filter(({ question }) => question.documentExpiry === 'REQUIRED')
  const ids = asked.flatMap((each) => each.ids)
  if (ids.length === 0) return
  const dated = await db.all<{ id: string; displayName: string; expiresOn: string | null }>(
    db.sql(
      `SELECT d.id, d.display_name AS displayName, x.expires_on AS expiresOn FROM json_each(?2) j
        CROSS JOIN documents d ON d.id = j.value AND d.company_id = ?1
         LEFT JOIN vendor_documents x ON x.document_id = d.id`,
      ...[row.companyId, JSON.stringify(ids)],
    ),
  )
  const missing = new Map(
    dated.filter(({ expiresOn }) => expiresOn === null).map((each) => [each.id, each.displayName]),
  )
  const fields = Object.fromEntries(
    asked.flatMap(({ question, ids: of }) => {
      const names = of.flatMap((each) => missing.get(each) ?? [])
      return names.length > 0 ? [[question.id, `Say until when ${names.join(', ')} is valid`] as const] : []
    }),
  )
  const [first] = Object.values(fields)
  if (first) throw new AppError('INVALID', first, { fields })
}

const documentsIn = (form: FormDefinition, answers: Answers): string[] =>
  visibleQuestions(form, answers)
    .filter(({ type }) => type === 'DOCUMENTS')
    .flatMap(({ id }) => chosenIds(answers[id]))

/** The files among the answers. Throws INVALID for too many. */
export const requireFewFiles = (form: FormDefinition, answers: Answers): string[] => {
  const documents = documentsIn(form, answers)
  if (new Set(documents).size <= MOST_FILES) return documents
  const questions = visibleQuestions(form, answers).filter(({ type }) => type === 'DOCUMENTS')
  const message = `At most ${MOST_FILES} files can be sent`
  throw new AppError('INVALID', message, { fields: { [questions.at(-1)?.id ?? 'files']: message } })
}
