import { z } from 'zod'
import { instant, named, requestStatus } from '../../shared/values.ts'

/** Blocks and their people as lists show them (specification 2 §3). */

/** An approver of a block, with their own decision. */
export const approverStatus = z.object({
  id: z.string(),
  status: requestStatus,
  level: z.number().int(),
  isManagerApprover: z.boolean(),
  department: named.nullable(),
  businessUnit: named.nullable(),
  user: named,
  group: named.nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type ApproverStatus = z.infer<typeof approverStatus>

export const levelGroupStatus = z.object({
  id: z.string(),
  level: z.number().int(),
  label: z.string(),
  reason: z.string(),
  status: requestStatus,
  department: named.nullable(),
  businessUnit: named.nullable(),
  group: named.nullable(),
  approvers: z.array(named),
})
export type LevelGroupStatus = z.infer<typeof levelGroupStatus>
