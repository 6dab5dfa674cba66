import type { AskedPerson } from '../../../schema/approvals/engine/facts.ts'
import {
  type ApprovalState,
  awaitedBlocks,
  awaitedSince,
  type Block,
  currentBlocks,
} from '../../../schema/approvals/engine/model.ts'

/** Who is involved in a request and who it is waiting for: the rows of request_participants. */
export interface Participant {
  userId: string
  isRequestor: boolean
  isApprover: boolean
  isWatcher: boolean
  actionSince: number | null
  /** Whether an undecided step names them, now or when its turn comes. */
  isAwaited: boolean
  /** `since` in milliseconds. A person can be asked at one step later than at another. */
  actions: { id: string; label: string; ruleType: string; since: number }[]
}

/**
 * The people it is waiting for: approvers without a decision, and the assignee. No one while an automatic task runs.
 */
export const waitedFor = (block: Block): AskedPerson[] =>
  block.automatic && block.automatic.state !== 'FAILED' ? [] : withoutSay(block)

const withoutSay = (block: Block): AskedPerson[] => {
  const heard = new Set(block.decisions.map((d) => (d.onBehalfOf ?? d).userId))
  const people = block.approvers.filter((a) => !heard.has(a.userId))
  const { assignee } = block
  return assignee && !people.some((p) => p.userId === assignee.userId) ? [...people, assignee] : people
}

export const participantsOf = (state: ApprovalState): Participant[] => {
  if (state.deletedAt !== null) return []
  const participants = new Map<string, Participant>()
  const of = (userId: string): Participant => {
    const before = participants.get(userId)
    if (before) return before
    const fresh = {
      userId,
      isRequestor: false,
      isApprover: false,
      isWatcher: false,
      actionSince: null,
      isAwaited: false,
      actions: [],
    }
    participants.set(userId, fresh)
    return fresh
  }
  of(state.requestor.userId).isRequestor = true
  // People who file for someone else follow the request. It belongs to the requester.
  if (state.createdBy.userId !== state.requestor.userId) of(state.createdBy.userId).isWatcher = true
  for (const { userId } of state.watchers) of(userId).isWatcher = true
  if (state.assignee) of(state.assignee.userId).isWatcher = true
  for (const block of currentBlocks(state)) {
    for (const { userId } of block.approvers) of(userId).isApprover = true
    for (const { userId } of block.watchers) of(userId).isWatcher = true
    if (block.assignee) of(block.assignee.userId).isApprover = true
    if (block.status === 'PENDING') for (const { userId } of withoutSay(block)) of(userId).isAwaited = true
  }
  for (const block of awaitedBlocks(state)) {
    const opened = awaitedSince(state, block)
    for (const { userId, askedAt = opened } of waitedFor(block)) {
      const participant = of(userId)
      const since = Math.max(opened, askedAt)
      participant.actionSince = Math.min(participant.actionSince ?? since, since)
      participant.actions.push({ id: block.id, label: block.label, ruleType: block.ruleType, since })
    }
  }
  return [...participants.values()]
}
