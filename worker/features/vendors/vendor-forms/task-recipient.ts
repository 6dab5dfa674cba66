import type { Facts } from '../../../../schema/approvals/engine/facts.ts'
import type { ApprovalView } from '../../../../schema/approvals/engine/model.ts'
import type { SendVendorFormSettings } from '../../../../schema/approvals/workflows/definition.ts'
import { isProposedVendorId } from '../../../../schema/requests/proposed-vendors/values.ts'
import { email as emailValue } from '../../../../schema/shared/values.ts'
import type { Contact } from '../../../../schema/vendors/vendors/values.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { type Addressed, addresseeOf, peopleOfVendor } from './recipients.ts'
import type { Addressee } from './task-forms.ts'

/** Whom a task sends its forms to, as its settings and the request say. */

/** No retry would change it. The message says what to do. */
export class CannotSend extends Error {}

export interface FormTarget extends Addressee {
  vendor: { id: string; name: string }
  to: Addressed
}

type Asking = Pick<BaseContext, 'db' | 'directory'>

interface VendorRow {
  id: string
  name: string
  archivedAt: number | null
  contact: string | null
}

/** ?1 company, ?2 request: the vendor in its answers, or those linked to it. */
const VENDORS_OF_REQUEST = `SELECT vendor_id AS id FROM intake_submissions
    WHERE id = ?2 AND company_id = ?1 AND vendor_id IS NOT NULL
   UNION ALL
   SELECT l.vendor_id FROM intake_submission_vendors l
    WHERE l.company_id = ?1 AND l.intake_submission_id = ?2
      AND NOT EXISTS (SELECT 1 FROM intake_submissions WHERE id = ?2 AND company_id = ?1 AND vendor_id IS NOT NULL)
   LIMIT 2`

const textOf = (facts: Facts, questionId: string | null) => {
  const fact = questionId === null ? undefined : facts.get(questionId)
  const [value] = Array.isArray(fact?.value) ? (fact.value as unknown[]) : [fact?.value]
  return { label: fact?.label ?? 'the question', value: typeof value === 'string' ? value.trim() : '' }
}

/** Throws `CannotSend` if there is none, or more than one. */
const vendorIdOf = async (
  { db }: Asking,
  state: Pick<ApprovalView, 'companyId' | 'targetId'>,
  { vendor }: SendVendorFormSettings,
  facts: Facts,
): Promise<string> => {
  if (vendor.source === 'VENDOR') return vendor.vendorId
  if (vendor.source === 'QUESTION') {
    const { label, value } = textOf(facts, vendor.questionId)
    if (value) return value
    throw new CannotSend(`No vendor: “${label}” isn’t answered`)
  }
  const rows = await db.all<{ id: string }>(db.sql(VENDORS_OF_REQUEST, state.companyId, state.targetId))
  if (rows.length > 1) throw new CannotSend('Several vendors are linked to the request. Choose the one to ask')
  const [row] = rows
  if (row) return row.id
  throw new CannotSend('The request doesn’t name a vendor')
}

/** Throws `CannotSend` for a vendor that is gone or archived. */
export const vendorToAsk = async ({ db }: Asking, companyId: string, vendorId: string): Promise<VendorRow> => {
  const row = await db.first<VendorRow>(
    db.sql(
      `SELECT id, name, archived_at AS archivedAt, external_contact AS contact FROM vendors
        WHERE company_id = ? AND id = ?`,
      ...[companyId, vendorId],
    ),
  )
  if (!row && isProposedVendorId(vendorId))
    throw new CannotSend('The vendor is only proposed so far. It is created once everyone has approved')
  if (!row) throw new CannotSend('The vendor was deleted')
  if (row.archivedAt !== null) throw new CannotSend(`${row.name} is archived`)
  return row
}

const contactOf = ({ name, contact }: VendorRow): string => {
  const { email = '' } = contact ? (JSON.parse(contact) as Contact) : {}
  if (email) return email.toLowerCase()
  throw new CannotSend(`${name} has no contact with an email address`)
}

/** Throws `CannotSend` if the request doesn't say who answers. */
export const targetOf = async (
  context: Asking,
  state: Pick<ApprovalView, 'companyId' | 'targetId'>,
  settings: SendVendorFormSettings,
  facts: Facts,
): Promise<FormTarget> => {
  const { companyId } = state
  const row = await vendorToAsk(context, companyId, await vendorIdOf(context, state, settings, facts))
  const vendor = { id: row.id, name: row.name }
  const people = await peopleOfVendor(context, companyId, vendor.id)
  const to = (asked: Parameters<typeof addresseeOf>[2]): Addressed => addresseeOf(people, vendor.name, asked)
  const { recipient } = settings
  if (recipient.source === 'VENDOR' && people.length > 0)
    return { vendor, vendorId: vendor.id, email: null, to: to({ allVendorCompanyUsers: true }) }
  if (recipient.source === 'VENDOR' || recipient.source === 'CONTACT')
    return { vendor, vendorId: vendor.id, email: null, to: to({ email: contactOf(row) }) }
  const { label, value } =
    recipient.source === 'EMAIL' ? { label: '', value: recipient.email } : textOf(facts, recipient.questionId)
  if (!value) throw new CannotSend(label ? `No recipient: “${label}” isn’t answered` : 'No recipient')
  const email = emailValue.safeParse(value)
  if (!email.success) throw new CannotSend(`“${value}” isn’t an email address`)
  return { vendor, vendorId: vendor.id, email: email.data, to: to({ email: email.data }) }
}
