import { outdatedVisibility } from '../../../../schema/requests/forms/condition-sources.ts'
import { typeLabel } from '../../../../schema/requests/forms/form-rules.ts'
import {
  COLUMN_LISTS,
  type CustomColumns,
  checkColumns,
  existingColumns,
} from '../../../../schema/vendors/settings/columns.ts'
import { saveCustomFormFields, saveVendorServiceColumns } from '../../../../schema/vendors/settings/endpoints.ts'
import {
  type CustomFormFields,
  checkFields,
  FIELD_SECTIONS,
  fieldsOfForm,
  formOfFields,
} from '../../../../schema/vendors/settings/fields.ts'
import { commit, lastWriteWins } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, staleVersion } from '../../../core/errors.ts'
import { followQuestions } from '../../../core/list/view-questions.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { refuseWhileRead } from '../../../core/references.ts'
import { withKnownOptions } from '../../requests/forms/index.ts'
import { requireCategory } from '../vendors/index.ts'
import { readVendorSettings } from './read.ts'

const refuse = (fields: Record<string, string>): void => {
  const first = Object.values(fields)[0]
  if (first) throw new AppError('INVALID', first, { fields })
}

/** Writes the version after `version`. Changes no row if another version is stored, or none was expected. */
const saveStatements = (
  { db, actor, clock }: StaffContext,
  table: 'custom_form_fields' | 'vendor_service_custom_columns',
  definition: CustomFormFields | CustomColumns,
  version: number,
  categoryId = '',
): D1PreparedStatement[] => {
  const isFields = table === 'custom_form_fields'
  const key = isFields ? 'company_id, vendor_category_id' : 'company_id'
  const values = isFields ? '?1, ?5' : '?1'
  const same = isFields ? 'company_id = ?1 AND vendor_category_id = ?5' : 'company_id = ?1'
  return [
    db.sql(
      `INSERT INTO ${table} (${key}, definition, version, updated_at)
       SELECT ${values}, ?2, ?3 + 1, ?4
        WHERE ?3 = 0 OR EXISTS (SELECT 1 FROM ${table} WHERE ${same} AND version = ?3)
           ON CONFLICT (${key}) DO UPDATE SET definition = excluded.definition, version = excluded.version,
                                              updated_at = excluded.updated_at WHERE version = ?3`,
      actor.companyId,
      JSON.stringify(definition),
      version,
      clock.now(),
      ...(isFields ? [categoryId] : []),
    ),
    guardOneRow(db),
  ]
}

const columnsAudit = (
  companyId: string,
  before: CustomColumns,
  after: CustomColumns,
  version: number,
  message: string,
) => ({
  changeKey: `vendor-columns:${companyId}:v${version + 1}`,
  action: 'vendor-columns.saved',
  targetType: 'VENDOR_SETTINGS' as const,
  targetId: companyId,
  message,
  changeData: { before: columnNames(before), after: columnNames(after) },
})

/**
 * Replaces the custom fields. Columns of deleted fields are deleted with them. Throws INVALID with messages by field
 * id, CONFLICT if `version` isn't the stored one.
 */
export const saveFields = command({
  id: 'settings.save-custom-form-fields',
  access: 'vendors.configure',
  input: inputOf(saveCustomFormFields),
  run: lastWriteWins(async (context, { vendorCategoryId, version: read, ...sections }) => {
    const category = vendorCategoryId === undefined ? null : await requireCategory(context, vendorCategoryId)
    const before = await readVendorSettings(context, vendorCategoryId)
    const version = read ?? before.fieldsVersion
    if (version !== before.fieldsVersion) throw staleVersion('The fields')
    const { form, problems: foreign } = await withKnownOptions(context, formOfFields(inOrder(sections)))
    const after = fieldsOfForm(form)
    refuse(
      Object.fromEntries(
        [
          ...checkFields(after),
          ...foreign,
          ...outdatedVisibility(formOfFields(before.fields), formOfFields(after)),
        ].map(({ id, message }) => [id, message]),
      ),
    )
    // The fields of a category are asked for only while a vendor is added, so nothing else reads them.
    if (!category)
      await refuseWhileRead(context, {
        categoryId: null,
        before: formOfFields(before.fields),
        after: formOfFields(after),
      })
    const { companyId } = context.actor
    // Columns show only custom fields.
    const columns = category ? before.columns : existingColumns(before.columns, after)
    const columnsChange = JSON.stringify(columns) !== JSON.stringify(before.columns)
    return commit(context, {
      subject: 'The fields',
      statements: [
        ...saveStatements(context, 'custom_form_fields', after, version, category?.id),
        ...(category
          ? []
          : await followQuestions(
              context,
              { before: formOfFields(before.fields), after: formOfFields(after) },
              async () => [],
            )),
        ...(columnsChange
          ? saveStatements(context, 'vendor_service_custom_columns', columns, before.columnsVersion)
          : []),
      ],
      audit: [
        {
          changeKey: `vendor-fields:${category?.id ?? companyId}:v${version + 1}`,
          action: 'vendor-fields.saved',
          targetType: 'VENDOR_SETTINGS',
          targetId: companyId,
          message: category
            ? `Changed the fields of the vendor category ${category.name}`
            : 'Changed the fields of vendors and services',
          changeData: { before: outline(before.fields), after: outline(after) },
        },
        ...(columnsChange
          ? [
              columnsAudit(
                companyId,
                before.columns,
                columns,
                before.columnsVersion,
                'Columns of deleted fields were removed',
              ),
            ]
          : []),
      ],
      result: { version: version + 1 },
    })
  }),
})

/** Throws INVALID with messages by column, such as `vendorColumns.0.columnName`, and CONFLICT for a stale version. */
export const saveColumns = command({
  id: 'settings.save-vendor-service-columns',
  access: 'vendors.configure',
  input: inputOf(saveVendorServiceColumns),
  run: lastWriteWins(async (context, { version: read, ...given }) => {
    const before = await readVendorSettings(context)
    const version = read ?? before.columnsVersion
    const after: CustomColumns = { ...before.columns, ...given }
    if (version !== before.columnsVersion) throw staleVersion('The columns')
    refuse(checkColumns(after, before.fields))
    return commit(context, {
      subject: 'The columns',
      statements: saveStatements(context, 'vendor_service_custom_columns', after, version),
      audit: [
        columnsAudit(
          context.actor.companyId,
          before.columns,
          after,
          version,
          'Changed the columns of the vendor list and the service list',
        ),
      ],
      result: { version: version + 1 },
    })
  }),
})

/** Sorted by ordinal and renumbered, so that there is one definition of the order. */
const inOrder = (sections: CustomFormFields): CustomFormFields =>
  Object.fromEntries(
    FIELD_SECTIONS.map(({ key }) => [
      key,
      [...sections[key]].sort((a, b) => a.ordinal - b.ordinal).map((field, ordinal) => ({ ...field, ordinal })),
    ]),
  ) as CustomFormFields

/** What people compare in the history. */
const outline = (fields: CustomFormFields) =>
  Object.fromEntries(
    FIELD_SECTIONS.map(({ key }) => [
      key,
      fields[key].map((field) => `${field.label} (${typeLabel(field.type)}${field.isRequired ? ', required' : ''})`),
    ]),
  )

const columnNames = (columns: CustomColumns) =>
  Object.fromEntries(COLUMN_LISTS.map(({ key }) => [key, columns[key].map((column) => column.columnName)]))
