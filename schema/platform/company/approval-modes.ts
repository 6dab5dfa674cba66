import { z } from 'zod'

/** When the approvers of a request are asked: level by level, or all at submission (specification 3 §7.6). */
export const APPROVAL_MODES = ['EACH_LEVEL_GROUP', 'ALL_AT_ONCE'] as const
export const requestApprovalMode = z.enum(APPROVAL_MODES)
export type ApprovalMode = (typeof APPROVAL_MODES)[number]
export const APPROVAL_MODE_WORDS: Record<ApprovalMode, string> = {
  EACH_LEVEL_GROUP: 'level by level',
  ALL_AT_ONCE: 'all at once',
}
