import { z } from 'zod'
import { searchText } from '../../../lib/search-text.ts'

/** What the page of comments keeps in its address. */
export const threadSearch = z.object({
  show: z.enum(['open', 'resolved', 'all']).default('open').catch('open'),
  vendor: searchText,
  /** The discussion that a link leads to. */
  thread: searchText,
})
