import { z } from 'zod'
import {
  COLUMN_LISTS,
  type ColumnList,
  type CustomColumns,
  checkColumns,
  columnFields,
  customColumns,
} from '../../../../schema/vendors/settings/columns.ts'
import type { CustomFormFields } from '../../../../schema/vendors/settings/fields.ts'
import { MAX_COLUMN_NAME } from '../../requests/categories/index.ts'

/** Changes of the columns, from columns to columns. */

export const addColumn = (
  columns: CustomColumns,
  list: ColumnList,
  field: { id: string; label: string },
): CustomColumns => ({
  ...columns,
  [list]: [...columns[list], { questionId: field.id, columnName: field.label.trim().slice(0, MAX_COLUMN_NAME) }],
})

export const renameColumn = (
  columns: CustomColumns,
  list: ColumnList,
  questionId: string,
  columnName: string,
): CustomColumns => ({
  ...columns,
  [list]: columns[list].map((column) => (column.questionId === questionId ? { ...column, columnName } : column)),
})

export const removeColumn = (columns: CustomColumns, list: ColumnList, questionId: string): CustomColumns => ({
  ...columns,
  [list]: columns[list].filter((column) => column.questionId !== questionId),
})

export const orderColumns = (columns: CustomColumns, list: ColumnList, ids: string[]): CustomColumns => ({
  ...columns,
  [list]: ids.flatMap((id) => columns[list].filter((column) => column.questionId === id)),
})

export interface ColumnProblem {
  list: ColumnList
  questionId: string
  message: string
}

/** What prevents saving, by column: the server's rules, and its messages by position. */
export const columnProblems = (
  columns: CustomColumns,
  fields: CustomFormFields,
  fromServer: Record<string, string> | null = null,
): ColumnProblem[] => {
  const shape = customColumns.safeParse(columns)
  const messages: Record<string, string> = { ...fromServer, ...checkColumns(columns, fields) }
  for (const issue of shape.error?.issues ?? []) messages[issue.path.join('.')] = issue.message
  return Object.entries(messages).flatMap(([path, message]) => {
    const [list, place] = path.split('.')
    const found = COLUMN_LISTS.find(({ key }) => key === list)
    if (!found) return []
    return [{ list: found.key, questionId: columns[found.key][Number(place)]?.questionId ?? '', message }]
  })
}

/** Fields that can still be added, by section. */
export const addableFields = (columns: CustomColumns, list: ColumnList, fields: CustomFormFields) => {
  const taken = new Set(columns[list].map((column) => column.questionId))
  return columnFields(list, fields).filter((field) => !taken.has(field.id))
}

const draft = z.object({
  vendorColumns: z.array(z.object({ questionId: z.string(), columnName: z.string() })),
  serviceColumns: z.array(z.object({ questionId: z.string(), columnName: z.string() })),
})
export const isColumns = (value: unknown): value is CustomColumns => draft.safeParse(value).success
