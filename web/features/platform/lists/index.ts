/**
 * Lists from their definitions: filters, chips, saved views, files and the table. Invariant: a list's state is in the
 * address.
 */
export type { OwnField } from './filter-fields.tsx'
export { FileItem, ListTable, NO_CHIPS } from './list-table.tsx'
export { type UsedList, useList } from './use-list.ts'
