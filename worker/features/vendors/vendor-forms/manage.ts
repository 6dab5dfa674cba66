import * as endpoints from '../../../../schema/vendors/vendor-forms/endpoints.ts'
import { actingFor } from '../../../core/actor.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { deleteSubmission, readableRequestBy } from '../../requests/submissions/index.ts'
import { mayChange, missingVendor } from '../vendors/index.ts'
import { FORM_COLUMNS, FORM_JOINS, type FormRow, toSentForm } from './form-row.ts'
import { newLink } from './link-token.ts'

/** What staff see of the forms that were sent, and what they do with those that are not submitted yet. */

/**
 * SQL condition that the person may see a form `i`: who sent it, who may read its submission, owners of its category,
 * and people who see every request. Placeholders of the person, 1 or 0, and two JSON lists.
 */
export const mayRead = (of: { user: string; seesAll: string; ownedCategories: string; actsFor: string }): string =>
  `(${of.seesAll} = 1 OR i.owner_user_id = ${of.user}
    OR i.intake_category_id IN (SELECT value FROM json_each(${of.ownedCategories}))
    OR EXISTS (SELECT 1 FROM intake_submissions s WHERE s.id = i.intake_submission_id AND s.company_id = i.company_id
                  AND ${readableRequestBy(of)}))`

const READER = { user: '?2', seesAll: '?3', ownedCategories: '?4', actsFor: '?5' }
const readerParams = ({ actor }: Pick<StaffContext, 'actor'>): [string, string, number, string, string] => [
  actor.companyId,
  actor.userId,
  seesAll(actor) ? 1 : 0,
  JSON.stringify(actor.ownedCategoryIds),
  JSON.stringify(actingFor(actor)),
]

export const seesAll = ({ policy }: StaffContext['actor']): boolean =>
  policy.flags.hasAdminAccess || policy.flags.hasSuperViewerAccess

export type StaffFormRow = FormRow & { vendorOwnerIds: string }

const SENT = `SELECT ${FORM_COLUMNS}, coalesce(v.owner_ids, '[]') AS vendorOwnerIds`

export const mayManage = ({ actor }: Pick<StaffContext, 'actor'>, row: StaffFormRow): boolean =>
  row.ownerId === actor.userId || mayChange(actor, JSON.parse(row.vendorOwnerIds) as string[])

export const toSent = (context: StaffContext, row: StaffFormRow) =>
  toSentForm(row, context.actor.company, mayManage(context, row))

/** The forms of a step ?6, with whether the person may open each. */
export const blockFormsStatement = (context: StaffContext, blockId: string): D1PreparedStatement =>
  context.db.sql(
    `${SENT}, ${mayRead(READER)} AS canOpen
       FROM vendor_form_invitations i INDEXED BY vendor_form_invitations_block ${FORM_JOINS}
      WHERE i.company_id = ?1 AND i.source_block_id = ?6 AND i.source_block_id IS NOT NULL AND i.deleted_at IS NULL
      ORDER BY i.created_at DESC, i.id DESC LIMIT ${SHOWN}`,
    ...readerParams(context),
    blockId,
  )

const SHOWN = 50

/** Throws NOT_FOUND for another company's vendor. For a merged one it names the remaining one. */
export const listFormsOfVendor = query({
  id: 'vendors.forms',
  access: 'vendor-forms.use',
  input: inputOf(endpoints.listFormsOfVendor),
  readsFirst: true,
  run: async (context, { vendorId }) => {
    const { db, actor } = context
    const [vendors, forms] = await db.batch([
      db.sql('SELECT 1 FROM vendors WHERE company_id = ? AND id = ?', actor.companyId, vendorId),
      db.sql(
        `${SENT} FROM (SELECT id FROM vendor_form_invitations INDEXED BY vendor_form_invitations_vendor
              WHERE company_id = ?1 AND vendor_id = ?6 AND deleted_at IS NULL ORDER BY created_at DESC, id DESC
              LIMIT ${SHOWN}) n
          CROSS JOIN vendor_form_invitations i ON i.id = n.id ${FORM_JOINS} WHERE ${mayRead(READER)}`,
        ...readerParams(context),
        vendorId,
      ),
    ])
    if (!vendors?.results.length) throw await missingVendor(context, vendorId)
    return ((forms?.results ?? []) as unknown as StaffFormRow[]).map((row) => toSent(context, row))
  },
})

/** @param more further statements for the same round trip. Throws NOT_FOUND for a form that the person may not see. */
export const requireFormAnd = async (
  context: StaffContext,
  submissionId: string,
  more: D1PreparedStatement[],
): Promise<{ row: StaffFormRow; results: Record<string, unknown>[][] }> => {
  const { db } = context
  const [forms, ...others] = await db.batch([
    db.sql(
      `${SENT} FROM vendor_form_invitations i ${FORM_JOINS}
        WHERE i.intake_submission_id = ?6 AND i.company_id = ?1 AND i.deleted_at IS NULL AND ${mayRead(READER)}`,
      ...readerParams(context),
      submissionId,
    ),
    ...more,
  ])
  const row = forms?.results[0] as unknown as StaffFormRow | undefined
  if (!row) throw notFound('The form')
  return { row, results: others.map(({ results }) => results) }
}

/** Throws NOT_FOUND for a form that the person may not see. */
export const requireForm = async (context: StaffContext, submissionId: string): Promise<StaffFormRow> =>
  (await requireFormAnd(context, submissionId, [])).row

