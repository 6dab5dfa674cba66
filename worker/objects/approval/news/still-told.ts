import type { ApprovalEvent } from '../../../../schema/approvals/engine/events.ts'
import {
  type ApprovalState,
  asksPeople,
  awaitedBlocks,
  type Block,
  currentBlocks,
  isDecided,
  isSentBack,
  waitsForTurn,
} from '../../../../schema/approvals/engine/model.ts'
import { isTask } from '../../../../schema/approvals/workflows/rule-kinds.ts'
import type { NotificationKind } from '../../../../schema/platform/notifications/levels.ts'
import type { NotificationRecipient, RequestNotification } from '../../../core/outbox.ts'

/**
 * What a notification still has to say when it goes out. It was written with its command and can have waited since:
 * until a decision could no longer be undone, or in the queue. So no one is asked for what they can't do any more, told
 * of an end that was taken back, or asked for the same twice.
 */

/** Emails that ask someone to act on a step. */
const ASKS: ReadonlySet<NotificationKind> = new Set([
  'APPROVAL_REQUESTED',
  'APPROVAL_RESTARTED',
  'TASK_REQUESTED',
  'ESCALATED',
  'REMINDER',
  'SEND_BACK_ANSWERED',
])

/** What happened around the command that the notification is about. */
export interface Surroundings {
  /** The events of the command. */
  events: readonly ApprovalEvent[]
  /** The notifications of earlier commands of the same run. */
  earlier: readonly RequestNotification[]
  /** Those of later commands. */
  later: readonly RequestNotification[]
  /** Those of earlier commands that are still held back. */
  waiting: readonly RequestNotification[]
}

const isOpen = ({ status, archivedAt, deletedAt }: ApprovalState): boolean =>
  status === 'PENDING' && archivedAt === null && deletedAt === null

/** Whether the person has yet to act on the step. */
const hasToAct = (block: Block, userId: string): boolean =>
  !block.decisions.some((d) => (d.onBehalfOf ?? d).userId === userId) &&
  (block.approvers.some((approver) => approver.userId === userId) || block.assignee?.userId === userId)

const isEscalatedTo = (block: Block, userId: string): boolean =>
  (block.escalations ?? []).some((one) => one.manager?.userId === userId && hasToAct(block, one.userId))

/** The steps that this person is asked for, among those the notification asks for. */
const stepsAskedOf = ({ asked }: RequestNotification, userId: string): ((block: Block) => boolean) => {
  if (!asked) return () => true
  const ids = new Set(asked.filter(({ userIds }) => userIds.includes(userId)).map(({ blockId }) => blockId))
  return ({ id }) => ids.has(id)
}

/** Whether one of these notifications asks the person for the step in its own words. */
const isAskedIn = (notifications: readonly RequestNotification[], { id }: Block, userId: string): boolean =>
  notifications.some(
    ({ asked = [], recipients }) =>
      asked.some(({ blockId, userIds }) => blockId === id && userIds.includes(userId)) &&
      recipients.some((one) => one.userId === userId && ASKS.has(one.kind)),
  )

/** The open steps of a notification that still wait for the person. */
const stepsFor = (
  state: ApprovalState,
  notification: RequestNotification,
  { userId, kind }: NotificationRecipient,
): Block[] => {
  if (!isOpen(state)) return []
  const isMeant = stepsAskedOf(notification, userId)
  const awaited = new Set(awaitedBlocks(state).map(({ id }) => id))
  // Who is asked again hears of it before their turn; with everyone asked at once, so does everyone else.
  const hears = (block: Block) =>
    awaited.has(block.id) ||
    kind === 'APPROVAL_RESTARTED' ||
    (state.settings.mode === 'ALL_AT_ONCE' && !waitsForTurn(block))
  const isOfKind = ({ ruleType }: Block) =>
    (kind !== 'APPROVAL_REQUESTED' || !isTask(ruleType)) && (kind !== 'TASK_REQUESTED' || isTask(ruleType))
  return currentBlocks(state).filter(
    (block) =>
      isMeant(block) &&
      isOfKind(block) &&
      !isDecided(block) &&
      block.closedAt === null &&
      asksPeople(block) &&
      hears(block) &&
      (kind === 'ESCALATED' ? isEscalatedTo(block, userId) : hasToAct(block, userId)),
  )
}

/** Whether the step that the command decided is still decided by it. */
const isStepStillDone = (state: ApprovalState, events: readonly ApprovalEvent[]): boolean =>
  events.some(
    (event) =>
      (event.type === 'block.approved' || event.type === 'block.bypassed') &&
      currentBlocks(state).some(({ id, decidedAt }) => id === event.blockId && decidedAt === event.at),
  )

const endsIn = (events: readonly ApprovalEvent[]): boolean =>
  events.some(({ type }) => type === 'request.approved' || type === 'request.rejected' || type === 'request.withdrawn')

