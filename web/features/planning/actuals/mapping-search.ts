import { z } from 'zod'
import { searchText } from '../../../lib/search-text.ts'

/** What the addresses of the mapping pages say. It is read before their code is there. */
export const mappingSearch = z.object({
  show: searchText,
  search: searchText,
  all: searchText,
  /** In the wizard. */ step: searchText,
})
