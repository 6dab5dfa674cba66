import type { SavedPreferences } from '../../../../schema/platform/notifications/endpoints.ts'
import {
  DEFAULT_PREFERENCES,
  levelOf,
  NOTIFICATION_LEVELS,
  type NotificationLevel,
  type NotificationRole,
} from '../../../../schema/platform/notifications/levels.ts'
import { MAIL_KIND_LABELS, MAIL_KINDS } from '../../../../schema/platform/notifications/mail-kinds.ts'
import type { Option } from '../../../../schema/shared/values.ts'

/** Whose settings they are: the reader's own, or another member's. */
type Whose = 'mine' | 'theirs'

const LABELS: Record<NotificationLevel, string> = {
  EVERY_UPDATE: 'Every update',
  OWN_LEVEL: 'Only my own level',
  REQUESTED_AND_FULLY_APPROVED: 'When requested and when fully approved',
  APPROVED_ONLY: 'Only when approved',
}

/** What each level means for each role, in the words of schema/notifications/levels. */
const MEANINGS: Record<NotificationRole, Record<NotificationLevel, string>> = {
  APPROVER: {
    EVERY_UPDATE: 'When your approval is needed, after each step, and at the final decision.',
    OWN_LEVEL: 'When your approval is needed, and when answers change while it’s waiting for you.',
    REQUESTED_AND_FULLY_APPROVED: 'When your approval is needed, and at the final decision.',
    APPROVED_ONLY: 'Only at the final decision, approved or rejected. What needs you appears only on your Home.',
  },
  WATCHER: {
    EVERY_UPDATE: 'When a request you watch starts, after each step, and at the final decision.',
    OWN_LEVEL: 'When the step you watch starts, changes and is done.',
    REQUESTED_AND_FULLY_APPROVED: 'When a request you watch starts, and at the final decision.',
    APPROVED_ONLY: 'Only at the final decision, approved or rejected.',
  },
  REQUESTER: {
    EVERY_UPDATE: 'When it is filed for you or changed, after each step, and at the final decision.',
    OWN_LEVEL: 'When it is filed for you, changed, restarted or decided, but not after each step.',
    REQUESTED_AND_FULLY_APPROVED: 'When it is filed for you, and at the final decision.',
    APPROVED_ONLY: 'Only at the final decision, approved or rejected.',
  },
}

export const meaningOf = (role: NotificationRole, level: NotificationLevel): string => MEANINGS[role][level]
const levelLabel = (level: NotificationLevel, whose: Whose): string =>
  level === 'OWN_LEVEL' && whose === 'theirs' ? 'Only their own level' : LABELS[level]

/** The four levels, with the default marked. */
export const levelOptions = (role: NotificationRole, whose: Whose = 'mine'): Option[] =>
  NOTIFICATION_LEVELS.map((level) => {
    const label = levelLabel(level, whose)
    return { value: level, label: level === levelOf(DEFAULT_PREFERENCES, role) ? `${label} (standard)` : label }
  })

type LevelField = 'spendApproverNotificationLevel' | 'spendWatcherNotificationLevel' | 'requesterNotificationLevel'

/** The level for each role in a request, as form fields. */
export const levelFields = (whose: Whose): readonly { field: LevelField; role: NotificationRole; label: string }[] => {
  const isMine = whose === 'mine'
  return [
    {
      field: 'spendApproverNotificationLevel',
      role: 'APPROVER',
      label: isMine ? 'Requests that I approve' : 'Requests that they approve',
    },
    {
      field: 'spendWatcherNotificationLevel',
      role: 'WATCHER',
      label: isMine ? 'Requests that I watch' : 'Requests that they watch',
    },
    {
      field: 'requesterNotificationLevel',
      role: 'REQUESTER',
      label: isMine ? 'My own requests' : 'Their own requests',
    },
  ]
}

export type Preferences = Omit<SavedPreferences, 'version'> & Record<string, unknown>
export const preferencesOf = ({ version: _, ...values }: SavedPreferences): Preferences => values

/** What someone else saved meanwhile, if it differs from the screen. Null if no one did. */
export const preferenceDifferences = (
  onScreen: Preferences,
  saved: Preferences | null,
  whose: Whose,
): string[] | null =>
  saved && [
    ...(onScreen.receiveEmail === saved.receiveEmail ? [] : [`Emails: ${onOff(saved.receiveEmail)}`]),
    ...(onScreen.receiveDigest === saved.receiveDigest
      ? []
      : [`Email each working morning: ${onOff(saved.receiveDigest)}`]),
    ...(onScreen.receiveSlack === saved.receiveSlack ? [] : [`Slack: ${onOff(saved.receiveSlack)}`]),
    ...MAIL_KINDS.flatMap((kind) => {
      const isOff = saved.mailsOff.includes(kind)
      return onScreen.mailsOff.includes(kind) === isOff
        ? []
        : [`Emails about ${MAIL_KIND_LABELS[kind]}: ${onOff(!isOff)}`]
    }),
    ...levelFields(whose).flatMap(({ field, label }) =>
      onScreen[field] === saved[field] ? [] : [`${label}: ${levelLabel(saved[field], whose)}`],
    ),
  ]

export const onOff = (value: boolean): string => (value ? 'on' : 'off')

/** "1 day", "3 days". */
export const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`)
