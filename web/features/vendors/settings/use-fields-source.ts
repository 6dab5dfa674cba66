import { useMemo } from 'react'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { COLUMN_LISTS } from '../../../../schema/vendors/settings/columns.ts'
import {
  type CustomFormFields,
  checkFields,
  fieldsOfForm,
  formOfFields,
  isFieldType,
} from '../../../../schema/vendors/settings/fields.ts'
import { type FormKind, type FormSource, formProblems } from '../../requests/forms/index.ts'
import { readColumns, readFields, saveFields, vendorSettingsKeys } from './api.ts'

const FIELDS: FormKind = { noun: 'field', part: 'section', filers: 'people', offers: isFieldType }

const problemsOf = (form: FormDefinition) => formProblems(form, (value) => checkFields(fieldsOfForm(value)))

/** Which columns show the answers to these fields. */
const columnsOf = async (ids: string[]): Promise<string[]> => {
  const columns = await readColumns()
  return COLUMN_LISTS.flatMap(({ key, label }) => {
    const names = columns[key].filter((column) => ids.includes(column.questionId)).map((column) => column.columnName)
    if (names.length === 0) return []
    const [quoted, one] = [names.map((name) => `“${name}”`).join(', '), names.length === 1]
    return [`The ${one ? 'column' : 'columns'} ${quoted} of the ${label.toLowerCase()} ${one ? 'goes' : 'go'} with it.`]
  })
}

/** A category adds fields to vendors only. */
const formOf = (fields: CustomFormFields, categoryId: string | undefined): FormDefinition => {
  const form = formOfFields(fields)
  return categoryId ? { steps: form.steps.filter(({ id }) => id === 'vendor-fields') } : form
}

/**
 * The fields of vendors, services and service items, for the form builder.
 * @param categoryId a vendor category, for the fields of its vendors
 */
export const useFieldsSource = (fields: CustomFormFields, version: number, categoryId?: string): FormSource => {
  return useMemo(
    () => ({
      kind: FIELDS,
      form: formOf(fields, categoryId),
      version,
      draftName: categoryId ? `vendor-fields.${categoryId}` : 'vendor-fields',
      save: async ({ value, version: read }, commandId) =>
        (await saveFields(fieldsOfForm(value), read, commandId, categoryId)).version,
      readTheirs: async () => {
        const { version: now, ...theirs } = await readFields(undefined, categoryId)
        return { value: formOf(theirs, categoryId), version: now }
      },
      invalidates: [vendorSettingsKeys.columns, vendorSettingsKeys.history, ['vendors', 'categories']],
      problemsOf,
      // Columns show only custom fields.
      usedElsewhere: categoryId ? async () => [] : columnsOf,
      texts: {
        what: 'These fields',
        save: 'Save fields',
        saved: 'Fields saved',
        editor: 'Fields',
        unsaved: 'No fields yet',
      },
    }),
    [fields, version, categoryId],
  )
}
