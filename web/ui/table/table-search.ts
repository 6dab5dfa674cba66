import { z } from 'zod'
import { searchText } from '../../lib/search-text.ts'

const list = z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(z.string()).catch([]))

/** What every paged table keeps in the address. */
export const tableSearch = z.object({
  cursor: list.default([]),
  sort: searchText,
  /** Columns with their order and widths. See list-columns.ts. */
  columns: searchText,
  /** The sort field of the column by which rows are grouped. */
  groupBy: searchText,
  view: z.enum(['all']).optional().catch(undefined),
})
