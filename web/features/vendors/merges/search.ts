import { z } from 'zod'

/** The vendor that is merged into the one of the path. */
export const mergeSearch = z.object({ from: z.string().max(64).optional().catch(undefined) })
