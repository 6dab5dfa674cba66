import { z } from 'zod'
import type { ErpVendorRow } from '../../../../schema/planning/actuals/erp-lookup-endpoints.ts'
import { MOST_MAPPED_AT_ONCE } from '../../../../schema/planning/actuals/mapping-values.ts'
import { id } from '../../../../schema/shared/values.ts'
import { command, query, type StaffContext } from '../../../core/operation.ts'
import type { ErpObjectRow } from '../../platform/accounting/index.ts'
import { missingVendor } from '../../vendors/vendors/index.ts'
import { toErpVendor } from './erp-lookups.ts'
import { changeOf, saveChanges } from './mapping-save.ts'

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

/** With its address in the accounting system, which people who see the vendor may know. */
type ErpVendorOfVendor = ErpVendorRow & { email: string | null }

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
    return ((found?.results ?? []) as unknown as (ErpObjectRow & { email: string | null })[]).map((row) => ({
      ...toErpVendor(row),
      email: row.email,
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
