import { services } from '../../../../schema/vendors/services/tables.ts'
import * as endpoints from '../../../../schema/vendors/vendor-forms/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { refuseArchived } from '../../../core/kinds/archived.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'
import { mayChange, missingVendor } from '../vendors/index.ts'
import { type FormToSend, formToSend, formToSendStatement } from './form-version.ts'
import { newLink } from './link-token.ts'
import { type Addressed, addresseeOf, peopleOfVendor } from './recipients.ts'

/** Sending a form to a vendor. */

interface VendorToAsk {
  id: string
  name: string
  ownerIds: string[]
}

export interface NewForm {
  vendor: Pick<VendorToAsk, 'id' | 'name'>
  categoryId: string
  form: FormToSend
  to: Addressed
  message: string
  serviceId: string | null
  /** The request, and its step, that it is sent for. */
  source: { targetId: string; blockId: string; isByHand: boolean } | null
  /** Ids are derived from it, so that the same form isn't sent twice. */
  id: string
  submissionId: string
}

type Sending = Pick<StaffContext, 'db' | 'env' | 'clock'>

/** The rows of a form that is sent, its email and its history. */
export const newFormRows = (
  context: Sending,
  { companyId, userId, name }: { companyId: string; userId: string; name: string },
  { vendor, categoryId, form, to, message, serviceId, source, id, submissionId }: NewForm,
) => {
  const { db, clock } = context
  const now = clock.now()
  const link = to.recipient === 'EMAIL' ? newLink(context) : null
  const whom = to.recipient === 'VENDOR_COMPANY' ? `everyone at ${vendor.name}` : (to.email ?? to.name)
  const changeData = { after: { form: form.name, to: whom, ...(message && { message }) } }
  return {
    statements: [
      ...form.statements,
      db.sql(
        `INSERT INTO vendor_form_invitations (form_version, id, company_id, intake_submission_id, intake_category_id,
           vendor_id, service_id, recipient, vendor_user_id, email, recipient_name, message, owner_user_id, token_hash,
           expires_at, source_target_id, source_block_id, chosen_by_hand, created_at, sent_at, period_ids)
         VALUES (${form.version.sql}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
           (SELECT json_group_array(p.id) FROM (SELECT id FROM service_periods WHERE company_id = ? AND service_id = ?
                                                 ORDER BY start_date) p))`,
        ...form.version.params,
        ...[id, companyId, submissionId, categoryId, vendor.id, serviceId],
        ...[to.recipient, to.vendorUserId, to.email, to.name, message, userId, link?.hash ?? null],
        ...[link?.expiresAt ?? null, source?.targetId ?? null, source?.blockId ?? null],
        ...[source?.isByHand ? 1 : 0, now, now, companyId, serviceId],
      ),
    ],
    audit: [
      {
        changeKey: `vendor-form:${id}`,
        action: 'vendor-form.sent',
        targetType: 'VENDOR' as const,
        targetId: vendor.id,
        message: `${name} sent the form ${form.name} to ${whom}`,
        changeData,
      },
      {
        changeKey: `vendor-form:${id}:sent`,
        action: 'intake-submission.form-sent',
        targetType: 'INTAKE_SUBMISSION' as const,
        targetId: submissionId,
        message: `${name} sent the form to ${whom}`,
        changeData,
      },
    ],
    outbox: [
      {
        topic: 'vendor-form.send' as const,
        payload: { invitationId: id, token: link?.token ?? null, isAgain: false },
      },
    ],
  }
}

const vendorStatement = ({ db, actor }: StaffContext, vendorId: string): D1PreparedStatement =>
  db.sql(
    'SELECT id, name, owner_ids AS ownerIds, archived_at IS NOT NULL AS isArchived FROM vendors WHERE company_id = ? AND id = ?',
    actor.companyId,
    vendorId,
  )

const SERVICE = typed`SELECT ${select(services, 's', { id: 'id', name: 'name', isArchived: 'archivedAt' })}
  FROM services s WHERE s.id = ?3 AND +s.company_id = ?1 AND s.vendor_id = ?2`

const serviceStatement = ({ db, actor }: StaffContext, vendorId: string, serviceId: string | null) =>
  db.sql(SERVICE, actor.companyId, vendorId, serviceId)

const requireMayManage = (actor: StaffContext['actor'], ownerIds: readonly string[]): void => {
  if (!mayChange(actor, ownerIds))
    throw new AppError('FORBIDDEN', 'Only the vendor’s owners and vendor admins can send forms to it.')
}

/** Throws INVALID beside the field, FORBIDDEN for people who can't change the vendor. */
export const sendForm = command({
  id: 'vendors.send-intake-invitation',
  access: 'vendor-forms.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.sendVendorForm),
  run: async (context, { vendorId, intakeCategoryId, message = '', serviceId = null, ...asked }) => {
    const { db, actor } = context
    const [vendors, forms, found] = await db.batch([
      vendorStatement(context, vendorId),
      formToSendStatement(db, actor.companyId, intakeCategoryId, serviceId),
      serviceStatement(context, vendorId, serviceId),
    ])
    const row = vendors?.results[0] as unknown as
      | { id: string; name: string; ownerIds: string; isArchived: number }
      | undefined
    if (!row) throw await missingVendor(context, vendorId)
    refuseArchived('vendorId', [row])
    const vendor: VendorToAsk = { id: row.id, name: row.name, ownerIds: JSON.parse(row.ownerIds) }
    requireMayManage(actor, vendor.ownerIds)
    if (serviceId && found.results.length === 0) throw invalidField('serviceId', 'Choose a service of this vendor')
    refuseArchived('serviceId', found.results)
    const { companyId, userId, name } = actor
    const form = formToSend(context, forms?.results[0] as unknown as Parameters<typeof formToSend>[1], {
      ...{ companyId, userId, categoryId: intakeCategoryId },
    })
    const to = addresseeOf(await peopleOfVendor(context, companyId, vendorId), vendor.name, asked)
    const id = context.newId()
    const submissionId = context.newId()
    const rows = newFormRows(
      context,
      { companyId, userId, name },
      {
        ...{ vendor, categoryId: intakeCategoryId, form, to, message, serviceId, source: null, id, submissionId },
      },
    )
    return commit(context, { subject: 'The form', ...rows, result: { id, intakeSubmissionId: submissionId } })
  },
})
