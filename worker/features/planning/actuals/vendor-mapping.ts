import { z } from 'zod'
import type { VendorPaymentInformation } from '../../../../schema/money/payments/details-endpoints.ts'
import type { ErpVendorRow } from '../../../../schema/planning/actuals/erp-lookup-endpoints.ts'
import { MOST_MAPPED_AT_ONCE } from '../../../../schema/planning/actuals/mapping-values.ts'
import { id } from '../../../../schema/shared/values.ts'
import { MOST_ERP_VENDORS } from '../../../../schema/vendors/vendors/endpoints.ts'
import { invalidField } from '../../../core/errors.ts'
import { command, query, type StaffContext } from '../../../core/operation.ts'
import { detailsOfVendors } from '../../money/payments/index.ts'
import type { ErpObjectRow } from '../../platform/accounting/index.ts'
import { type AccountingLinks, missingVendor, registerAccountingLinks } from '../../vendors/vendors/index.ts'
import { toErpVendor } from './erp-lookups.ts'
import { learnStatements } from './linking/learn.ts'
import { type ChangedRow, changeOf, mappingAfter, saveChanges, savedRows } from './mapping-save.ts'
import { objectsStatement, toObject } from './mapping-write.ts'

/** The accounting system's vendors of one vendor (specification 2 §7). */

const erpVendorIds = z
  .array(id)
  .min(1, 'Choose at least one')
  .max(MOST_MAPPED_AT_ONCE, `At most ${MOST_MAPPED_AT_ONCE} at once`)

const vendorStatement = ({ db, actor }: StaffContext, vendorId: string): D1PreparedStatement =>
  db.sql('SELECT 1 FROM vendors WHERE id = ? AND company_id = ?', vendorId, actor.companyId)

const requireVendor = async (context: StaffContext, vendorId: string): Promise<void> => {
  if (!(await context.db.first(vendorStatement(context, vendorId)))) throw await missingVendor(context, vendorId)
}

/** With its address in the accounting system, which people who see the vendor may know, and with its bank details. */
export interface ErpVendorOfVendor extends ErpVendorRow {
  email: string | null
  /** Null for people who don’t work with payments. */
  paymentInformation: VendorPaymentInformation[] | null
}

export const erpVendorsOfVendor = query({
  id: 'mappings.vendors-of-vendor',
  access: 'vendors.use',
  input: z.object({ vendorId: id }),
  run: async (context, { vendorId }): Promise<ErpVendorOfVendor[]> => {
    const { db, actor } = context
    const [vendors, found] = await db.batch([
      vendorStatement(context, vendorId),
      db.sql(
        `SELECT id, name, number, is_active AS isActive, details ->> 'status' AS status, vendor_id AS vendorId,
                details ->> 'email' AS email
           FROM erp_objects INDEXED BY erp_objects_vendor
          WHERE company_id = ? AND vendor_id = ? AND deleted_at IS NULL ORDER BY name_key, id`,
        actor.companyId,
        vendorId,
      ),
    ])
    if (!vendors?.results.length) throw await missingVendor(context, vendorId)
    const rows = (found?.results ?? []) as unknown as (Omit<ErpObjectRow, 'classification'> & {
      email: string | null
    })[]
    const details = await detailsOfVendors(
      context,
      rows.map((row) => row.id),
    )
    return rows.map((row) => ({
      ...toErpVendor(row),
      email: row.email,
      paymentInformation: details && (details.get(row.id) ?? []),
    }))
  },
})

export const addErpVendors = command({
  id: 'mappings.add-vendors-to-vendor',
  access: 'vendors.edit',
  input: z.object({ vendorId: id, erpVendorIds }),
  run: async (context, { vendorId, erpVendorIds: ids }) => {
    await requireVendor(context, vendorId)
    return saveChanges(
      context,
      'VENDOR',
      [...new Set(ids)].map((each) => changeOf({ id: each, vendorId })),
      { answer: () => ({ id: vendorId }) },
    )
  },
})

/** They are open again. */
export const removeErpVendors = command({
  id: 'mappings.remove-vendors-from-vendor',
  access: 'vendors.edit',
  input: z.object({ erpVendorIds }),
  run: async (context, { erpVendorIds: ids }) => {
    return saveChanges(
      context,
      'VENDOR',
      [...new Set(ids)].map((each) => changeOf({ id: each, vendorId: null })),
      { answer: () => ({ id: ids[0] ?? '' }) },
    )
  },
})

/** Those of a vendor that are shown with it. */
const shownStatement = ({ db, actor }: StaffContext, vendorId: string): D1PreparedStatement =>
  db.sql(
    `SELECT id, name FROM erp_objects INDEXED BY erp_objects_vendor
      WHERE company_id = ? AND vendor_id = ? AND deleted_at IS NULL ORDER BY name_key, id LIMIT ${MOST_ERP_VENDORS}`,
    actor.companyId,
    vendorId,
  )

interface Named {
  id: string
  name: string
}

/** The vendors that these belong to now. */
const vendorsOfStatement = ({ db, actor }: StaffContext, erpVendorIds: readonly string[]): D1PreparedStatement =>
  db.sql(
    `SELECT DISTINCT v.id, v.name FROM json_each(?2) j
      CROSS JOIN erp_objects o ON o.id = j.value AND +o.company_id = ?1 CROSS JOIN vendors v ON v.id = o.vendor_id`,
    actor.companyId,
    JSON.stringify(erpVendorIds),
  )

/** Given with the vendor's other fields: those come to it, and those that it had and that aren't given are open again. */
registerAccountingLinks(async (context, vendor, given): Promise<AccountingLinks | null> => {
  const { db } = context
  const shown = await db.all<Named>(shownStatement(context, vendor.id))
  const gone = new Set(shown.map(({ id }) => id).filter((id) => !given.includes(id)))
  const [stored, others] = await db.batch([
    objectsStatement(context, 'VENDOR', [...given, ...gone]),
    vendorsOfStatement(context, given),
  ])
  const objects = ((stored?.results ?? []) as unknown as Parameters<typeof toObject>[0][]).map(toObject)
  if (objects.length < given.length + gone.size)
    throw invalidField('erpVendors', 'Choose vendors of your accounting system')
  const changed = objects.flatMap((object): ChangedRow[] => {
    const vendorId = gone.has(object.id) ? null : vendor.id
    if (object.mapping.vendorId === vendorId) return []
    const after = mappingAfter('VENDOR', object.mapping, { id: object.id }, vendorId)
    return [{ id: object.id, name: object.name, version: object.version, before: object.mapping, after }]
  })
  if (changed.length === 0) return null
  const vendorNames = new Map(((others?.results ?? []) as unknown as Named[]).map(({ id, name }) => [id, name]))
  vendorNames.set(vendor.id, vendor.name)
  const { statements, audit } = savedRows(context, 'VENDOR', changed, vendorNames)
  return {
    before: shown.map(({ name }) => name),
    after: objects.filter(({ id }) => given.includes(id)).map(({ name }) => name),
    statements: [...statements, ...learnStatements(context, 'VENDOR', changed)],
    audit: [audit],
  }
})
