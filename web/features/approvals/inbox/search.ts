import { z } from 'zod'
import { searchText } from '../../../lib/search-text.ts'

/** The address of the inbox: what is open, and the dialog on it. */
export const inboxSearch = z.object({
  open: searchText,
  dialog: searchText,
  step: searchText,
  question: searchText,
})
