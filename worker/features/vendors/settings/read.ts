import { unusedTypes } from '../../../../schema/requests/forms/unused-questions.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import { type CustomColumns, existingColumns, NO_COLUMNS } from '../../../../schema/vendors/settings/columns.ts'
import { getCustomFormFields, getVendorServiceColumns } from '../../../../schema/vendors/settings/endpoints.ts'
import { type CustomFormFields, NO_FIELDS } from '../../../../schema/vendors/settings/fields.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { notFound } from '../../../core/errors.ts'
import { type BaseContext, inputOf, query } from '../../../core/operation.ts'
import { ratesOfToday, ratesOfTodayStatement } from '../../platform/currency-rates/index.ts'
import { usesCategories } from '../vendors/index.ts'

export interface VendorSettings {
  fields: CustomFormFields
  fieldsVersion: number
  columns: CustomColumns
  columnsVersion: number
  exchange: Exchange
}

/**
 * Custom fields and columns of the company, in one round trip. Empty, with version 0, before the first save. Throws
 * NOT_FOUND for a category that the company doesn't have.
 * @param categoryId a vendor category, to get its own fields instead of those of all vendors and services
 */
export const readVendorSettings = async (
  context: BaseContext & { actor: StaffActor },
  categoryId = '',
): Promise<VendorSettings> => {
  const { db, actor } = context
  const [fields, columns, categories, rates] = await db.batch([
    db.sql(
      'SELECT definition, version FROM custom_form_fields WHERE company_id = ? AND vendor_category_id = ?',
      actor.companyId,
      categoryId,
    ),
    db.sql('SELECT definition, version FROM vendor_service_custom_columns WHERE company_id = ?', actor.companyId),
    db.sql('SELECT 1 FROM vendor_categories WHERE id = ? AND company_id = ?', categoryId, actor.companyId),
    ratesOfTodayStatement(context),
  ])
  if (categoryId && !(usesCategories(actor) && categories?.results.length)) throw notFound('The vendor category')
  const ofFields = fields?.results[0]
  const ofColumns = columns?.results[0]
  return {
    fields: ofFields ? JSON.parse(String(ofFields.definition)) : NO_FIELDS,
    fieldsVersion: Number(ofFields?.version ?? 0),
    columns: ofColumns ? JSON.parse(String(ofColumns.definition)) : NO_COLUMNS,
    columnsVersion: Number(ofColumns?.version ?? 0),
    exchange: ratesOfToday(context, rates?.results),
  }
}

/** Anyone who fills in a vendor or a service needs its fields. */
export const readCustomFormFields = query({
  id: 'settings.get-custom-form-fields',
  access: 'staff.use',
  input: inputOf(getCustomFormFields),
  run: async (context, { vendorCategoryId }) => {
    const { fields, fieldsVersion, exchange } = await readVendorSettings(context, vendorCategoryId)
    return { ...fields, version: fieldsVersion, exchange, unused: unusedTypes(context.actor.policy.company) }
  },
})

export const readVendorServiceColumns = query({
  id: 'settings.get-vendor-service-columns',
  access: 'staff.use',
  input: inputOf(getVendorServiceColumns),
  run: async (context) => {
    const { fields, columns, columnsVersion } = await readVendorSettings(context)
    return { ...existingColumns(columns, fields), version: columnsVersion }
  },
})
