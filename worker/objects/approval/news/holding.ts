import type { ApprovalEvent } from '../../../../schema/approvals/engine/events.ts'
import type { ApprovalState } from '../../../../schema/approvals/engine/model.ts'
import type { NotificationKind } from '../../../../schema/platform/notifications/levels.ts'
import type { RequestNotification } from '../../../core/outbox.ts'
import { stillTold } from './still-told.ts'

/** For these it matters what other notifications say. */
const AMONG_OTHERS: ReadonlySet<NotificationKind> = new Set(['WATCHING', 'ANSWERS_CHANGED'])

const saidBy = ({ recipients, asked = [] }: RequestNotification): string => JSON.stringify([recipients, asked])

/** Marks a notification that holds as it is until the next event, so that no one has to ask when it goes out before. */
export const markHolding = (
  notification: RequestNotification,
  state: ApprovalState,
  events: readonly ApprovalEvent[],
): RequestNotification => {
  if (notification.recipients.some(({ kind }) => AMONG_OTHERS.has(kind))) return notification
  const still = stillTold(state, notification, { events, earlier: [], later: [], waiting: [] })
  return saidBy(still) === saidBy(notification) ? { ...notification, holds: true } : notification
}
