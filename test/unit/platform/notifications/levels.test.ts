import { describe, expect, it } from 'vitest'
import {
  DEFAULT_PREFERENCES,
  isDuty,
  levelAllows,
  type News,
  NOTIFICATION_KINDS,
  NOTIFICATION_LEVELS,
  type NotificationLevel,
  type NotificationRole,
  wantsNews,
} from '../../../../schema/platform/notifications/levels.ts'

/** What each level allows, written out: every kind of message that a role can get. */
const TABLE: Record<NotificationRole, [news: string, every: boolean, own: boolean, ends: boolean, last: boolean][]> = {
  APPROVER: [
    ['APPROVAL_REQUESTED own', true, true, true, false],
    ['TASK_REQUESTED own', true, true, true, false],
    ['ANSWERS_CHANGED own', true, true, true, false],
    ['ANSWERS_CHANGED', true, false, false, false],
    ['BLOCK_APPROVED', true, false, false, false],
    ['RESTARTED', true, false, false, false],
    ['ARCHIVED', true, false, false, false],
    ['UNARCHIVED', true, false, false, false],
    ['REQUEST_APPROVED', true, false, true, true],
    ['REQUEST_REJECTED', true, false, true, true],
    ['REMINDER own', true, true, true, true],
    ['MENTIONED own', true, true, true, true],
    ['COMMENTED own', true, true, false, false],
  ],
  WATCHER: [
    ['WATCHING own', true, true, true, false],
    ['ASSIGNED own', true, true, true, false],
    ['COMMENTED own', true, true, false, false],
    ['BLOCK_APPROVED own', true, true, false, false],
    ['BLOCK_APPROVED', true, false, false, false],
    ['ANSWERS_CHANGED own', true, true, false, false],
    ['ANSWERS_CHANGED', true, false, false, false],
    ['RESTARTED own', true, true, false, false],
    ['ARCHIVED own', true, true, false, false],
    ['ARCHIVED', true, false, false, false],
    ['UNARCHIVED own', true, true, false, false],
    ['REQUEST_APPROVED own', true, true, true, true],
    ['REQUEST_APPROVED', true, false, true, true],
    ['REQUEST_REJECTED', true, false, true, true],
  ],
  REQUESTER: [
    ['SUBMITTED own', true, true, true, false],
    ['BLOCK_APPROVED', true, false, false, false],
    ['ANSWERS_CHANGED own', true, true, false, false],
    ['RESTARTED own', true, true, false, false],
    ['ARCHIVED own', true, true, false, false],
    ['UNARCHIVED own', true, true, false, false],
    ['REQUEST_APPROVED own', true, true, true, true],
    ['REQUEST_REJECTED own', true, true, true, true],
  ],
}

const rows = Object.entries(TABLE).flatMap(([role, news]) =>
  news.flatMap(([text, ...allowed]) => {
    const [kind, own] = text.split(' ') as [News['kind'], string | undefined]
    const item: News = { kind, role: role as NotificationRole, isOwn: own === 'own' }
    return NOTIFICATION_LEVELS.map((level, i) => ({ role, text, level, item, allowed: allowed[i] as boolean }))
  }),
)

describe('notification levels', () => {
  it.each(rows)('$level of a $role: $text is $allowed', ({ level, item, allowed }) => {
    expect(levelAllows(level, item)).toBe(allowed)
  })

  it('no level allows more than EVERY_UPDATE, nor APPROVED_ONLY more than REQUESTED_AND_FULLY_APPROVED', () => {
    for (const kind of NOTIFICATION_KINDS) {
      for (const role of ['APPROVER', 'WATCHER', 'REQUESTER'] as const) {
        for (const isOwn of [true, false]) {
          const item = { kind, role, isOwn }
          expect(levelAllows('EVERY_UPDATE', item)).toBe(true)
          if (levelAllows('APPROVED_ONLY', item)) expect(levelAllows('REQUESTED_AND_FULLY_APPROVED', item)).toBe(true)
        }
      }
    }
  })
})

describe('deciding whether someone is told', () => {
  const quiet = (level: NotificationLevel) => ({
    ...DEFAULT_PREFERENCES,
    spendApproverNotificationLevel: level,
  })

  it('only the level of the role concerned counts', () => {
    const preferences = quiet('APPROVED_ONLY')
    expect(wantsNews(preferences, { kind: 'APPROVAL_REQUESTED', role: 'APPROVER', isOwn: true })).toBe(false)
    expect(wantsNews(preferences, { kind: 'SUBMITTED', role: 'REQUESTER', isOwn: true })).toBe(true)
    expect(wantsNews(preferences, { kind: 'WATCHING', role: 'WATCHER', isOwn: true })).toBe(true)
  })

  it('a person who muted a request hears of it only when someone waits for them', () => {
    const duties = NOTIFICATION_KINDS.filter((kind) => isDuty({ kind, role: 'APPROVER', isOwn: true }))
    expect(duties).toEqual([
      ...['ESCALATED', 'APPROVAL_RESTARTED', 'APPROVAL_REQUESTED', 'TASK_REQUESTED', 'ASSIGNED', 'MENTIONED'],
      ...['SEND_BACK_ANSWERED', 'ANSWERS_CHANGED', 'REMINDER'],
    ])
    expect(isDuty({ kind: 'SENT_BACK', role: 'REQUESTER', isOwn: true })).toBe(true)
    for (const kind of ['SENT_BACK', 'ANSWERS_CHANGED', 'REQUEST_APPROVED', 'COMMENTED'] as const)
      expect(isDuty({ kind, role: 'WATCHER', isOwn: true })).toBe(false)
  })
})
