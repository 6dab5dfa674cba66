import type { Kind } from '../../../schema/shared/kinds.ts'

/** Hands the open approvals of a disabled member to someone else. See worker/features/platform/members/hand-over. */
export interface HandOver {
  userId: string
  /** Null hands over to the other approvers, or to the admins. */
  toUserId: string | null
  by: { userId: string; name: string; impersonatorUserId: string | null }
  /** One request. Without it, every open one, to catch requests filed at the same moment. */
  targetId?: string
  /** What it is. A request, in rows from before anything else was approved. */
  targetType?: Kind
}
