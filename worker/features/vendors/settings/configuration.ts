import { z } from 'zod'
import { can } from '../../../../schema/shared/permissions.ts'
import { requiredText } from '../../../../schema/shared/values.ts'
import { type CustomColumns, checkColumns, existingColumns } from '../../../../schema/vendors/settings/columns.ts'
import {
  type CustomFormFields,
  checkFields,
  formOfFields,
  NO_FIELDS,
} from '../../../../schema/vendors/settings/fields.ts'
import { commit } from '../../../core/commit.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { callOf, ONLY, registerSection, type Stored } from '../../platform/configuration/index.ts'
import { namesOfForm } from '../../requests/forms/index.ts'
import { createCategory, deleteCategory, renameCategory, requireCategory } from '../vendors/index.ts'
import { saveColumns, saveFields } from './change.ts'
import { fieldsFile, fieldsFromFile, fieldsToFile } from './fields-file.ts'
import { readVendorSettings } from './read.ts'

/** Settings › Vendor management, in a file of configuration. */

const columnsFile = z
  .array(z.strictObject({ column: requiredText(60), field: z.string().max(800) }))
  .max(20)
  .default([])

interface RawFields {
  fields: CustomFormFields
  columns: CustomColumns
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

registerSection({
  key: 'vendorFields',
  title: 'Fields of vendors and services',
  noun: 'field',
  order: 10,
  shape: fieldsFile.extend({ vendorColumns: columnsFile, serviceColumns: columnsFile }),
  nameOf: null,
  isAvailable: ({ policy }) => can(policy, 'vendors.configure'),
  unavailable: 'You can’t configure fields of vendors',
  read: async (context) => {
    const { fields, columns } = await readVendorSettings(context)
    return [{ id: ONLY, name: ONLY, raw: { fields, columns: existingColumns(columns, fields) } }]
  },
  toFile: ({ fields, columns }: RawFields, reading) => {
    const names = namesOfForm(formOfFields(fields))
    const of = (list: CustomColumns['vendorColumns']) =>
      list.length > 0
        ? list.map(({ columnName, questionId }) => ({ column: columnName, field: names.keyOf(questionId) }))
        : undefined
    return {
      ...fieldsToFile(fields, reading),
      vendorColumns: of(columns.vendorColumns),
      serviceColumns: of(columns.serviceColumns),
    }
  },
  fromFile: ({ vendorColumns, serviceColumns, ...file }, writing, current) => {
    const fields = fieldsFromFile(file, writing, current?.fields ?? null, [])
    const names = namesOfForm(formOfFields(fields))
    const of = (list: typeof vendorColumns, key: string) =>
      list.flatMap(({ column, field }, i) => {
        const found = names.find(field)
        if (!found) writing.problem([key, i, 'field'], `There’s no such field: ${field}`)
        return found ? [{ columnName: column, questionId: found.id }] : []
      })
    const columns = {
      vendorColumns: of(vendorColumns, 'vendorColumns'),
      serviceColumns: of(serviceColumns, 'serviceColumns'),
    }
    for (const [path, message] of Object.entries(checkColumns(columns, fields)))
      writing.problem(path.split('.').slice(0, 2), message)
    return { fields, columns }
  },
  check: ({ fields }) => checkFields(fields),
  brings: ({ services, serviceItems }) => [
    ...services.map(({ question }) => ({ kind: 'serviceField' as const, name: `Service / ${question}` })),
    ...serviceItems.map(({ question }) => ({ kind: 'serviceField' as const, name: `Service item / ${question}` })),
  ],
  write: async (context, _, { fields, columns }) => {
    const before = await readVendorSettings(context)
    if (!same(before.fields, fields)) await callOf(saveFields, context, fields)
    const { columns: left, fields: now } = await readVendorSettings(context)
    if (!same(existingColumns(left, now), columns)) await callOf(saveColumns, context, columns)
  },
})

interface RawCategory {
  name: string
  fields: CustomFormFields
}

const readCategories = async ({ db, actor }: StaffContext): Promise<Stored<RawCategory>[]> => {
  const rows = await db.all<{ id: string; name: string; definition: string | null }>(
    db.sql(
      `SELECT c.id, c.name, f.definition FROM vendor_categories c
         LEFT JOIN custom_form_fields f ON f.company_id = c.company_id AND f.vendor_category_id = c.id
        WHERE c.company_id = ?`,
      actor.companyId,
    ),
  )
  return rows.map(({ id, name, definition }) => ({
    id,
    name,
    raw: { name, fields: definition ? (JSON.parse(definition) as CustomFormFields) : NO_FIELDS },
  }))
}

registerSection({
  key: 'vendorCategories',
  title: 'Vendor categories',
  noun: 'vendor category',
  order: 15,
  shape: z.strictObject({
    vendorCategory: requiredText(120),
    was: z.string().max(200).optional(),
    fields: fieldsFile.prefault({}),
  }),
  nameOf: ({ vendorCategory, was }) => ({ name: vendorCategory, was }),
  isAvailable: ({ policy }) => can(policy, 'vendors.configure') && policy.company.enableVendorCategories,
  unavailable: 'Vendor categories aren’t turned on here',
  read: readCategories,
  toFile: ({ name, fields }: RawCategory, reading) => ({
    vendorCategory: name,
    fields: same(fields, NO_FIELDS) ? undefined : fieldsToFile(fields, reading),
  }),
  fromFile: ({ vendorCategory, fields }, writing, current) => ({
    name: vendorCategory,
    fields: fieldsFromFile(fields, writing, current?.fields ?? null, ['fields']),
  }),
  check: ({ fields }) => checkFields(fields),
  create: async (context, { name }) => void (await callOf(createCategory, context, { name })),
  write: async (context, id, { name, fields }) => {
    const before = await requireCategory(context, id)
    if (before.name !== name) await callOf(renameCategory, context, { id, name, version: before.version })
    const { fields: was } = await readVendorSettings(context, id)
    if (!same(was, fields)) await callOf(saveFields, context, { ...fields, vendorCategoryId: id })
  },
  remove: async (context, { id }) => void (await callOf(deleteCategory, context, { id })),
  restore: async (context, { id, name, raw }) => {
    const { db, actor, clock } = context
    await commit(context, {
      subject: 'The vendor category',
      statements: [
        db.sql(
          'INSERT INTO vendor_categories (id, company_id, name, created_at) VALUES (?, ?, ?, ?)',
          id,
          actor.companyId,
          name,
          clock.now(),
        ),
        db.sql(
          `INSERT INTO custom_form_fields (company_id, vendor_category_id, definition, version, updated_at)
           VALUES (?, ?, ?, 1, ?)`,
          actor.companyId,
          id,
          JSON.stringify(raw.fields),
          clock.now(),
        ),
      ],
      audit: [
        {
          changeKey: `vendor-category:${id}:restored:${context.newId()}`,
          action: 'vendor-category.restored',
          targetType: 'VENDOR_SETTINGS',
          targetId: actor.companyId,
          message: `Restored the vendor category ${name}`,
          changeData: { after: { name } },
        },
      ],
      result: null,
    })
  },
})