/** Whether news that ask for nothing are still true. */
const isStillTrue = (
  state: ApprovalState,
  { userId, kind, blockLabel }: NotificationRecipient,
  { events }: Pick<Surroundings, 'events'>,
): boolean => {
  switch (kind) {
    case 'REQUEST_APPROVED':
      return state.status === 'APPROVED'
    case 'REQUEST_REJECTED':
      return state.status === 'REJECTED'
    case 'WITHDRAWN':
      return state.status === 'WITHDRAWN'
    case 'ARCHIVED':
      return state.archivedAt !== null
    case 'UNARCHIVED':
      return state.archivedAt === null
    case 'BLOCK_APPROVED':
    case 'BYPASSED':
      // After the end of the whole, a step is no news.
      return isStepStillDone(state, events) && (isOpen(state) || endsIn(events))
    case 'SENT_BACK':
      return isOpen(state) && currentBlocks(state).some(isSentBack)
    case 'ASSIGNED':
      return state.assignee?.userId === userId
    case 'WATCHING':
      if (blockLabel !== undefined && !isOpen(state)) return false
      return [state, ...currentBlocks(state)].some(({ watchers }) => watchers.some((one) => one.userId === userId))
    default:
      return true
  }
}

/** The same recipient, named the step that still waits, or null if nothing is left to say. */
const stillFor = (
  state: ApprovalState,
  notification: RequestNotification,
  recipient: NotificationRecipient,
  surroundings: Surroundings,
): NotificationRecipient | null => {
  const { earlier, later, waiting } = surroundings
  const { userId, kind, blockLabel } = recipient
  const isTold = later.some(({ recipients }) => recipients.some((one) => one.userId === userId && one.kind === kind))
  if (ASKS.has(kind)) {
    const steps = stepsFor(state, notification, recipient).filter((block) => !isAskedIn(later, block, userId))
    const [first] = steps
    if (!first) return null
    return steps.some(({ label }) => label === blockLabel) ? recipient : { ...recipient, blockLabel: first.label }
  }
  // A step that opens again after an edit is no news for people who watch it.
  const isRepeated = (other: NotificationRecipient) =>
    other.userId === userId && other.kind === kind && other.blockLabel === blockLabel
  if (kind === 'WATCHING' && blockLabel !== undefined && earlier.some((one) => one.recipients.some(isRepeated)))
    return null
  const isAsked = (notification.asked ?? []).some(({ userIds }) => userIds.includes(userId))
  if (kind === 'ANSWERS_CHANGED' && recipient.isOwn && isAsked) {
    const steps = stepsFor(state, notification, recipient)
    // The email that asks them comes in a moment, and shows the new answers.
    return steps.some((block) => !isAskedIn(waiting, block, userId)) ? recipient : null
  }
  const ends = kind === 'REQUEST_APPROVED' || kind === 'REQUEST_REJECTED' || kind === 'WITHDRAWN'
  return (ends && isTold) || !isStillTrue(state, recipient, surroundings) ? null : recipient
}

/** The notification with those recipients and steps for which it still holds. */
export const stillTold = (
  state: ApprovalState,
  notification: RequestNotification,
  surroundings: Surroundings,
): RequestNotification => {
  const recipients = notification.recipients.flatMap((one) => stillFor(state, notification, one, surroundings) ?? [])
  const told = new Set(recipients.map(({ userId }) => userId))
  const { asked, ...rest } = notification
  const open = new Set(currentBlocks(state).flatMap((block) => (isDecided(block) ? [] : [block.id])))
  const steps = (asked ?? [])
    .map(({ blockId, userIds }) => ({ blockId, userIds: userIds.filter((userId) => told.has(userId)) }))
    .filter(({ blockId, userIds }) => open.has(blockId) && userIds.length > 0)
  return { ...rest, recipients, ...(steps.length > 0 && { asked: steps }) }
}

type Undone = Extract<ApprovalEvent, { type: 'decision.undone' }>

/** Without the notifications of decisions that were undone. */
const withoutUndone = (
  notifications: readonly RequestNotification[],
  events: readonly ApprovalEvent[],
): RequestNotification[] => {
  const undone = events.filter((event): event is Undone => event.type === 'decision.undone')
  return notifications.filter(({ sequence }) => !undone.some(({ from, to }) => sequence >= from && sequence <= to))
}

const STARTS: ReadonlySet<ApprovalEvent['type']> = new Set(['request.submitted', 'request.restarted'])

/** What happened around a command, from the whole log. */
export const surroundingsOf = (
  { events, notifications }: { events: readonly ApprovalEvent[]; notifications: readonly RequestNotification[] },
  { sequence, after, now }: { sequence: number /** The end of the command before. */; after: number; now: number },
): Surroundings => {
  const told = withoutUndone(notifications, events)
  const runStart = events.findLast((event) => event.sequence <= sequence && STARTS.has(event.type))?.sequence ?? 0
  const before = told.filter((other) => other.sequence < sequence)
  return {
    events: events.filter((event) => event.sequence > after && event.sequence <= sequence),
    earlier: before.filter((other) => other.sequence >= runStart),
    later: told.filter((other) => other.sequence > sequence),
    waiting: before.filter((other) => (other.heldUntil ?? 0) > now),
  }
}
