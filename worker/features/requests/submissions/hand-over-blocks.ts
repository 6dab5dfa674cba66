import { mayBeAssigned } from '../../../../schema/approvals/engine/block-people.ts'
import { type ApprovalView, type Block, currentBlocks, isDecided } from '../../../../schema/approvals/engine/model.ts'
import type { Quorum } from '../../../../schema/approvals/workflows/definition.ts'

/** Who approves instead of someone who left. Pure. */

export interface Leaving {
  userId: string
  /** The successor. Null leaves the decision to the others. */
  toUserId: string | null
  /** Active admins, who decide if no one else is left. */
  adminIds: readonly string[]
  /** Members who can no longer sign in. */
  disabledIds: ReadonlySet<string>
}

export interface Successors {
  blockId: string
  approverUserIds: string[]
  quorum: Quorum
}

const heardOf = (block: Block): Set<string> =>
  new Set(block.decisions.map((decision) => (decision.onBehalfOf ?? decision).userId))

/**
 * The approvers of a block without the person who left, or null if they have no open decision there. Someone leaving
 * never decides a block: if all others have decided already, one more person has to.
 */
const successorsOf = (
  block: Block,
  barred: ReadonlySet<string>,
  leaving: Leaving,
): Omit<Successors, 'blockId'> | null => {
  const { userId, toUserId, adminIds, disabledIds } = leaving
  const heard = heardOf(block)
  if (heard.has(userId) || !block.approvers.some((approver) => approver.userId === userId)) return null
  const others = block.approvers
    .map((approver) => approver.userId)
    .filter((id) => id !== userId && !disabledIds.has(id))
  const takesOver = toUserId !== null && !barred.has(toUserId) && !others.includes(toUserId)
  const next = takesOver ? [...others, toUserId] : others
  if (next.some((id) => !heard.has(id))) return { approverUserIds: next, quorum: block.quorum }
  const admins = adminIds.filter((id) => id !== userId && !barred.has(id) && !heard.has(id))
  if (admins.length === 0) return null
  const approved = block.decisions.filter((decision) => decision.decision === 'APPROVED').length
  const quorum: Quorum = approved === 0 ? { kind: 'ANY' } : { kind: 'AT_LEAST', count: approved + 1 }
  return { approverUserIds: [...next, ...admins], quorum }
}

/** People who filed or changed the request, or chose its approvers. */
const barredOf = (state: ApprovalView): Set<string> => new Set(state.involved.map(({ userId }) => userId))

const openBlocks = (state: ApprovalView): Block[] =>
  currentBlocks(state).filter((block) => !isDecided(block) && block.closedAt === null)

export const successors = (state: ApprovalView, leaving: Leaving): Successors[] =>
  openBlocks(state).flatMap((block) => {
    const found = successorsOf(block, barredOf(state), leaving)
    return found ? [{ blockId: block.id, ...found }] : []
  })

/** Blocks (null: the request itself) assigned to the person who left, and the new assignee. */
export const assignments = (
  state: ApprovalView,
  { userId, toUserId }: Leaving,
): { blockId: string | null; toUserId: string | null }[] => [
  ...(state.assignee?.userId === userId ? [{ blockId: null, toUserId }] : []),
  ...openBlocks(state)
    .filter((block) => block.assignee?.userId === userId)
    .map((block) => ({
      blockId: block.id,
      // A person who replaces the leaving approver also approves. Approvals can't be assigned to anyone else.
      toUserId:
        toUserId && !barredOf(state).has(toUserId) && [userId, toUserId].some((id) => mayBeAssigned(block, id))
          ? toUserId
          : null,
    })),
]
