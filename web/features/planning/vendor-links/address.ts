import { z } from 'zod'
import { type Address, to } from '../../../lib/address.ts'

/** What the page's address says: whether it shows what was settled. */
export const linksSearch = z.object({ show: z.enum(['SETTLED']).optional().catch(undefined) })

export const linksHref = (show?: 'SETTLED'): Address => to('/vendors/from-accounting', {}, show ? { show } : {})
