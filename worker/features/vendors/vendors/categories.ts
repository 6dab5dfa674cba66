import { withStop } from '../../../../schema/shared/name-lists.ts'
import * as endpoints from '../../../../schema/vendors/vendors/category-endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { optionsPage, vendorCategorySource } from '../../platform/lookups/index.ts'
import { NOT_USED, usesCategories } from './rows.ts'

/** Vendor categories. Their own fields are stored beside the company's, by the category's id. */

const COLUMNS = `c.id, c.name, c.version, c.vendor_count AS vendorCount,
  coalesce((SELECT json_array_length(f.definition, '$.vendorFormFields') FROM custom_form_fields f
             WHERE f.company_id = c.company_id AND f.vendor_category_id = c.id), 0) AS fieldCount`

/** Throws NOT_FOUND, also for another company's, and if the company has turned categories off. */
export const requireCategory = async (
  { db, actor }: StaffContext,
  categoryId: string,
): Promise<endpoints.VendorCategory> => {
  if (!usesCategories(actor)) throw notFound('The vendor category')
  const row = await db.first<endpoints.VendorCategory>(
    db.sql(
      `SELECT ${COLUMNS} FROM vendor_categories c WHERE c.id = ? AND c.company_id = ?`,
      categoryId,
      actor.companyId,
    ),
  )
  if (!row) throw notFound('The vendor category')
  return row
}

export const readCategories = query({
  id: 'vendors.list-categories',
  access: 'vendors.use',
  input: inputOf(endpoints.listVendorCategories),
  run: async ({ db, actor }) =>
    usesCategories(actor)
      ? db.all<endpoints.VendorCategory>(
          db.sql(
            `SELECT ${COLUMNS} FROM vendor_categories c WHERE c.company_id = ? ORDER BY lower(c.name)`,
            actor.companyId,
          ),
        )
      : [],
})

export const readCategory = query({
  id: 'vendors.get-category',
  access: 'vendors.use',
  input: inputOf(endpoints.getVendorCategory),
  run: (context, { id }) => requireCategory(context, id),
})

export const readCategoryOptions = query({
  id: 'vendors.category-select-options',
  access: 'vendors.use',
  readsFirst: true,
  untilFound: true,
  input: inputOf(endpoints.vendorCategoryOptions),
  run: async (context, input) =>
    usesCategories(context.actor)
      ? optionsPage(context, vendorCategorySource, input)
      : { edges: [], pageInfo: { hasNextPage: false, startCursor: null, endCursor: null } },
})

const onDuplicate = {
  vendor_categories_name: (): AppError => invalidField('name', 'Another vendor category has this name'),
}

export const createCategory = command({
  id: 'vendors.create-category',
  access: 'vendors.configure',
  input: inputOf(endpoints.createVendorCategory),
  run: async (context, { name }): Promise<{ id: string }> => {
    const { db, actor, clock } = context
    if (!usesCategories(actor)) throw new AppError('RULE_BROKEN', NOT_USED)
    const id = context.newId()
    return commit(context, {
      subject: 'The vendor category',
      statements: [
        db.sql(
          'INSERT INTO vendor_categories (id, company_id, name, created_at) VALUES (?, ?, ?, ?)',
          id,
          actor.companyId,
          name,
          clock.now(),
        ),
      ],
      audit: [
        {
          changeKey: `vendor-category:${id}:v1`,
          action: 'vendor-category.created',
          targetType: 'VENDOR_SETTINGS',
          targetId: actor.companyId,
          message: `Created the vendor category ${name}`,
          changeData: { after: { name } },
        },
      ],
      result: { id },
      onDuplicate,
    })
  },
})

export const renameCategory = command({
  id: 'vendors.update-category',
  access: 'vendors.configure',
  input: inputOf(endpoints.renameVendorCategory),
  run: async (context, { id, name, version }) => {
    const { db, actor } = context
    const before = await requireCategory(context, id)
    if (before.name === name && before.version === version) return { id, version }
    return commit(context, {
      subject: 'The vendor category',
      statements: [
        db.sql(
          'UPDATE vendor_categories SET name = ?, version = version + 1 WHERE id = ? AND company_id = ? AND version = ?',
          name,
          id,
          actor.companyId,
          version,
        ),
        guardOneRow(db),
      ],
      audit: [
        {
          changeKey: `vendor-category:${id}:v${version + 1}`,
          action: 'vendor-category.renamed',
          targetType: 'VENDOR_SETTINGS',
          targetId: actor.companyId,
          message: `Renamed the vendor category ${before.name} to ${name}`,
          changeData: { before: { name: before.name }, after: { name } },
        },
      ],
      result: { id, version: version + 1 },
      onDuplicate,
    })
  },
})

/** Throws RULE_BROKEN with the reason IN_USE while it has vendors. */
export const deleteCategory = command({
  id: 'vendors.delete-category',
  access: 'vendors.configure',
  input: inputOf(endpoints.deleteVendorCategory),
  run: async (context, { id }) => {
    const { db, actor } = context
    const { name, version, vendorCount } = await requireCategory(context, id)
    if (vendorCount > 0) {
      const vendors = vendorCount === 1 ? '1 vendor is' : `${vendorCount} vendors are`
      throw new AppError('RULE_BROKEN', `${vendors} in ${withStop(name)} Remove them from it first.`, {
        reason: 'IN_USE',
      })
    }
    return commit(context, {
      subject: 'The vendor category',
      statements: [
        db.sql(
          `DELETE FROM vendor_categories WHERE id = ?1 AND company_id = ?2 AND version = ?3 AND NOT EXISTS (
             SELECT 1 FROM vendor_links k WHERE k.company_id = ?2 AND k.kind = 'CATEGORY' AND k.target_id = ?1)`,
          id,
          actor.companyId,
          version,
        ),
        guardOneRow(db),
        db.sql('DELETE FROM custom_form_fields WHERE company_id = ? AND vendor_category_id = ?', actor.companyId, id),
      ],
      audit: [
        {
          changeKey: `vendor-category:${id}:v${version + 1}`,
          action: 'vendor-category.deleted',
          targetType: 'VENDOR_SETTINGS',
          targetId: actor.companyId,
          message: `Deleted the vendor category ${name}`,
          changeData: { before: { name } },
        },
      ],
      result: { id },
    })
  },
})
