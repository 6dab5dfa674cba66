import { isBlock } from '../../../../schema/approvals/engine/block-ids.ts'
import type { ApprovalActor, ApprovalCommandInput } from '../../../../schema/approvals/engine/commands.ts'
import type { PersonRef } from '../../../../schema/approvals/engine/facts.ts'
import type { Block } from '../../../../schema/approvals/engine/model.ts'
import { chosenIds } from '../../../../schema/requests/forms/chosen-departments.ts'
import type { Answers } from '../../../../schema/requests/forms/form.ts'
import { laterAnswers } from '../../../../schema/requests/forms/kept-answers.ts'
import { allowedNotes, givenNotes, keptNotes, type Notes, notesIn } from '../../../../schema/requests/forms/notes.ts'
import { answersOf } from '../../../../schema/requests/submissions/filing-endpoints.ts'
import { readCompanyFlags } from '../../../../schema/shared/permissions.ts'
import type { FormSubmission } from '../../../../schema/vendors/vendor-forms/portal-endpoints.ts'
import { commit, resultStatements } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, staleVersion } from '../../../core/errors.ts'
import type { BaseContext, StaffContext } from '../../../core/operation.ts'
import { named, type Save, saveInBatches } from '../../../core/save-batches.ts'
import { senderOf } from '../../requests/sourcing/index.ts'
import {
  answersIn,
  checkAnswers,
  contentOf,
  type FilingContext,
  linkDocuments,
  loadFilingContext,
  planFor,
  readRunning,
  tellRequest,
  unknownIn,
} from '../../requests/submissions/index.ts'
import { contactOf, mayFill, type OpenFormRow, ownerName, requireOpen, versionOf } from './form-row.ts'
import { isComposed } from './form-version.ts'
import { noteDocuments, requireExpiryDates, requireFewFiles } from './note-documents.ts'
import { reviewersIn } from './task-forms.ts'

/** Saving and submitting a form, with an account or by its link. The context is in the cell of the form's company. */

export interface Filler {
  name: string
  email: string
  /** Who uploads files with an account, which belong to the form once it names them. */
  uploaderId: string | null
  /** Null by a link. */
  userId?: string
}

interface Saved {
  id: string
  version: number
  complete: boolean
}

/** The vendor as the caller of a filing: someone in the company without any rights. */
export const asSender = (context: BaseContext, form: OpenFormRow, filler: Filler): StaffContext =>
  senderOf(
    context,
    {
      company: {
        ...{ id: form.companyId, name: form.companyName, emailShortName: '', lightLogoKey: null, darkLogoKey: null },
        ...{ currency: form.currency, timeZone: form.companyTimeZone, requestApprovalMode: form.requestApprovalMode },
      },
      flags: readCompanyFlags(form.companyFlags),
    },
    { contactId: contactOf(form), name: filler.name, email: filler.email },
  )

/** Files uploaded with an account belong to the first form that names them, and so to everyone who continues with it. */
const claimDocuments = async (sender: StaffContext, given: Answers, { uploaderId }: Filler): Promise<void> => {
  const ids = Object.values(given).filter(Array.isArray).flatMap(chosenIds)
  if (!uploaderId || ids.length === 0) return
  const { db, actor } = sender
  await db.batch([
    db.sql(
      `UPDATE documents SET uploaded_by_user_id = ?3
        WHERE id IN (SELECT value FROM json_each(?4)) AND company_id = ?1 AND uploaded_by_user_id = ?2 AND deleted_at IS NULL`,
      actor.companyId,
      uploaderId,
      actor.userId,
      JSON.stringify(ids.slice(0, 1000)),
    ),
  ])
}

/**
 * Throws INVALID with messages by question id, CONFLICT (STALE_VERSION) if someone else saved since `version` was read,
 * CLOSED forms RULE_BROKEN.
 */
export const saveVendorForm = async (
  context: BaseContext,
  form: OpenFormRow,
  filler: Filler,
  input: FormSubmission,
): Promise<Saved> => {
  const sender = asSender(context, form, filler)
  const { steps, batch, totalBatches, transactionId, isDraft, version } = input
  return saveInBatches<Saved>(
    sender,
    {
      object: `vendor-form:${form.id}`,
      ...{ transactionId, batch, totalBatches, payload: answersOf({ steps }) },
      words: { isDraft, ...(version !== undefined && { version }) },
    },
    {
      check: () => requireOpen(form, input),
      waiting: { id: form.intakeSubmissionId, version: versionOf(form), complete: false },
      carryOut: async ({ payloads, save }) => {
        const list = (payloads as ReturnType<typeof answersOf>[]).flat()
        const given = answersIn(list)
        await claimDocuments(sender, given, filler)
        const answered = { given, notes: notesIn(list), save }
        return isDraft
          ? saveDraft(context, sender, form, filler, answered)
          : submit(context, sender, form, filler, answered)
      },
    },
  )
}

