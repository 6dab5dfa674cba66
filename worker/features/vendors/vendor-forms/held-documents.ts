import { type HeldDocument, listHeldDocuments } from '../../../../schema/vendors/vendor-forms/document-endpoints.ts'
import { inCell, isLocked } from '../../../core/cells.ts'
import { companyMoves, notFound } from '../../../core/errors.ts'
import { inputOf, query, type VendorWorkContext } from '../../../core/operation.ts'
import type { Customer } from '../../../core/vendor-actor.ts'
import { DOCUMENT_COLUMNS, DOCUMENT_FILES, type DocumentRow, todayOf, toVendorDocument } from './document-rows.ts'
import { OPEN_TO_VENDORS } from './open-form.ts'
import { SENT_TO, sentToParams } from './portal.ts'

/**
 * The documents that each customer has from the vendor. Invariant: a person sees those of forms that were sent to them,
 * to everyone at their vendor company or to their address, and never another vendor company's.
 */

/** The newest forms of each customer, and so many of their documents. */
const FORMS = 25
const SHOWN = 40

const CUSTOMERS = `SELECT c.id, c.name, c.cell, k.vendor_id AS vendorId FROM vendor_company_customers k
  CROSS JOIN directory_companies c ON c.id = k.company_id WHERE k.vendor_company_id = ?1`

/** So many of them, by name. */
export const customersOf = ({ directory, vendor }: VendorWorkContext, most = 20): Promise<Customer[]> =>
  directory.all<Customer>(
    directory.sql(`${CUSTOMERS} ORDER BY c.name COLLATE NOCASE, c.id LIMIT ?2`, vendor.vendorCompany.id, most),
  )

/** The same person, working for another of their customers. Throws NOT_FOUND for a company that is none. */
export const atAnother = async (
  context: VendorWorkContext,
  companyId: string | undefined,
): Promise<VendorWorkContext> => {
  const { directory, vendor } = context
  const chosen = companyId === undefined || companyId === vendor.company.id
  const company = chosen
    ? vendor.company
    : await directory.first<Customer>(directory.sql(`${CUSTOMERS} AND c.id = ?2`, vendor.vendorCompany.id, companyId))
  if (!company) throw notFound('The customer')
  return inCell({ ...context, vendor: { ...vendor, company } }, company.cell)
}

/** The same for a change. Throws CONFLICT while that customer moves to another cell. */
export const writingAtAnother = async (
  context: VendorWorkContext,
  companyId: string | undefined,
): Promise<VendorWorkContext> => {
  const there = await atAnother(context, companyId)
  if (await isLocked(there, there.vendor.company.id)) throw companyMoves()
  return there
}

export interface HeldRow extends DocumentRow {
  intakeSubmissionId: string
  form: string
}

const HELD_COLUMNS = `${DOCUMENT_COLUMNS}, i.intake_submission_id AS intakeSubmissionId, c.name AS form`
const CURRENT = 'x.given_at IS NOT NULL AND x.replaced_at IS NULL'

const HELD = `SELECT ${HELD_COLUMNS}
  FROM (SELECT i.id FROM vendor_form_invitations i INDEXED BY vendor_form_invitations_vendor
         WHERE ${SENT_TO} AND i.status <> 'UNSUBMITTED' AND ${OPEN_TO_VENDORS}
         ORDER BY i.created_at DESC, i.id DESC LIMIT ${FORMS}) n
 CROSS JOIN vendor_form_invitations i ON i.id = n.id
 CROSS JOIN intake_categories c ON c.id = i.intake_category_id
 CROSS JOIN vendor_documents x ON x.company_id = ?1 AND x.vendor_form_id = n.id AND ${CURRENT} ${DOCUMENT_FILES}
 ORDER BY x.given_at DESC, d.id LIMIT ${SHOWN}`

/** The document that the customer has now. Throws NOT_FOUND. */
export const requireHeld = async (there: VendorWorkContext, documentId: string): Promise<HeldRow> => {
  const row = await there.db.first<HeldRow>(
    there.db.sql(
      `SELECT ${HELD_COLUMNS} FROM vendor_documents x ${DOCUMENT_FILES}
        CROSS JOIN vendor_form_invitations i ON i.id = x.vendor_form_id
        CROSS JOIN intake_categories c ON c.id = i.intake_category_id
        WHERE x.document_id = ?5 AND x.company_id = ?1 AND ${CURRENT} AND ${SENT_TO} AND ${OPEN_TO_VENDORS}`,
      ...sentToParams(there),
      documentId,
    ),
  )
  if (!row) throw notFound('The document')
  return row
}

/** For each customer, read in its own cell. The newest come first. */
export const heldDocuments = async (context: VendorWorkContext): Promise<(HeldRow & { company: Customer })[]> => {
  const cells = [...Map.groupBy(await customersOf(context), ({ cell }) => cell)]
  const found = await Promise.all(
    cells.map(async ([cell, companies]) => {
      const { db } = inCell(context, cell)
      const results = await db.batch(
        companies.map((company) =>
          db.sql(HELD, ...sentToParams({ ...context, vendor: { ...context.vendor, company } })),
        ),
      )
      return companies.flatMap((company, at) =>
        ((results[at]?.results ?? []) as unknown as HeldRow[]).map((row) => ({ ...row, company })),
      )
    }),
  )
  return found.flat().toSorted((a, b) => (b.givenAt ?? 0) - (a.givenAt ?? 0))
}

export const toHeld = (row: HeldRow & { company: Customer }, today: string): HeldDocument => ({
  ...toVendorDocument(row, today),
  company: { id: row.company.id, name: row.company.name },
  intakeSubmissionId: row.intakeSubmissionId,
  form: row.form,
})

export const readHeldDocuments = query({
  id: 'vendor-portal.documents',
  access: 'vendor.work',
  input: inputOf(listHeldDocuments),
  run: async (context) => {
    const today = todayOf(context)
    return (await heldDocuments(context)).map((row) => toHeld(row, today))
  },
})
