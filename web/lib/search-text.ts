import { z } from 'zod'

/** A text that a page's address may say. Anything else there counts as nothing. */
export const searchText = z.string().max(2000).optional().catch(undefined)
