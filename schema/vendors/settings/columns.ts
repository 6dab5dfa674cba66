import { z } from 'zod'
import { id, requiredText } from '../../shared/values.ts'
import { allFields, type CustomFormFields, type FieldSection } from './fields.ts'

/** A company's custom columns in the vendor list and the service list, each for one of its custom fields. */

const MAX_COLUMNS = 20
export const customColumn = z.object({ questionId: id, columnName: requiredText(60) })
export type CustomColumn = z.infer<typeof customColumn>

const columns = z.array(customColumn).max(MAX_COLUMNS, `A list has at most ${MAX_COLUMNS} custom columns`)
export const customColumns = z.object({ vendorColumns: columns, serviceColumns: columns })
export type CustomColumns = z.infer<typeof customColumns>
export type ColumnList = keyof CustomColumns

export const NO_COLUMNS: CustomColumns = { vendorColumns: [], serviceColumns: [] }

/** Whose answers a list can show. */
export const COLUMN_LISTS: { key: ColumnList; label: string; sections: FieldSection[] }[] = [
  { key: 'vendorColumns', label: 'Vendor list', sections: ['vendorFormFields'] },
  { key: 'serviceColumns', label: 'Service list', sections: ['serviceFormFields', 'serviceItemFormFields'] },
]

/** The fields that can be columns of a list: those in its sections that have an answer. */
export const columnFields = (list: ColumnList, fields: CustomFormFields) => {
  const sections = COLUMN_LISTS.find(({ key }) => key === list)?.sections ?? []
  return allFields(fields).filter((field) => sections.includes(field.section) && field.type !== 'DISPLAY_ONLY')
}

/** Columns whose field exists. Deleting a field reports what happens to its columns. */
export const existingColumns = (columns: CustomColumns, fields: CustomFormFields): CustomColumns => {
  const known = (list: ColumnList) => {
    const ids = new Set(columnFields(list, fields).map((field) => field.id))
    return columns[list].filter((column) => ids.has(column.questionId))
  }
  return { vendorColumns: known('vendorColumns'), serviceColumns: known('serviceColumns') }
}

/** Messages by path in the input, such as `vendorColumns.2.columnName`. */
export const checkColumns = (columns: CustomColumns, fields: CustomFormFields): Record<string, string> => {
  const messages: Record<string, string> = {}
  for (const { key, label } of COLUMN_LISTS) {
    const known = new Set(columnFields(key, fields).map((field) => field.id))
    const ids = new Set<string>()
    const names = new Set<string>()
    for (const [i, { questionId, columnName }] of columns[key].entries()) {
      const name = columnName.trim().toLowerCase()
      if (!known.has(questionId))
        messages[`${key}.${i}.questionId`] = `This field cannot be a column of the ${label.toLowerCase()}`
      else if (ids.has(questionId)) messages[`${key}.${i}.questionId`] = 'This field is already a column'
      if (names.has(name)) messages[`${key}.${i}.columnName`] = 'Another column has this name'
      ids.add(questionId)
      names.add(name)
    }
  }
  return messages
}
