import { z } from 'zod'

/** What the addresses of these pages hold. Read at the start of the app, so without the pages. */

export const companyListSearch = z.object({
  search: z.string().trim().max(120).optional().catch(undefined),
  dialog: z.enum(['new']).optional().catch(undefined),
  cursor: z.unknown().optional(),
})

export const COMPANY_TABS = ['details', 'features', 'logos', 'entities', 'requests', 'database'] as const

export const companyPageSearch = z.object({ tab: z.enum(COMPANY_TABS).optional().catch(undefined) })
