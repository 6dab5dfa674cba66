import type { ApprovalEvent } from '../../../../../schema/approvals/engine/events.ts'
import type { ApprovalState } from '../../../../../schema/approvals/engine/model.ts'
import type { RequestNotification } from '../../../../../worker/core/outbox.ts'
import { notificationOf } from '../../../../../worker/objects/approval/news/notifications.ts'
import { stillTold, surroundingsOf } from '../../../../../worker/objects/approval/news/still-told.ts'
import { replay } from '../../../../../worker/objects/approval/state.ts'

/** The commands of one request as its object keeps them: the events, and where each command ends. */
export interface Told {
  events: readonly ApprovalEvent[]
  ends: readonly number[]
}

const eventsOf = ({ events, ends }: Told, end: number): ApprovalEvent[] => {
  const after = ends[ends.indexOf(end) - 1] ?? 0
  return events.filter(({ sequence }) => sequence > after && sequence <= end)
}

/** The notifications of all commands, in their order. */
export const written = (story: Told): RequestNotification[] =>
  [...new Set(story.ends)].flatMap((end) => {
    const state = replay(story.events.filter(({ sequence }) => sequence <= end))
    return (state && notificationOf(eventsOf(story, end), state)) ?? []
  })

/**
 * What goes out of each notification if all go out after the last command.
 * @param held whether they were held back until then
 */
export const goingOut = (story: Told, state: ApprovalState, held = false): RequestNotification[] => {
  const { events, ends } = story
  const all = written(story)
  const notifications = held ? all.map((one) => ({ ...one, heldUntil: 1 })) : all
  const undone = events.flatMap((event) => (event.type === 'decision.undone' ? [event] : []))
  return all
    .filter(({ sequence }) => !undone.some(({ from, to }) => sequence >= from && sequence <= to))
    .map((notification) => {
      const { sequence } = notification
      const after = ends[ends.indexOf(sequence) - 1] ?? 0
      return stillTold(state, notification, surroundingsOf({ events, notifications }, { sequence, after, now: 0 }))
    })
}
