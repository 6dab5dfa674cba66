import { z } from 'zod'

/** What the addresses of the mapping pages say. Read before their code is there. */

export const mappingSearch = z.object({
  show: z.enum(['UNMAPPED', 'DISMISSED']).optional().catch(undefined),
  search: z.string().max(200).optional().catch(undefined),
  all: z.enum(['true']).optional().catch(undefined),
})

export const stepSearch = z.object({
  step: z
    .enum(['DEPARTMENT', 'LOCATION', 'VENDOR', 'EXPENSE_ACCOUNT', 'REVENUE_ACCOUNT', 'CLASSIFICATION'])
    .optional()
    .catch(undefined),
})
