import { deleteIntakeSubmission } from '../../../../schema/requests/endpoints.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { commandReused } from '../../../core/command-ledger.ts'
import { commit, resultStatements } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { notFound } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { referred, refuseWhileUsed } from '../../../core/references.ts'
import { amountIn, contentOf } from './facts.ts'
import type { Filing } from './filing.ts'
import { tellRequest } from './request-object.ts'
import { requireReadableSubmission, type SubmissionAccess } from './visibility.ts'

/**
 * Throws CONFLICT if the draft was saved elsewhere since the version that was read.
 * @param answer the command's answer, also when it is repeated
 */
export const saveDraft = async <T>(
  context: StaffContext,
  request: Filing,
  answer: (draft: { complete: true; id: string; version: number; isDraft: true }) => T,
): Promise<T> => {
  const { db, actor, clock } = context
  const { id, existing, filing, answers } = request
  const now = clock.now()
  const requestorName = filing.names.get(request.requestorUserId) ?? fullName(actor)
  const content = contentOf(filing.form, answers, filing.category, requestorName, request.title)
  const version = existing ? (request.version ?? existing.version) + 1 : 1
  const fields = [
    filing.category.formVersion,
    content.title,
    request.requestorUserId,
    requestorName,
    JSON.stringify(answers),
    content.amount?.value ?? null,
    content.amount?.currency ?? null,
    (content.amount && amountIn(filing.form, content.amount)?.value) ?? null,
    content.vendorId,
    content.dueDate,
    now,
    JSON.stringify((request.watchers ?? []).map(({ userId }) => userId)),
    Object.keys(request.notes).length > 0 ? JSON.stringify(request.notes) : null,
  ]
  const write = existing
    ? [
        db.sql(
          `UPDATE intake_submissions SET form_version = ?, title = ?, requestor_user_id = ?, requestor_name = ?,
                  draft_answers = ?, amount_value = ?, amount_currency = ?, company_amount = ?, vendor_id = ?, due_date = ?, updated_at = ?,
                  draft_watcher_user_ids = ?, draft_notes = ?, version = ?
            WHERE id = ? AND company_id = ? AND is_draft = 1 AND version = ? AND deleted_at IS NULL`,
          ...fields,
          version,
          id,
          actor.companyId,
          version - 1,
        ),
        guardOneRow(db),
      ]
    : [
        db.sql(
          `INSERT INTO intake_submissions (form_version, title, requestor_user_id, requestor_name, draft_answers,
                  amount_value, amount_currency, company_amount, vendor_id, due_date, updated_at, draft_watcher_user_ids, draft_notes, id, company_id,
                  number,
                  intake_category_id, created_by_user_id, is_draft, version, created_at)
           SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, COALESCE(MAX(number), 0) + 1, ?16, ?17,
                  1, 1, ?11
             FROM intake_submissions WHERE company_id = ?15`,
          ...fields,
          id,
          actor.companyId,
          filing.category.id,
          actor.userId,
        ),
      ]
  const result = answer({ complete: true, id, version, isDraft: true })
  return commit(context, {
    subject: 'The draft',
    statements: [...write, ...(request.save?.done(result) ?? [])],
    // Autosaves aren't in the history. It has the draft's creation, and later its submission with all answers.
    audit: existing
      ? []
      : [
          {
            changeKey: `intake-draft:${id}`,
            action: 'intake-submission.drafted',
            targetType: 'INTAKE_SUBMISSION',
            targetId: id,
            message: `Started a draft in ${filing.category.name}`,
            changeData: null,
          },
        ],
    result,
    // The id is derived from the command's, so the command filed something else before.
    onDuplicate: { 'intake_submissions.id': commandReused },
  })
}

/**
 * Deletes the person's own draft, or a request that they filed. Admins can delete any request. Its history stays. Throws
 * RULE_BROKEN for one that someone decided on (DECIDED), and for one that something else belongs to (IN_USE, with what).
 */
export const deleteSubmission = command({
  id: 'intake.delete-submission',
  access: 'requests.use',
  input: inputOf(deleteIntakeSubmission),
  run: async (context, { id }) => {
    const submission = await requireReadableSubmission(context, id)
    if (!submission.isDraft) return deleteRequest(context, submission)
    if (submission.createdByUserId !== context.actor.userId) throw notFound('The request')
    return deleteDraft(context, id)
  },
})

/** Throws CONFLICT if it is no draft anymore. */
export const deleteDraft = (context: StaffContext, id: string): Promise<null> => {
  const { db, actor, clock } = context
  return commit(context, {
    subject: 'The draft',
    statements: [
      db.sql(
        'UPDATE intake_submissions SET deleted_at = ? WHERE id = ? AND company_id = ? AND is_draft = 1 AND deleted_at IS NULL',
        clock.now(),
        id,
        actor.companyId,
      ),
      guardOneRow(db),
    ],
    audit: [
      {
        changeKey: `intake-draft:${id}:deleted`,
        action: 'intake-submission.draft-deleted',
        targetType: 'INTAKE_SUBMISSION',
        targetId: id,
        message: 'Deleted the draft',
        changeData: null,
      },
    ],
    result: null,
  })
}

/** The answer is stored with the deletion, because a repeated command no longer finds the request. */
const deleteRequest = async (context: StaffContext, request: SubmissionAccess): Promise<null> => {
  const { db, log } = context
  const { id, title } = request
  await refuseWhileUsed(context, referred('INTAKE_SUBMISSION', 'request'), [{ id, name: title }])
  const { answerKept } = await tellRequest(context, {
    submissionId: request.id,
    categoryId: request.intakeCategoryId,
    command: { type: 'delete' },
    answer: null,
  })
  const kept = answerKept ? [] : resultStatements(context, null, 'ignore')
  if (kept.length > 0)
    await db
      .batch(kept)
      .catch((error) => log.error('intake.result-not-stored', { id: request.id, error: String(error) }))
  return null
}
