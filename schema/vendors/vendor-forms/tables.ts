import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { DOCUMENT_KINDS } from '../../documents/documents/expiry.ts'
import { RECIPIENTS, VENDOR_FORM_STATUSES } from './values.ts'

const EXISTS = sql`deleted_at IS NULL`

/**
 * A form that was sent to a vendor. Its answers become the submission once they are sent; until then they are here,
 * where no one in the company reads them.
 */
export const vendorFormInvitations = sqliteTable(
  'vendor_form_invitations',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    /** There is no such submission before the vendor submits. */
    intakeSubmissionId: text('intake_submission_id').notNull(),
    intakeCategoryId: text('intake_category_id').notNull(),
    formVersion: integer('form_version').notNull(),
    vendorId: text('vendor_id').notNull(),
    /** The service that its service fields are about. */
    serviceId: text('service_id'),
    recipient: text('recipient', { enum: RECIPIENTS }).notNull(),
    vendorUserId: text('vendor_user_id'),
    /** Null if it was sent to everyone at the vendor. */
    email: text('email'),
    recipientName: text('recipient_name').notNull().default(''),
    message: text('message').notNull().default(''),
    /** Who sent it. */
    ownerUserId: text('owner_user_id').notNull(),
    /** From here on written by the projection of the submission: status, submittedAt, sentBack…, archivedAt, deletedAt. */
    status: text('status', { enum: VENDOR_FORM_STATUSES }).notNull().default('UNSUBMITTED'),
    draftAnswers: text('draft_answers'),
    draftNotes: text('draft_notes'),
    draftVersion: integer('draft_version').notNull().default(0),
    sentBackAt: integer('sent_back_at'),
    sentBackMessage: text('sent_back_message'),
    /** For the link that opens it without an account. */
    tokenHash: text('token_hash'),
    expiresAt: integer('expires_at'),
    /** The request, and its step, that it was sent for. */
    sourceTargetId: text('source_target_id'),
    sourceBlockId: text('source_block_id'),
    createdAt: integer('created_at').notNull(),
    /** When the newest email went out. */
    sentAt: integer('sent_at').notNull(),
    submittedAt: integer('submitted_at'),
    revokedAt: integer('revoked_at'),
    archivedAt: integer('archived_at'),
    deletedAt: integer('deleted_at'),
    /** How often it changed before it was submitted. */
    changes: integer('changes').notNull().default(1),
    /** Closed because its step no longer needs it. It is opened again if the step does. */
    closedByTask: integer('closed_by_task', { mode: 'boolean' }).notNull().default(false),
    /** A person chose who gets it for a step. */
    chosenByHand: integer('chosen_by_hand', { mode: 'boolean' }).notNull().default(false),
    /** The periods of its service when it was sent, in the order in which it asks about them. */
    periodIds: text('period_ids'),
    /** Values of the vendor and the service when the vendor last answered. */
    valuesBefore: text('values_before'),
    /** Fields that someone doesn't want to update, and what the last approver saw. See `updates.ts`. */
    leftOut: text('left_out'),
    shownUpdates: text('shown_updates'),
    /** What the approval changed. */
    madeUpdates: text('made_updates'),
  },
  (t) => [
    uniqueIndex('vendor_form_invitations_submission').on(t.companyId, t.intakeSubmissionId),
    uniqueIndex('vendor_form_invitations_token').on(t.tokenHash).where(sql`token_hash IS NOT NULL`),
    index('vendor_form_invitations_created').on(t.companyId, t.createdAt, t.id).where(EXISTS),
    index('vendor_form_invitations_status').on(t.companyId, t.status, t.createdAt, t.id).where(EXISTS),
    index('vendor_form_invitations_vendor').on(t.companyId, t.vendorId, t.createdAt, t.id).where(EXISTS),
    index('vendor_form_invitations_owner').on(t.companyId, t.ownerUserId, t.createdAt, t.id).where(EXISTS),
    // What goes to someone else when its sender leaves.
    index('vendor_form_invitations_waiting')
      .on(t.companyId, t.ownerUserId, t.id, t.vendorId, t.intakeCategoryId)
      .where(sql`status = 'UNSUBMITTED' AND deleted_at IS NULL AND revoked_at IS NULL`),
    index('vendor_form_invitations_reminded')
      .on(t.companyId, sql`coalesce(sent_back_at, sent_at)`)
      .where(
        sql`source_block_id IS NOT NULL AND revoked_at IS NULL AND deleted_at IS NULL AND archived_at IS NULL AND (status = 'UNSUBMITTED' OR sent_back_at IS NOT NULL)`,
      ),
    index('vendor_form_invitations_block').on(t.companyId, t.sourceBlockId).where(sql`source_block_id IS NOT NULL`),
  ],
)

const CURRENT = 'given_at IS NOT NULL AND replaced_at IS NULL'

/** What a vendor said of a document in one of its forms. The company has it once the form is submitted. */
export const vendorDocuments = sqliteTable(
  'vendor_documents',
  {
    documentId: text('document_id').primaryKey(),
    companyId: text('company_id').notNull(),
    kind: text('kind', { enum: DOCUMENT_KINDS }).notNull().default('OTHER'),
    /** Its last valid day, a calendar date. */
    expiresOn: text('expires_on'),
    /** The form that it was given in, or that its first version was given in. */
    vendorFormId: text('vendor_form_id').notNull(),
    questionId: text('question_id'),
    /** The document that it is a new version of. */
    replacesId: text('replaces_id'),
    replacedAt: integer('replaced_at'),
    givenAt: integer('given_at'),
    /** Null if it was given by a link. */
    givenByUserId: text('given_by_user_id'),
    /** When the vendor was asked for a new one, and when the company heard that it expired. */
    askedAt: integer('asked_at'),
    expiredAt: integer('expired_at'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('vendor_documents_form').on(t.companyId, t.vendorFormId, t.documentId),
    index('vendor_documents_asking')
      .on(t.expiresOn, t.documentId)
      .where(sql.raw(`${CURRENT} AND asked_at IS NULL AND expires_on IS NOT NULL`)),
    index('vendor_documents_expiring')
      .on(t.expiresOn, t.documentId)
      .where(sql.raw(`${CURRENT} AND expired_at IS NULL AND expires_on IS NOT NULL`)),
  ],
)