interface Answered {
  given: Answers
  notes: Notes
  save: Save
}

const filingOf = (sender: StaffContext, form: OpenFormRow, answers: Answers): Promise<FilingContext> =>
  loadFilingContext(sender, {
    categoryId: form.intakeCategoryId,
    requestorUserId: contactOf(form),
    contactName: form.vendorName,
    answers,
    formVersion: form.formVersion,
  })

const saveDraft = async (
  context: BaseContext,
  sender: StaffContext,
  form: OpenFormRow,
  filler: Filler,
  { given, notes: told, save }: Answered,
): Promise<Saved> => {
  const filing = await filingOf(sender, form, given)
  const answers = filing.filed(given)
  const notes = allowedNotes(filing.form, told)
  const unknown = await unknownIn(sender, filing, given)
  checkAnswers(filing, answers, { draft: true, notes, before: answers, unknown })
  const documents = requireFewFiles(filing.form, answers)
  const { db } = context
  const result = { id: form.intakeSubmissionId, version: versionOf(form) + 1, complete: true }
  return commit(context, {
    subject: 'The form',
    as: { companyId: form.companyId, userId: null },
    statements: [
      db.sql(
        `UPDATE vendor_form_invitations SET draft_answers = ?, draft_notes = ?, draft_version = draft_version + 1
          WHERE id = ? AND draft_version = ? AND status = 'UNSUBMITTED' AND revoked_at IS NULL AND deleted_at IS NULL`,
        JSON.stringify(answers),
        Object.keys(notes).length > 0 ? JSON.stringify(notes) : null,
        form.id,
        form.draftVersion,
      ),
      guardOneRow(db),
      ...(documents.length > 0 ? [linkDocuments(sender, form.intakeSubmissionId, documents)] : []),
      ...noteDocuments(context, form, { form: filing.form, answers }, { userId: filler.userId ?? null, isDraft: true }),
      ...save.done(result),
    ],
    audit: [],
    result,
  })
}

/** The people of the step that it was sent for. */
const reviewersOf = async ({ db }: BaseContext, form: OpenFormRow): Promise<PersonRef[]> => {
  if (form.sourceBlockId === null) return []
  const row = await db.first<{ block: string }>(
    db.sql(
      `SELECT block FROM level_group_statuses WHERE ${isBlock('?1')} AND company_id = ?2`,
      ...[form.sourceBlockId, form.companyId],
    ),
  )
  if (!row) return []
  return reviewersIn(JSON.parse(row.block) as Block)
}

/** Strangers to the company shouldn't learn which approvers are missing. */
const withoutInternals = (error: unknown): never => {
  if (error instanceof AppError && error.reason === 'NOBODY_CAN_APPROVE')
    throw new AppError('RULE_BROKEN', 'This form can’t be sent right now. Please let the company know.', {
      reason: 'FORM_CLOSED',
    })
  if (error instanceof AppError && error.reason === 'ANSWERS_CHANGED') throw staleVersion('The form')
  throw error
}

const submit = async (
  context: BaseContext,
  sender: StaffContext,
  form: OpenFormRow,
  filler: Filler,
  { given, notes: told, save }: Answered,
): Promise<Saved> => {
  const id = form.intakeSubmissionId
  const base = form.status === 'UNSUBMITTED' ? null : await readRunning(sender, id)
  const filing = await (base
    ? loadFilingContext(sender, {
        categoryId: form.intakeCategoryId,
        requestorUserId: contactOf(form),
        contactName: base.requestor.name,
        answers: { ...base.answers, ...given },
        formVersion: form.formVersion,
        pinned: base.workflow?.definition,
        exchange: base.status === 'PENDING' ? base.form.exchange : undefined,
      })
    : filingOf(sender, form, given))
  const answers = { ...(base ? laterAnswers(filing.form, base.answers) : {}), ...filing.filed(given) }
  const notes = keptNotes(filing.form, answers, told)
  // Vendors can't set a file's document type.
  const unknown = await unknownIn(sender, filing, given, base?.answers)
  checkAnswers(filing, answers, { draft: false, notes, before: answers, chosenBefore: base?.answers ?? {}, unknown })
  const documents = requireFewFiles(filing.form, answers)
  // Done before the object decides, because an approver must never see a request without its documents.
  const asked = { form: filing.form, answers }
  await requireExpiryDates(context, form, asked)
  await context.db.batch([
    ...(documents.length > 0 ? [linkDocuments(sender, id, documents)] : []),
    ...valuesBeforeStatements(sender, form),
    ...noteDocuments(context, form, asked, { userId: filler.userId ?? null, isDraft: false }),
  ])
  const content = {
    ...contentOf(filing.form, answers, filing.category, form.vendorName),
    ...{ vendorId: form.vendorId, ...givenNotes(notes) },
  }
  const flags = readCompanyFlags(form.companyFlags)
  const outcome = await tellRequest(named(sender, save), {
    submissionId: id,
    categoryId: null,
    as: vendorActor(form, filler),
    planning: {
      ...planFor(filing, answers),
      settings: { mode: filing.approvalMode, enforceOrder: flags.enforceIntakeApprovalOrder },
      editing: { restrictedToAdmins: !mayFill(form), withApprovalBypass: false },
    },
    ...commandsOf(form, filler, { base, content, reviewers: base ? [] : await reviewersOf(context, form) }),
  }).catch(withoutInternals)
  const result = { id, version: form.draftVersion + outcome.version, complete: true }
  await keepResult(context, result, save.done(result))
  return result
}

