import { fullName } from '../../../../schema/shared/values.ts'
import * as endpoints from '../../../../schema/vendors/vendor-forms/portal-endpoints.ts'
import type { FormFilter } from '../../../../schema/vendors/vendor-forms/values.ts'
import { inCell, isLocked } from '../../../core/cells.ts'
import { companyMoves } from '../../../core/errors.ts'
import { command, inputOf, query, type VendorWorkContext } from '../../../core/operation.ts'
import { type Filler, saveVendorForm } from './fill.ts'
import { contentOfRows, contentStatements } from './form-content.ts'
import {
  type FormRow,
  OPEN_FORM,
  type OpenFormRow,
  toFormInHand,
  toVendorForm,
  VENDORS_COLUMNS,
  VENDORS_JOINS,
} from './form-row.ts'
import { OPEN_TO_VENDORS, requireOpen } from './open-form.ts'

/**
 * Forms of the chosen customer, for people of the vendor with an account. Invariant: a person sees forms that were sent
 * to them, to everyone at their vendor company, or to their address, as the vendor that the customer knows it as.
 */

/** The same context in the cell of the chosen customer, where its forms are. */
export const atCustomer = (context: VendorWorkContext): VendorWorkContext =>
  inCell(context, context.vendor.company.cell)

/** The same for a change. Throws CONFLICT while the customer moves to another cell. */
export const writingAtCustomer = async (context: VendorWorkContext): Promise<VendorWorkContext> => {
  const there = atCustomer(context)
  if (await isLocked(there, context.vendor.company.id)) throw companyMoves()
  return there
}

/** SQL condition that a form `i` was sent to the person. ?1 company, ?2 vendor, ?3 person, ?4 their address. */
export const SENT_TO = `i.company_id = ?1 AND i.vendor_id = ?2 AND i.deleted_at IS NULL AND i.revoked_at IS NULL
  AND (i.recipient = 'VENDOR_COMPANY' OR i.vendor_user_id = ?3 OR i.email = ?4)`

export const sentToParams = ({ vendor }: VendorWorkContext): [string, string | null, string, string] => [
  vendor.company.id,
  vendor.company.vendorId,
  vendor.userId,
  vendor.email.toLowerCase(),
]

const WHICH: Record<FormFilter, string> = {
  NEEDS_ATTENTION: "(i.status = 'UNSUBMITTED' OR i.sent_back_at IS NOT NULL OR i.status = 'REJECTED')",
  SUBMITTED: "i.status IN ('PENDING', 'REJECTED')",
  APPROVED: "i.status = 'APPROVED'",
}

/** Forms are looked through from the newest one on, and this many of them are shown. */
const LOOKED_AT = 75
const SHOWN = 50

const readForms = async (context: VendorWorkContext, filter?: FormFilter): Promise<FormRow[]> => {
  const { db } = context
  const newest = `SELECT i.id FROM vendor_form_invitations i INDEXED BY vendor_form_invitations_vendor
      WHERE i.company_id = ?1 AND i.vendor_id = ?2 AND i.deleted_at IS NULL
      ORDER BY i.created_at DESC, i.id DESC LIMIT ${LOOKED_AT}`
  return db.all<FormRow>(
    db.sql(
      `SELECT ${VENDORS_COLUMNS} FROM (${newest}) n CROSS JOIN vendor_form_invitations i ON i.id = n.id ${VENDORS_JOINS}
        WHERE ${SENT_TO} AND i.archived_at IS NULL AND ${OPEN_TO_VENDORS}${filter ? ` AND ${WHICH[filter]}` : ''}
        LIMIT ${SHOWN}`,
      ...sentToParams(context),
    ),
  )
}

export const listInvitations = query({
  id: 'vendor-portal.invitations',
  access: 'vendor.work',
  input: inputOf(endpoints.listInvitations),
  run: async (context) => {
    const rows = await readForms(atCustomer(context), 'NEEDS_ATTENTION')
    return rows.map((row) => {
      const { invitationId, createdAt, intakeCategory, company, intakeSubmissionId } = toVendorForm(
        row,
        context.vendor.company,
      )
      const { id, name } = intakeCategory
      return { id: invitationId, createdAt, intakeCategory: { id, name }, company, intakeSubmissionId }
    })
  },
})

export const listVendorForms = query({
  id: 'vendor-portal.list-forms',
  access: 'vendor.work',
  input: inputOf(endpoints.listVendorForms),
  run: async (context, { filter }) =>
    (await readForms(atCustomer(context), filter)).map((row) => toVendorForm(row, context.vendor.company)),
})

export const formStatement = (there: VendorWorkContext, submissionId: string): D1PreparedStatement =>
  there.db.sql(`${OPEN_FORM} WHERE ${SENT_TO} AND i.intake_submission_id = ?5`, ...sentToParams(there), submissionId)

/** Throws NOT_FOUND for what wasn't sent to the person by the chosen customer. */
export const requireSentForm = async (there: VendorWorkContext, submissionId: string): Promise<OpenFormRow> =>
  requireOpen(await there.db.first<OpenFormRow>(formStatement(there, submissionId)))

/** The form with its questions and answers, in one round trip. */
const readContent = async (context: VendorWorkContext, submissionId: string) => {
  const there = atCustomer(context)
  const [forms, ...content] = await there.db.batch([
    formStatement(there, submissionId),
    ...contentStatements(
      there,
      context.vendor.company.id,
      '(SELECT id FROM vendor_form_invitations WHERE company_id = ?1 AND intake_submission_id = ?2)',
      [submissionId],
    ),
  ])
  const row = requireOpen((forms?.results[0] as unknown as OpenFormRow | undefined) ?? null)
  return { row, ...contentOfRows(row, content) }
}

export const readVendorForm = query({
  id: 'vendor-portal.get-form',
  access: 'vendor.work',
  input: inputOf(endpoints.getVendorForm),
  run: async (context, { intakeSubmissionId }) =>
    toFormInHand(await requireSentForm(atCustomer(context), intakeSubmissionId)),
})

export const readVendorFormSteps = query({
  id: 'vendor-portal.form-steps',
  access: 'vendor.work',
  input: inputOf(endpoints.getVendorFormSteps),
  run: async (context, { intakeSubmissionId }) => (await readContent(context, intakeSubmissionId)).form,
})

export const readVendorFormAnswers = query({
  id: 'vendor-portal.form-answers',
  access: 'vendor.work',
  input: inputOf(endpoints.getVendorFormAnswers),
  run: async (context, { intakeSubmissionId }) => {
    const { answers, row } = await readContent(context, intakeSubmissionId)
    return { version: toFormInHand(row).version, answers }
  },
})

/** The person's files, until a form has them. */
export const uploaderOf = (userId: string): string => `contact-form-user-${userId}`

const fillerOf = ({ vendor }: VendorWorkContext): Filler => ({
  name: fullName(vendor) || vendor.email,
  email: vendor.email,
  uploaderId: uploaderOf(vendor.userId),
  userId: vendor.userId,
})

export const submitVendorForm = command({
  id: 'vendor-portal.submit-form',
  access: 'vendor.work',
  input: inputOf(endpoints.submitVendorForm),
  run: async (context, { intakeSubmissionId, ...submission }) => {
    const there = await writingAtCustomer(context)
    const form = await requireSentForm(there, intakeSubmissionId)
    return saveVendorForm(there, form, fillerOf(context), submission)
  },
})
