import { z } from 'zod'

export const listStatusFilter = z.enum(['ACTION_REQUIRED', 'ACTIVE', 'ALL', 'ARCHIVED'])
