import { z } from 'zod'
import type { MailKind } from './mail-kinds.ts'

/**
 * How much a person is notified of (specification 3 §7.1), and what each level means. Pure: settings, emails and tests
 * use it.
 */

export const NOTIFICATION_LEVELS = [
  'EVERY_UPDATE',
  'OWN_LEVEL',
  'REQUESTED_AND_FULLY_APPROVED',
  'APPROVED_ONLY',
] as const
export const notificationLevel = z.enum(NOTIFICATION_LEVELS)
export type NotificationLevel = z.infer<typeof notificationLevel>

/** A person's role in a request. Each role has its own level. */
export type NotificationRole = 'APPROVER' | 'WATCHER' | 'REQUESTER'

export const NOTIFICATION_KINDS = [
  'SENT_BACK',
  'ESCALATED',
  'APPROVAL_RESTARTED',
  'APPROVAL_REQUESTED',
  'TASK_REQUESTED',
  'ASSIGNED',
  'MENTIONED',
  'SEND_BACK_ANSWERED',
  'ANSWERS_CHANGED',
  'CUT',
  'DECISION_REVOKED',
  'REMINDER',
  'SEND_BACK_TAKEN_BACK',
  'WITHDRAWN',
  'REQUEST_REJECTED',
  'REQUEST_APPROVED',
  'BYPASSED',
  'BLOCK_APPROVED',
  'RESTARTED',
  'ARCHIVED',
  'UNARCHIVED',
  'SUBMITTED',
  'WATCHING',
  'COMMENTED',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** One message that someone could get. */
export interface News {
  kind: NotificationKind
  role: NotificationRole
  /**
   * Approvers: they are asked to act. Watchers: it is about a step, or the whole request, that they watch. Requesters:
   * it is about the whole request and not one of its steps.
   */
  isOwn: boolean
}

const BEGINS: readonly NotificationKind[] = [
  'APPROVAL_REQUESTED',
  'APPROVAL_RESTARTED',
  'TASK_REQUESTED',
  'ASSIGNED',
  'SUBMITTED',
  'WATCHING',
]
const ENDS: readonly NotificationKind[] = ['REQUEST_APPROVED', 'REQUEST_REJECTED', 'WITHDRAWN']

/**
 * Whether a level allows a message:
 * - EVERY_UPDATE: everything that happens to the request.
 * - OWN_LEVEL: what is about the person's own part; see `News.isOwn`.
 * - REQUESTED_AND_FULLY_APPROVED: the beginning (filed, or their turn has come, also again after an edit) and the final
 * decision, nothing in between.
 * - APPROVED_ONLY: the final decision, including a rejection.
 * A reminder, a mention or a request for changes is always allowed, because someone is waiting for this person.
 */
export const levelAllows = (level: NotificationLevel, { kind, role, isOwn }: News): boolean => {
  if (kind === 'REMINDER' || kind === 'MENTIONED') return true
  if ((kind === 'SENT_BACK' || kind === 'ESCALATED') && isOwn) return true
  const asksAgain = (kind === 'ANSWERS_CHANGED' || kind === 'SEND_BACK_ANSWERED') && role === 'APPROVER' && isOwn
  switch (level) {
    case 'EVERY_UPDATE':
      return true
    case 'OWN_LEVEL':
      return isOwn
    case 'REQUESTED_AND_FULLY_APPROVED':
      return BEGINS.includes(kind) || ENDS.includes(kind) || asksAgain
    case 'APPROVED_ONLY':
      return ENDS.includes(kind)
  }
}

export interface NotificationPreferences {
  receiveEmail: boolean
  receiveSlack: boolean
  /** One email on each working morning about what waits for the person and what they haven't read. */
  receiveDigest: boolean
  spendApproverNotificationLevel: NotificationLevel
  spendWatcherNotificationLevel: NotificationLevel
  requesterNotificationLevel: NotificationLevel
  /** Kinds of emails the person doesn't get. The bell still has them. */
  mailsOff: MailKind[]
}

/** For everyone who hasn't chosen otherwise. The table has the same defaults. */
export const DEFAULT_PREFERENCES: NotificationPreferences = {
  receiveEmail: true,
  receiveSlack: false,
  receiveDigest: false,
  spendApproverNotificationLevel: 'OWN_LEVEL',
  spendWatcherNotificationLevel: 'REQUESTED_AND_FULLY_APPROVED',
  requesterNotificationLevel: 'EVERY_UPDATE',
  mailsOff: [],
}

export const levelOf = (preferences: NotificationPreferences, role: NotificationRole): NotificationLevel => {
  if (role === 'APPROVER') return preferences.spendApproverNotificationLevel
  return role === 'WATCHER' ? preferences.spendWatcherNotificationLevel : preferences.requesterNotificationLevel
}

/** Whether a person with these preferences hears of it: in the bell, and by email if they get emails. */
export const wantsNews = (preferences: NotificationPreferences, news: News): boolean =>
  levelAllows(levelOf(preferences, news.role), news)

const ASKS: readonly NotificationKind[] = [
  'REMINDER',
  'MENTIONED',
  'ESCALATED',
  'APPROVAL_REQUESTED',
  'APPROVAL_RESTARTED',
  'TASK_REQUESTED',
  'ASSIGNED',
  'SEND_BACK_ANSWERED',
]

/** Whether someone waits for this person. They hear of it although they have muted what it is about. */
export const isDuty = ({ kind, role, isOwn }: News): boolean => {
  if (kind === 'SENT_BACK') return role === 'REQUESTER' && isOwn
  if (kind === 'ANSWERS_CHANGED') return role === 'APPROVER' && isOwn
  return ASKS.includes(kind)
}

/** The kind of an email about a request, or null if it can't be stopped because someone waits for this person. */
export const mailKindOf = (news: News): MailKind | null => {
  if (isDuty(news)) return null
  return news.kind === 'COMMENTED' ? 'COMMENT' : 'UPDATE'
}
