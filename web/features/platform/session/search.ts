import { z } from 'zod'
import { LOGIN_MESSAGES } from '../../../../schema/platform/session/endpoints.ts'

export const loginSearch = z.object({
  /** Anyone can make up the address, so only the product's own messages are shown. */
  message: z.enum(Object.values(LOGIN_MESSAGES)).optional().catch(undefined),
  email: z.string().max(254).optional().catch(undefined),
})
