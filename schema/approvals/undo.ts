import type { ApprovalEvent } from './events.ts'

/** A decision can be undone for a short while; what it sets off waits that long, and a little more, in the outbox. */

export const UNDO_MS = 10_000
/** Clocks differ: nothing is sent while someone can still undo it. */
export const EFFECTS_WAIT_MS = 12_000

/** Whether these are the events of one decision that left nothing behind but itself. */
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
