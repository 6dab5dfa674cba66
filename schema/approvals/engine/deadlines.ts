import type { BusinessCalendar } from '../../platform/business-hours/calendar.ts'
import { knownZone } from '../../shared/calendar.ts'
import { afterBusinessTime, businessTime } from './business-time.ts'
import type { AskedPerson } from './facts.ts'
import { type ApprovalView, asksPeople, awaitedBlocks, awaitedSince, type Block } from './model.ts'

/**
 * Until when an approver should have decided: business hours of their place, without the time in which the step waits for
 * the vendor or the requester. Pure: the object's alarm, its rows and the screens use it.
 */

const HOUR_MS = 3_600_000

type Clocked = Pick<Block, 'workStatusHistory' | 'workStatus' | 'createdAt' | 'reopenedAt' | 'openedAt' | 'ruleType'>

/** When the step waits for neither the vendor nor the requester, from an instant on. The last span can be open. */
const running = ({ workStatusHistory }: Pick<Block, 'workStatusHistory'>, since: number): [number, number | null][] => {
  const pauses = workStatusHistory
    .filter(
      ({ status, until }) =>
        (status === 'WAITING_ON_VENDOR' || status === 'WAITING_ON_REQUESTER') && (until ?? since + 1) > since,
    )
    .map(({ at, until }): [number, number | null] => [Math.max(at, since), until])
    .toSorted(([a], [b]) => a - b)
  const spans: [number, number | null][] = []
  let from: number | null = since
  for (const [start, end] of pauses) {
    if (from !== null && start > from) spans.push([from, start])
    from = end === null ? null : Math.max(from ?? end, end)
    if (from === null) return spans
  }
  return [...spans, [from, null]]
}

/** The instant at which the person has had that much time, or null while it is paused before. */
const whenUsed = (
  block: Clocked,
  since: number,
  milliseconds: number,
  { timeZone, calendar }: { timeZone: string; calendar: BusinessCalendar | undefined },
): number | null => {
  let left = milliseconds
  for (const [from, until] of running(block, since)) {
    const time = until === null ? Number.POSITIVE_INFINITY : businessTime(from, until, timeZone, calendar)
    if (time >= left) return afterBusinessTime(from, left, timeZone, calendar)
    left -= time
  }
  return null
}

export interface Deadline {
  /** Null while the step waits for the vendor or the requester. */
  dueAt: number | null
  /** When the person is reminded, if they are. */
  nudgeAt: number | null
}

type Run = Pick<ApprovalView, 'settings'>

/** For one person who is asked at a block. Null if nothing is due. */
export const deadlineOf = (
  run: Run,
  block: Clocked & Pick<Block, 'createdAt'>,
  person: AskedPerson,
): Deadline | null => {
  const rule = run.settings.deadline
  if (!rule) return null
  const since = Math.max(awaitedSince(run, block as Block), person.askedAt ?? 0)
  const place = { timeZone: knownZone(person.timeZone), calendar: rule.calendar }
  const budget = rule.hours * HOUR_MS
  return {
    dueAt: whenUsed(block, since, budget, place),
    nudgeAt:
      rule.nudgePercent === null ? null : whenUsed(block, since, Math.round((budget * rule.nudgePercent) / 100), place),
  }
}

/** The approvers of a block who have not decided. */
export const undecided = (block: Pick<Block, 'approvers' | 'decisions'>): Block['approvers'] => {
  const heard = new Set(block.decisions.map((decision) => (decision.onBehalfOf ?? decision).userId))
  return block.approvers.filter(({ userId }) => !heard.has(userId))
}

/** The first of its approvers' deadlines. Null if nothing is due, or it is paused. */
export const blockDueAt = (run: Run, block: Block): number | null => {
  const due = undecided(block).flatMap((person) => deadlineOf(run, block, person)?.dueAt ?? [])
  return due.length > 0 ? Math.min(...due) : null
}

/** A reminder or an escalation that is due for one person at one block. */
export interface DeadlineStep {
  kind: 'NUDGE' | 'ESCALATE'
  blockId: string
  userId: string
  at: number
}

/** What is still to come for an open request, soonest first. Each happens once while the person is asked. */
export const deadlineSteps = (state: ApprovalView): DeadlineStep[] => {
  if (!state.settings.deadline) return []
  const { escalates } = state.settings.deadline
  const steps = awaitedBlocks(state)
    .filter(asksPeople)
    .flatMap((block) =>
      undecided(block).flatMap((person): DeadlineStep[] => {
        const deadline = deadlineOf(state, block, person)
        const { userId } = person
        const told = (list: readonly { userId: string }[] = []) => list.some((one) => one.userId === userId)
        return [
          ...(deadline?.nudgeAt && !told(block.nudges)
            ? [{ kind: 'NUDGE' as const, blockId: block.id, userId, at: deadline.nudgeAt }]
            : []),
          ...(deadline?.dueAt && escalates && !told(block.escalations)
            ? [{ kind: 'ESCALATE' as const, blockId: block.id, userId, at: deadline.dueAt }]
            : []),
        ]
      }),
    )
  return steps.toSorted((a, b) => a.at - b.at)
}
