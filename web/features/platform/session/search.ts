import { z } from 'zod'
import { LOGIN_MESSAGES } from '../../../../schema/platform/session/endpoints.ts'
import { searchText } from '../../../lib/search-text.ts'

export const loginSearch = z.object({
  /** Anyone can make up the address, so only the product's own messages are shown. */
  message: z.enum(Object.values(LOGIN_MESSAGES)).optional().catch(undefined),
  email: searchText,
})
