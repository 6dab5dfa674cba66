import { formContactOf } from '../../../../schema/approvals/engine/send-back.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { readCompanyFlags } from '../../../../schema/shared/permissions.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import type { SentForm, VendorForm } from '../../../../schema/vendors/vendor-forms/endpoints.ts'
import type { FormInHand } from '../../../../schema/vendors/vendor-forms/portal-endpoints.ts'
import type { Recipient, VendorFormStatus } from '../../../../schema/vendors/vendor-forms/values.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { AppError, staleVersion } from '../../../core/errors.ts'

/** A form that was sent to a vendor, as statements read it. */

export interface FormRow {
  id: string
  companyId: string
  intakeSubmissionId: string
  intakeCategoryId: string
  categoryName: string
  categoryDescription: string
  formVersion: number
  vendorId: string
  vendorName: string
  serviceId: string | null
  recipient: Recipient
  vendorUserId: string | null
  email: string | null
  recipientName: string
  message: string
  ownerId: string
  ownerFirstName: string
  ownerLastName: string
  ownerEmail: string
  status: VendorFormStatus
  draftVersion: number
  hasDraft: number
  sentBackAt: number | null
  sentBackMessage: string | null
  expiresAt: number | null
  createdAt: number
  sentAt: number
  submittedAt: number | null
  revokedAt: number | null
  archivedAt: number | null
  /** The step that it was sent for. */
  sourceBlockId: string | null
}

interface Names {
  category: string
  description: string
  vendor: string
  /** SQL of a column of the sender. */
  owner: (part: 'first_name' | 'last_name' | 'email') => string
}

/** The columns of a row `i`, with SQL of the names that belong to it. */
export const formColumns = ({
  category,
  description,
  vendor,
  owner,
}: Names): string => `i.id, i.company_id AS companyId,
  i.intake_submission_id AS intakeSubmissionId, i.intake_category_id AS intakeCategoryId, ${category} AS categoryName,
  ${description} AS categoryDescription, i.form_version AS formVersion, i.vendor_id AS vendorId,
  ${vendor} AS vendorName, i.service_id AS serviceId, i.recipient, i.vendor_user_id AS vendorUserId, i.email,
  i.recipient_name AS recipientName, i.message, i.owner_user_id AS ownerId,
  coalesce(${owner('first_name')}, '') AS ownerFirstName, coalesce(${owner('last_name')}, '') AS ownerLastName,
  coalesce(${owner('email')}, '') AS ownerEmail, i.status, i.draft_version AS draftVersion,
  i.draft_answers IS NOT NULL AS hasDraft, i.sent_back_at AS sentBackAt, i.sent_back_message AS sentBackMessage,
  i.expires_at AS expiresAt, i.created_at AS createdAt, i.sent_at AS sentAt, i.submitted_at AS submittedAt,
  i.revoked_at AS revokedAt, i.archived_at AS archivedAt, i.source_block_id AS sourceBlockId`

const JOINED = { category: 'c.name', description: 'c.description', owner: (part: string) => `u.${part}` }

/** For the vendor, who knows its own name. */
export const VENDORS_COLUMNS = formColumns({ ...JOINED, vendor: "''" })
export const VENDORS_JOINS = `CROSS JOIN intake_categories c ON c.id = i.intake_category_id
  LEFT JOIN users u ON u.id = i.owner_user_id`

export const FORM_COLUMNS = formColumns({ ...JOINED, vendor: "coalesce(v.name, 'Removed vendor')" })
export const FORM_JOINS = `${VENDORS_JOINS} LEFT JOIN vendors v ON v.id = i.vendor_id`

/** One form for filling in, with its company. */
export interface OpenFormRow extends FormRow {
  companyName: string
  companyFlags: string
  currency: Currency
  companyTimeZone: string
  requestApprovalMode: StaffActor['company']['requestApprovalMode']
  /** The submission's, or 0 before there is one. */
  answersVersion: number
  ownerIsMember: number
}

