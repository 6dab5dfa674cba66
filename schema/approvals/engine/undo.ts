import type { ApprovalEvent } from './events.ts'

/** A decision can be undone for a short time. Its effects wait in the outbox for that long, plus a margin. */

export const UNDO_MS = 10_000
/** A margin for clock differences: nothing is sent while the decision can still be undone. */
export const EFFECTS_WAIT_MS = 12_000

/** Whether these events are one decision that changed nothing else. */
export const isUndoable = (events: readonly ApprovalEvent[]): boolean => {
  const [first] = events
  if (first?.type !== 'block.decided' || first.actor.kind !== 'USER') return false
  return events.every(
    (event) =>
      event.type !== 'answers.added' &&
      event.type !== 'blocks.added' &&
      !(event.type === 'block.approved' && event.createdService),
  )
}