/** What the vendor's answers will be compared with, so that a later change by the company is recognized. */
const valuesBeforeStatements = ({ db }: StaffContext, form: OpenFormRow): D1PreparedStatement[] =>
  isComposed(form.formVersion)
    ? [
        db.sql(
          `UPDATE vendor_form_invitations SET values_before = json_object(
             'vendor', (SELECT json(v.answers) FROM vendors v WHERE v.id = vendor_id AND v.company_id = ?2),
             'service', (SELECT json(s.answers) FROM services s WHERE s.id = service_id AND +s.company_id = ?2),
             'periods', json((SELECT json_group_object(p.id, json(p.answers)) FROM service_periods p
                               WHERE p.company_id = ?2 AND p.service_id = vendor_form_invitations.service_id)))
            WHERE id = ?1 AND company_id = ?2`,
          form.id,
          form.companyId,
        ),
      ]
    : []

/** Repeating the command gets the same answer. The object has decided, so a lost one is only found again there. */
const keepResult = async (context: BaseContext, result: Saved, statements: D1PreparedStatement[]): Promise<void> => {
  const kept = resultStatements({ ...context, db: context.callerDb }, result, 'ignore')
  try {
    if (statements.length > 0) await context.db.batch(statements)
    if (kept.length > 0) await context.callerDb.batch(kept)
  } catch (error) {
    context.log.error('vendor-form.result-not-stored', { id: result.id, error: String(error) })
  }
}

const vendorActor = (form: OpenFormRow, { name }: Filler): ApprovalActor => ({
  kind: 'SYSTEM',
  companyId: form.companyId,
  userId: contactOf(form),
  name: name === form.vendorName ? name : `${name} (${form.vendorName})`,
  impersonatorUserId: null,
  isAdmin: false,
  canBypass: false,
  isCategoryOwner: false,
  submitsForOthers: false,
  delegatorIds: [],
})

/** What the object is told now, and what a repeated command may have been when the form was in another state. */
const commandsOf = (
  form: OpenFormRow,
  { name, email }: Filler,
  {
    base,
    content,
    reviewers,
  }: { base: { status: string } | null; content: Record<string, unknown>; reviewers: PersonRef[] },
): Pick<Parameters<typeof tellRequest>[1], 'command' | 'earlier'> => {
  const vendor = { userId: contactOf(form), name }
  const submit: ApprovalCommandInput = {
    type: 'submit',
    targetType: 'INTAKE_SUBMISSION',
    targetId: form.intakeSubmissionId,
    source: {
      intakeCategoryId: form.intakeCategoryId,
      formVersion: form.formVersion,
      contact: { name, email },
      vendorForm: { id: form.id, vendorId: form.vendorId, ...(form.sourceBlockId !== null && { isForTask: true }) },
    },
    requestor: vendor,
    createdBy: vendor,
    createdAt: form.createdAt,
    watchers: [
      ...new Map(
        [...(form.ownerIsMember === 1 ? [{ userId: form.ownerId, name: ownerName(form) }] : []), ...reviewers].map(
          (person) => [person.userId, person],
        ),
      ).values(),
    ],
    content,
  }
  if (!base) return { command: submit }
  const seenVersion = form.answersVersion
  const resubmit: ApprovalCommandInput = { type: 'resubmit', seenVersion, content }
  const edit: ApprovalCommandInput = { type: 'edit', seenVersion, keepAllDecisions: false, content }
  return base.status === 'REJECTED' || base.status === 'WITHDRAWN'
    ? { command: resubmit, earlier: [edit, submit] }
    : { command: edit, earlier: [resubmit, submit] }
}