export const OPEN_FORM = `SELECT ${FORM_COLUMNS}, o.name AS companyName, o.flags AS companyFlags, o.currency, o.time_zone AS companyTimeZone,
       o.request_approval_mode AS requestApprovalMode, coalesce(s.version, 0) AS answersVersion,
       EXISTS (SELECT 1 FROM company_memberships m WHERE m.company_id = i.company_id AND m.user_id = i.owner_user_id
                  AND m.disabled_at IS NULL) AS ownerIsMember
  FROM vendor_form_invitations i ${FORM_JOINS} CROSS JOIN companies o ON o.id = i.company_id
  LEFT JOIN intake_submissions s ON s.id = i.intake_submission_id`

const iso = (at: number): string => new Date(at).toISOString()
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))

export const contactOf = ({ id }: Pick<FormRow, 'id'>): string => formContactOf(id)

export const ownerName = (row: FormRow): string =>
  fullName({ firstName: row.ownerFirstName, lastName: row.ownerLastName })

export const toVendorForm = (row: FormRow, company: { id: string; name: string }): VendorForm => ({
  invitationId: row.id,
  intakeSubmissionId: row.intakeSubmissionId,
  createdAt: iso(row.createdAt),
  intakeCategory: { id: row.intakeCategoryId, name: row.categoryName, description: row.categoryDescription },
  company: { id: company.id, name: company.name },
  isDraft: row.status === 'UNSUBMITTED' && row.hasDraft === 1,
  status: row.status,
  owner: { id: row.ownerId, firstName: row.ownerFirstName, lastName: row.ownerLastName, email: row.ownerEmail },
  submittedAt: isoOrNull(row.submittedAt),
  sentBack: row.sentBackAt === null ? null : { at: iso(row.sentBackAt), message: row.sentBackMessage ?? '' },
})

/** @param canManage whether the person may send it again, close it or delete it */
export const toSentForm = (row: FormRow, company: { id: string; name: string }, canManage: boolean): SentForm => ({
  ...toVendorForm(row, company),
  vendor: { id: row.vendorId, name: row.vendorName },
  recipient: row.recipient,
  recipientName: row.recipientName,
  email: row.email,
  message: row.message,
  sentAt: iso(row.sentAt),
  expiresAt: isoOrNull(row.expiresAt),
  revokedAt: isoOrNull(row.revokedAt),
  archived: row.archivedAt !== null,
  canManage,
})

/** Whether the vendor may change it now: before it is submitted, and until it is approved unless the company says no. */
export const mayFill = (row: OpenFormRow): boolean => {
  if (row.status === 'APPROVED' || row.archivedAt !== null) return false
  if (row.status !== 'PENDING' || row.sentBackAt !== null) return true
  return !readCompanyFlags(row.companyFlags).restrictSubmissionEditToAdmins
}

/** Drafts and submitted answers are one sequence, so that no one takes the one for the other. */
export const versionOf = ({ draftVersion, answersVersion }: OpenFormRow): number => draftVersion + answersVersion

export const toFormInHand = (row: OpenFormRow): FormInHand => ({
  ...toVendorForm(row, { id: row.companyId, name: row.companyName }),
  message: row.message,
  version: versionOf(row),
  canEdit: mayFill(row),
  currency: row.currency,
  enableCurrencies: readCompanyFlags(row.companyFlags).enableCurrencies,
})

/** Throws for a form that takes no answers any more, and for one that someone else has saved since `version` was read. */
export const requireOpen = (
  form: OpenFormRow,
  { isDraft, version }: { isDraft: boolean; version?: number | undefined },
): void => {
  if (!mayFill(form)) throw new AppError('CONFLICT', 'This form can’t be changed anymore.', { reason: 'FORM_CLOSED' })
  if (isDraft && form.status !== 'UNSUBMITTED')
    throw new AppError('CONFLICT', 'This form was already submitted, so it can’t become a draft again.', {
      reason: 'ALREADY_SUBMITTED',
    })
  if (version !== undefined && version !== versionOf(form)) throw stale(form)
}

const stale = (form: OpenFormRow): AppError => {
  const { message, reason } = staleVersion('The form')
  return new AppError('CONFLICT', message, { reason, details: { version: versionOf(form) } })
}
