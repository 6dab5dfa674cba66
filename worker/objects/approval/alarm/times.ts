import { deadlineSteps } from '../../../../schema/approvals/engine/deadlines.ts'
import type { ApprovalState } from '../../../../schema/approvals/engine/model.ts'
import { systemClock } from '../../../core/clock.ts'
import { LOOK_MS } from '../viewers.ts'

/** When an object's alarm rings. Its times are the system's; deadlines are kept by the clock of commands. */

/**
 * An unconfirmed projection is checked by the alarm after this long. The object leaves memory after ten seconds, and
 * waking it up would cost more than the projection.
 */
export const PROJECT_GRACE_MS = 6_000
/** What D1 has is noted after the answer, once for commands that follow each other closely. */
export const NOTE_MS = 1_000
export const RETRY_FIRST_MS = 1_000
export const RETRY_MOST_MS = 5 * 60_000

type Ringing = Pick<DurableObjectState, 'getWebSockets' | 'storage'>

/** When to look at the next deadline. Null if there is none. */
const nextDeadline = (state: ApprovalState, now: number): number | null => {
  const [next] = deadlineSteps(state)
  return next ? Math.max(next.at - now, RETRY_FIRST_MS) + systemClock.now() : null
}

/** The alarm runs often while there are viewers, to disconnect those who were disabled or signed out. */
const nextLook = (ctx: Ringing): number | null => (ctx.getWebSockets().length > 0 ? systemClock.now() + LOOK_MS : null)

/** Rings then, or earlier if it would anyway. */
const ringBy = async ({ storage }: Ringing, at: number | null): Promise<void> => {
  if (at === null) return
  const alarm = await storage.getAlarm()
  if (alarm === null || alarm > at) await storage.setAlarm(at)
}

export const ringForViewers = (ctx: Ringing): Promise<void> => ringBy(ctx, nextLook(ctx))

export const ringForDeadline = (ctx: Ringing, state: ApprovalState, now: number): Promise<void> =>
  ringBy(ctx, nextDeadline(state, now))

/** With nothing left to write, only deadlines and viewers are worth ringing for. */
export const ringForNext = (ctx: Ringing, state: ApprovalState, now: number): Promise<void> => {
  const times = [nextLook(ctx), nextDeadline(state, now)].filter((at) => at !== null)
  return times.length > 0 ? ctx.storage.setAlarm(Math.min(...times)) : ctx.storage.deleteAlarm()
}
