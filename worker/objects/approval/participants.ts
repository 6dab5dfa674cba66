import { deadlineOf, undecided } from '../../../schema/approvals/engine/deadlines.ts'
import type { AskedPerson, PersonRef } from '../../../schema/approvals/engine/facts.ts'
import {
  type ApprovalState,
  asksPeople,
  awaitedBlocks,
  awaitedSince,
  type Block,
  currentBlocks,
  type SentBack,
  sentBackBlocks,
} from '../../../schema/approvals/engine/model.ts'

/** One thing that a person should do. */
interface Awaited {
  id: string
  label: string
  ruleType: string
  since: number
  /** An approver of this step sent it back to its requester. */
  sentBack?: true
  /** Until when the person should decide. Missing without a deadline, null while it is paused. */
  dueAt?: number | null
}

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
  actions: Awaited[]
}

/**
 * The people it is waiting for: approvers without a decision, and the assignee. No one while an automatic task runs.
 */
const waitedFor = (block: Block): AskedPerson[] => (asksPeople(block) ? withoutSay(block) : [])

const withoutSay = (block: Block): AskedPerson[] => {
  const heard = new Set(block.decisions.map((d) => (d.onBehalfOf ?? d).userId))
  const people = block.approvers.filter((a) => !heard.has(a.userId))
  const { assignee } = block
  return assignee && !people.some((p) => p.userId === assignee.userId) ? [...people, assignee] : people
}

/** Approvers who are late, with the manager who may decide for them. */
const lateOf = (block: Block) => {
  const late = new Set(undecided(block).map(({ userId }) => userId))
  return (block.escalations ?? []).flatMap((one) =>
    one.manager && late.has(one.userId) ? [{ ...one, manager: one.manager }] : [],
  )
}

/** The people it belongs to: the requester, and the person who filed it for them. */
const requestersOf = ({ requestor, createdBy }: ApprovalState): PersonRef[] =>
  createdBy.userId === requestor.userId ? [requestor] : [requestor, createdBy]

const openSendBacks = (state: ApprovalState): (Block & { sentBack: SentBack })[] =>
  state.archivedAt === null
    ? sentBackBlocks(state).flatMap((block) => (block.sentBack ? [{ ...block, sentBack: block.sentBack }] : []))
    : []

/** What it is waiting for, as lists show it: its requester while it is sent back, otherwise the people of each step. */
export const waitingOf = (state: ApprovalState): { label: string; since: number; people: PersonRef[] }[] => [
  ...openSendBacks(state).map(({ sentBack: { at, by } }) => ({
    label: `${by.name} asked for changes`,
    since: at,
    people: requestersOf(state),
  })),
  ...awaitedBlocks(state).map((block) => ({
    label: block.label,
    since: awaitedSince(state, block),
    people: waitedFor(block),
  })),
]

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
  for (const block of openSendBacks(state)) {
    const { by, at } = block.sentBack
    for (const { userId } of requestersOf(state)) {
      const participant = of(userId)
      participant.actionSince = Math.min(participant.actionSince ?? at, at)
      const label = `${by.name} asked for changes`
      participant.actions.push({ id: block.id, label, ruleType: block.ruleType, since: at, sentBack: true })
    }
  }
  for (const block of awaitedBlocks(state)) {
    const opened = awaitedSince(state, block)
    for (const person of waitedFor(block)) {
      const { userId, askedAt = opened } = person
      const participant = of(userId)
      const since = Math.max(opened, askedAt)
      const deadline = deadlineOf(state, block, person)
      participant.actionSince = Math.min(participant.actionSince ?? since, since)
      participant.actions.push({
        ...{ id: block.id, label: block.label, ruleType: block.ruleType, since },
        ...(deadline && { dueAt: deadline.dueAt }),
      })
    }
    for (const { manager, at, userId } of lateOf(block)) {
      const participant = of(manager.userId)
      participant.isApprover = true
      const person = block.approvers.find((one) => one.userId === userId)
      const deadline = person && deadlineOf(state, block, person)
      participant.actionSince = Math.min(participant.actionSince ?? at, at)
      if (participant.actions.some(({ id }) => id === block.id)) continue
      participant.actions.push({
        ...{ id: block.id, label: block.label, ruleType: block.ruleType, since: at },
        ...(deadline && { dueAt: deadline.dueAt }),
      })
    }
  }
  return [...participants.values()]
}