export const readSentForm = query({
  id: 'vendor-forms.get',
  access: 'vendor-forms.use',
  input: inputOf(endpoints.getSentForm),
  readsFirst: true,
  run: async (context, { intakeSubmissionId }) => toSent(context, await requireForm(context, intakeSubmissionId)),
})

const requireManageable = async (context: StaffContext, submissionId: string): Promise<StaffFormRow> => {
  const row = await requireForm(context, submissionId)
  if (!mayManage(context, row))
    throw new AppError('FORBIDDEN', 'Only the sender, the vendor’s owners and vendor admins can do this.')
  return row
}

/** Throws CONFLICT for a form that was submitted. */
const requireUnsubmitted = (row: StaffFormRow): void => {
  if (row.status !== 'UNSUBMITTED')
    throw new AppError('CONFLICT', 'The vendor has already submitted this form.', { reason: 'ALREADY_SUBMITTED' })
}

const audit = (row: StaffFormRow, key: string, action: string, message: string) => ({
  changeKey: `vendor-form:${row.id}:${key}`,
  action: `vendor-form.${action}`,
  targetType: 'VENDOR' as const,
  targetId: row.vendorId,
  message,
  changeData: { form: row.categoryName },
})

/** The step that it was sent for hears of it. */
const toldStep = (row: StaffFormRow) =>
  row.sourceBlockId === null
    ? []
    : [{ topic: 'vendor-form.changed' as const, payload: { submissionId: row.intakeSubmissionId } }]

const whom = (row: StaffFormRow): string => row.email ?? row.recipientName.replace(/^Everyone/, 'everyone')

/** A form by link gets a new one, which also opens a form that was closed or has expired. */
export const resendForm = command({
  id: 'vendor-forms.resend',
  access: 'vendor-forms.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.resendVendorForm),
  run: async (context, { intakeSubmissionId }) => {
    const row = await requireManageable(context, intakeSubmissionId)
    if (row.status === 'APPROVED' || row.archivedAt !== null)
      throw new AppError('CONFLICT', 'This form is no longer open for the vendor.', { reason: 'FORM_CLOSED' })
    const { db, actor, clock } = context
    const link = row.recipient === 'EMAIL' ? newLink(context) : null
    return commit(context, {
      subject: 'The form',
      statements: [
        db.sql(
          `UPDATE vendor_form_invitations SET sent_at = ?, revoked_at = NULL, closed_by_task = false, changes = changes + 1,
                  token_hash = coalesce(?, token_hash), expires_at = coalesce(?, expires_at)
            WHERE id = ? AND company_id = ? AND sent_at = ? AND deleted_at IS NULL`,
          ...[clock.now(), link?.hash ?? null, link?.expiresAt ?? null, row.id, actor.companyId, row.sentAt],
        ),
        guardOneRow(db),
      ],
      audit: [
        audit(
          row,
          `sent:${clock.now()}`,
          'sent-again',
          `${actor.name} sent the form ${row.categoryName} to ${whom(row)} again`,
        ),
      ],
      outbox: [
        { topic: 'vendor-form.send', payload: { invitationId: row.id, token: link?.token ?? null, isAgain: true } },
        ...toldStep(row),
      ],
      result: { id: row.id },
    })
  },
})

/** Closing a closed form changes nothing. Throws CONFLICT for one that was submitted. */
export const revokeForm = command({
  id: 'vendor-forms.revoke',
  access: 'vendor-forms.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.revokeVendorForm),
  run: async (context, { intakeSubmissionId }) => {
    const row = await requireManageable(context, intakeSubmissionId)
    requireUnsubmitted(row)
    const { db, actor, clock } = context
    const isClosed = row.revokedAt !== null
    return commit(context, {
      subject: 'The form',
      statements: isClosed
        ? []
        : [
            db.sql(
              `UPDATE vendor_form_invitations SET revoked_at = ?, changes = changes + 1
                WHERE id = ? AND company_id = ? AND status = 'UNSUBMITTED' AND revoked_at IS NULL`,
              ...[clock.now(), row.id, actor.companyId],
            ),
            guardOneRow(db),
          ],
      audit: isClosed
        ? []
        : [
            audit(
              row,
              `closed:${clock.now()}`,
              'closed',
              `${actor.name} closed the form ${row.categoryName} for ${whom(row)}`,
            ),
          ],
      outbox: isClosed ? [] : toldStep(row),
      result: { id: row.id },
    })
  },
})

/** One that was submitted is deleted like a request, which only admins can do. */
export const deleteForm = command({
  id: 'vendors.delete-form-submission',
  access: 'vendor-forms.use',
  input: inputOf(endpoints.deleteFormSubmission),
  run: async (context, { submissionId }): Promise<null> => {
    const row = await requireForm(context, submissionId)
    if (row.status !== 'UNSUBMITTED') return deleteSubmission.run(context, { id: submissionId })
    if (!mayManage(context, row))
      throw new AppError('FORBIDDEN', 'Only the sender, the vendor’s owners and vendor admins can do this.')
    const { db, actor, clock } = context
    return commit(context, {
      subject: 'The form',
      statements: [
        db.sql(
          `UPDATE vendor_form_invitations SET deleted_at = ?, changes = changes + 1
            WHERE id = ? AND company_id = ? AND status = 'UNSUBMITTED' AND deleted_at IS NULL`,
          ...[clock.now(), row.id, actor.companyId],
        ),
        guardOneRow(db),
      ],
      audit: [audit(row, 'deleted', 'deleted', `${actor.name} deleted the form ${row.categoryName} for ${whom(row)}`)],
      outbox: toldStep(row),
      result: null,
    })
  },
})
