import { z } from 'zod'

const text = z.string().optional().catch(undefined)

/** The list's state in the address. Without `status` only active members are shown. */
export const memberSearch = z.object({
  search: text,
  status: z.enum(['all', 'disabled']).optional().catch(undefined),
  inGroupId: text,
  notInGroupId: text,
  inDepartmentId: text,
  notInDepartmentId: text,
  inBusinessUnitId: text,
  notInBusinessUnitId: text,
  userIds: z
    .preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(z.string()))
    .optional()
    .catch(undefined),
  dialog: z.enum(['new']).optional().catch(undefined),
  cursor: z.unknown().optional(),
})
