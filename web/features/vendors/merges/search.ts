import { z } from 'zod'
import { searchText } from '../../../lib/search-text.ts'

/** The vendor that is merged into the one of the path. */
export const mergeSearch = z.object({ from: searchText })
