import type { ApprovalEvent } from '../../../../schema/approvals/engine/events.ts'
import { EFFECTS_WAIT_MS, isUndoable } from '../../../../schema/approvals/engine/undo.ts'

/** How long the effects of an event are held back: while the decision behind it can still be undone. */
export const heldUntil = (events: readonly ApprovalEvent[], event: ApprovalEvent): { availableAt?: number } => {
  const isSame = (other: ApprovalEvent) => other.at === event.at && other.actor.userId === event.actor.userId
  const before = events.slice(0, events.indexOf(event))
  const first = before.findLastIndex((other) => !isSame(other)) + 1
  return isUndoable(before.slice(first)) ? { availableAt: event.at + EFFECTS_WAIT_MS } : {}
}
