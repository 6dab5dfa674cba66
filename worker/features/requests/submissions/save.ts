import type { ApprovalCommandInput } from '../../../../schema/approvals/engine/commands.ts'
import { answersOf, saveIntakeSubmission } from '../../../../schema/requests/endpoints.ts'
import { chosenIds } from '../../../../schema/requests/forms/chosen-departments.ts'
import type { AnswerEntry, Answers, FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { laterAnswers } from '../../../../schema/requests/forms/kept-answers.ts'
import { allowedNotes, givenNotes, keptNotes, notesIn } from '../../../../schema/requests/forms/notes.ts'
import { allQuestions, visibleQuestions } from '../../../../schema/requests/forms/visibility.ts'
import type { SubmissionInput } from '../../../../schema/requests/submissions/filing-endpoints.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { resultStatements } from '../../../core/commit.ts'
import { AppError, invalidField, notFound, staleVersion } from '../../../core/errors.ts'
import { idFrom } from '../../../core/hash.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { named, type Save, saveInBatches } from '../../../core/save-batches.ts'
import { answersIn, checkAnswers, draftAnswersOf, unknownIn } from './checks/check-answers.ts'
import { watchersOf, withOwners } from './checks/chosen.ts'
import { saveDraft } from './drafts.ts'
import { contentOf, defaultTitle } from './facts.ts'
import type { Filing } from './filing.ts'
import { type FilingContext, loadFilingContext, planFor } from './planning.ts'
import { type Instruction, tellRequest } from './request-object.ts'
import { readRunning } from './running.ts'
import { mayEdit, requireReadableSubmission, type SubmissionAccess } from './visibility.ts'

/**
 * Saves a draft, submits a request or edits one, depending on `isDraft` and the request's state. Answers come in
 * numbered batches, and the last one to arrive saves. Throws INVALID with messages by question id, CONFLICT for a stale
 * version, or RULE_BROKEN if no one could approve.
 */
export const saveSubmission = command({
  id: 'intake.save-submission',
  access: 'requests.use',
  asAnother: 'ACTING',
  input: inputOf(saveIntakeSubmission),
  readsFirst: true,
  run: (context, { transactionId, batch, totalBatches, submission }) => {
    const { answers: _, steps: __, ...words } = submission
    return saveInBatches<Saved>(
      context,
      {
        object: `submission:${submission.id ?? `new:${submission.intakeCategoryId}`}`,
        transactionId,
        batch,
        totalBatches,
        words,
        payload: answersOf(submission),
      },
      {
        waiting: { complete: false, id: submission.id ?? null, version: null, isDraft: submission.isDraft },
        carryOut: (complete) =>
          carryOut(context, complete.words as Words, (complete.payloads as AnswerEntry[][]).flat(), complete.save),
      },
    )
  },
})

type Words = Omit<SubmissionInput, 'answers' | 'steps'>

interface Saved {
  complete: boolean
  id: string | null
  version: number | null
  isDraft: boolean
}

const carryOut = async (context: StaffContext, submission: Words, list: AnswerEntry[], save: Save): Promise<Saved> => {
  const given = answersIn(list)

  const existing = submission.id ? await requireReadableSubmission(context, submission.id) : null
  const requestorUserId = submission.requestorUserId ?? existing?.requestorUserId ?? context.actor.userId
  checkRights(context, existing, requestorUserId, submission)
  const running = existing && !existing.isDraft ? existing : null
  // For an edit: the new watchers. Without a list they stay as they are.
  const watcherIds: string[] | undefined =
    submission.watcherUserIds ?? (running ? undefined : JSON.parse(existing?.draftWatcherUserIds ?? '[]'))
  const base = running && (await readRunning(context, running.id))
  const filing = await loadFilingContext(context, {
    categoryId: existing?.intakeCategoryId ?? submission.intakeCategoryId,
    requestorUserId,
    answers: { ...base?.answers, ...given },
    memberIds: watcherIds ?? [],
    // A request in progress keeps the form and the workflow it was filed with.
    formVersion: running?.formVersion,
    ...(running && { filedAt: running.createdAt }),
    pinned: base?.workflow?.definition,
    // Resubmitting after a rejection uses the rates of that day.
    exchange: existing?.status === 'PENDING' ? base?.form.exchange : undefined,
  })
  if (!running) requireFiledByMembers(filing.category)
  // Answers to additional steps come only from those steps. In a filing or an edit they would be unchecked.
  const filed = filing.filed(withTitle(filing.form, given, submission.title))
  const answers = { ...(base ? laterAnswers(filing.form, base.answers) : {}), ...filed }
  const notes = allowedNotes(filing.form, notesIn(list))
  const before = base?.answers ?? (existing ? () => draftAnswersOf(context, existing.id) : {})
  checkAnswers(filing, answers, {
    draft: submission.isDraft,
    notes,
    before: submission.isDraft ? answers : base?.answers,
    unknown: await unknownIn(context, filing, given, before),
  })
  const request: Filing = {
    title: submission.title || keptTitle(filing, existing),
    id: existing?.id ?? (await idOfNew(named(context, save))),
    existing,
    filing,
    answers,
    notes,
    requestorUserId,
    watchers: watchersOf(
      filing,
      withOwners(filing, submission.isDraft ? {} : answers, watcherIds, base),
      base?.watchers ?? [],
    ),
    keepsApprovals: submission.skipApprovals ?? false,
    version: submission.version,
    save,
  }
  return submission.isDraft ? saveDraft(context, request, (draft) => draft) : submitOrEdit(context, request)
}

/** A title given beside the answers belongs to the title question. */
export const withTitle = (form: FormDefinition, answers: Answers, title: string | undefined): Answers => {
  const question = allQuestions(form).find(({ type }) => type === 'REQUEST_TITLE')
  return question && title !== undefined && answers[question.id] === undefined
    ? { ...answers, [question.id]: title }
    : answers
}

/** A title that someone gave stays. One made from names follows them. */
const keptTitle = ({ category }: FilingContext, existing: SubmissionAccess | null): string | undefined =>
  existing && existing.title !== defaultTitle(category, existing.requestorName) ? existing.title : undefined

/** Forms for strangers and vendors have their own endpoints, so their categories don't exist here. */
export const requireFiledByMembers = ({ type }: FilingContext['category']): void => {
  if (type !== 'INTERNAL') throw notFound('The category')
}

/** A repeated command must not file a second request, so the request's id is derived from the command's. */
export const idOfNew = async (context: StaffContext): Promise<string> =>
  context.commandId ? idFrom(`intake\n${context.actor.userId}\n${context.commandId}`) : context.newId()

const checkRights = (
  { actor }: StaffContext,
  existing: SubmissionAccess | null,
  requestorUserId: string,
  submission: { isDraft: boolean; intakeCategoryId: string; skipApprovals?: boolean | undefined },
): void => {
  if (requestorUserId !== actor.userId && requestorUserId !== existing?.requestorUserId) {
    if (!can(actor.policy, 'requests.submit-for-others')) {
      throw new AppError('FORBIDDEN', 'You can’t file requests for other members.')
    }
  }
  // The requester decides who approves, so it stays the one the request was submitted for.
  if (existing && !existing.isDraft && requestorUserId !== existing.requestorUserId) {
    throw invalidField('requestorUserId', 'The requester of a submitted request can’t be changed')
  }
  if (submission.skipApprovals && (!existing || existing.isDraft || existing.status !== 'PENDING')) {
    throw invalidField('skipApprovals', 'Approvals can only be kept when editing a pending request')
  }
  if (!existing) return
  if (existing.intakeCategoryId !== submission.intakeCategoryId) {
    throw invalidField('intakeCategoryId', 'The category of a request can’t be changed')
  }
  if (submission.isDraft && !existing.isDraft) {
    throw new AppError('RULE_BROKEN', 'A submitted request can’t become a draft again.', {
      reason: 'ALREADY_SUBMITTED',
    })
  }
  if (!existing.isDraft && !mayEdit(existing, actor)) {
    throw new AppError('FORBIDDEN', 'You can’t change this request.')
  }
}

const submitOrEdit = async (context: StaffContext, request: Filing) => {
  const { actor, db } = context
  const { id, existing, filing, answers } = request
  if (existing?.isDraft && request.version !== undefined && request.version !== existing.version) {
    throw staleVersion('The draft')
  }
  const requestorName = filing.names.get(request.requestorUserId) ?? fullName(actor)
  const documents = visibleQuestions(filing.form, answers)
    .filter((question) => question.type === 'DOCUMENTS')
    .flatMap((question) => chosenIds(answers[question.id]))
  // Done before the object decides, because an approver must never see a request without its documents.
  if (documents.length) await db.batch([linkDocuments(context, id, documents)])
  const settings = {
    mode: filing.approvalMode,
    enforceOrder: actor.policy.company.enforceIntakeApprovalOrder,
  }
  const editing = {
    restrictedToAdmins: actor.policy.company.restrictSubmissionEditToAdmins,
    withApprovalBypass: actor.policy.company.enableEditWithApprovalBypass,
  }
  const outcome = await tellRequest(named(context, request.save), {
    submissionId: id,
    categoryId: filing.category.id,
    planning: { ...planFor(filing, answers), settings, editing },
    answer: { complete: true, id, isDraft: false },
    ...commandsOf(context, request, requestorName),
  })
  const result = { complete: true, id, version: outcome.version, isDraft: false }
  // Done after the object has decided, because a refused save can be sent again with the stored batches.
  const after = [
    ...(outcome.answerKept && !request.save?.commandId ? [] : resultStatements(context, result, 'ignore')),
    ...(request.save?.done(result) ?? []),
  ]
  if (after.length) {
    const written = db.batch(after)
    await written.catch((error) => context.log.error('intake.result-not-stored', { id, error: String(error) }))
  }
  return result
}

/**
 * The command for the object, given the request's state, and what a repeated command may have been before: a draft that
 * it submitted is now a request in progress.
 */
const commandsOf = (
  { actor }: StaffContext,
  { id, existing, filing, answers, notes, requestorUserId, watchers, keepsApprovals, version, title }: Filing,
  requestorName: string,
): Pick<Instruction, 'command' | 'earlier'> => {
  const content = {
    ...contentOf(filing.form, answers, filing.category, requestorName, title),
    ...givenNotes(keptNotes(filing.form, answers, notes)),
  }
  const submit: ApprovalCommandInput = {
    type: 'submit',
    targetType: 'INTAKE_SUBMISSION',
    targetId: id,
    source: {
      intakeCategoryId: filing.category.id,
      formVersion: existing && !existing.isDraft ? existing.formVersion : filing.category.formVersion,
    },
    requestor: { userId: requestorUserId, name: requestorName },
    createdBy: { userId: actor.userId, name: actor.name },
    createdAt: existing?.createdAt,
    watchers: watchers ?? [],
    content,
  }
  if (!existing || existing.isDraft) return { command: submit }
  const seenVersion = version ?? existing.version
  const resubmit: ApprovalCommandInput = { type: 'resubmit', seenVersion, watchers, content }
  const edit: ApprovalCommandInput = {
    type: 'edit',
    seenVersion,
    keepAllDecisions: keepsApprovals,
    watchers,
    content,
  }
  return existing.status === 'REJECTED' || existing.status === 'WITHDRAWN'
    ? { command: resubmit, earlier: [edit, submit] }
    : { command: edit, earlier: [resubmit, submit] }
}

export const linkDocuments = ({ db, actor, clock }: StaffContext, submissionId: string, documentIds: string[]) =>
  db.sql(
    `INSERT OR IGNORE INTO document_links (company_id, document_id, target_type, target_id, created_at)
     SELECT ?1, value, 'INTAKE_SUBMISSION', ?2, ?3 FROM json_each(?4)`,
    actor.companyId,
    submissionId,
    clock.now(),
    JSON.stringify(documentIds),
  )
