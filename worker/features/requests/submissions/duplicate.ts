import { duplicateIntakeSubmission } from '../../../../schema/requests/endpoints.ts'
import type { Answers } from '../../../../schema/requests/forms/form.ts'
import { allowedNotes, type Notes } from '../../../../schema/requests/forms/notes.ts'
import { validateAnswers } from '../../../../schema/requests/forms/validation.ts'
import { allQuestions } from '../../../../schema/requests/forms/visibility.ts'
import { AppError } from '../../../core/errors.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { stillChosen } from './checks/chosen.ts'
import { saveDraft } from './drafts.ts'
import type { Filing } from './filing.ts'
import { type FilingContext, loadFilingContext } from './planning.ts'
import { idOfNew, requireFiledByMembers } from './save.ts'
import { requireReadableSubmission } from './visibility.ts'

interface AnswersRow {
  draftAnswers: string | null
  draftNotes: string | null
  answers: string
  notes: string
}

const ANSWERS_SQL = `SELECT s.draft_answers AS draftAnswers, s.draft_notes AS draftNotes,
       (SELECT json_group_object(a.question_id, json(a.value)) FROM intake_answers a
         WHERE a.submission_id = s.id AND a.version = s.version) AS answers,
       (SELECT json_group_object(a.question_id, a.note) FROM intake_answers a
         WHERE a.submission_id = s.id AND a.version = s.version AND a.note <> '') AS notes
  FROM intake_submissions s WHERE s.id = ? AND s.company_id = ?`

/** The earlier answers that still fit the current form and that the person may use. */
export const fittingAnswers = (
  filing: Pick<FilingContext, 'form' | 'filed' | 'names' | 'isKnown' | 'archived' | 'people' | 'departmentApprovers'>,
  earlier: Answers,
): Answers => {
  const { form } = filing
  const questions = allQuestions(form)
  const kept = filing.filed(earlier)
  const fitting: Answers = {}
  for (const question of questions) {
    const value = stillChosen(filing, question, kept[question.id] ?? null)
    if (value === null) continue
    if (validateAnswers(form, { [question.id]: value }, { draft: true })[question.id]) continue
    fitting[question.id] = value
  }
  return fitting
}

/**
 * A new draft with the answers of a request that the person can read (specification 2 §4), on the category's current
 * form. Throws NOT_FOUND, also if the category was deleted since.
 */
export const duplicate = command({
  id: 'intake.duplicate',
  access: 'requests.use',
  asAnother: 'ACTING',
  input: inputOf(duplicateIntakeSubmission),
  run: async (context, { id }) => {
    const { db, actor } = context
    const original = await requireReadableSubmission(context, id)
    const row = await db.first<AnswersRow>(db.sql(ANSWERS_SQL, id, actor.companyId))
    const earlier = JSON.parse(row?.draftAnswers ?? row?.answers ?? '{}') as Answers
    const filing = await loadFilingContext(context, {
      categoryId: original.intakeCategoryId,
      requestorUserId: actor.userId,
      answers: earlier,
    })
    requireFiledByMembers(filing.category)
    if (filing.category.formVersion === 0) throw new AppError('RULE_BROKEN', 'This category has no form yet.')
    const draft: Filing = {
      id: await idOfNew(context),
      existing: null,
      filing,
      answers: fittingAnswers(filing, earlier),
      notes: allowedNotes(filing.form, JSON.parse(row?.draftNotes ?? row?.notes ?? '{}') as Notes),
      requestorUserId: actor.userId,
      watchers: [],
      keepsApprovals: false,
      version: undefined,
      save: null,
    }
    return saveDraft(context, draft, ({ id: copyId }) => ({ id: copyId }))
  },
})
