import { describe, expect, it } from 'vitest'
import {
  DEFAULT_PREFERENCES,
  type NotificationLevel,
  type NotificationPreferences,
} from '../../../schema/notifications/levels.ts'
import { chooseMails } from '../../../worker/features/notifications/recipients.ts'
import { notificationOf } from '../../../worker/objects/approval/notifications.ts'
import { participantsOf } from '../../../worker/objects/approval/participants.ts'
import {
  ANSWERS,
  actor,
  atLeast,
  content,
  planning,
  rule,
  Story,
  submitCommand,
  submitted,
  usd,
  workflow,
} from './fixtures.ts'

const linus = rule('linus', { approverUserIds: ['linus'], watcherType: 'CUSTOM_WATCHERS', watcherUserIds: ['barbara'] })
const alan = rule('alan', { approverUserIds: ['alan'] })

/** "who KIND" of the mails that the last command leads to, where everybody has these preferences. */
const told = (story: Story, from: number, preferences: NotificationPreferences = DEFAULT_PREFERENCES): string[] => {
  const recipients = notificationOf(story.events.slice(from), story.request)?.recipients ?? []
  const people = new Map(recipients.map(({ userId }) => [userId, { email: userId, preferences }]))
  return chooseMails(recipients, [], people)
    .map((r) => `${r.userId} ${r.kind}`)
    .sort()
}
const toldBy = (story: Story, act: () => unknown): string[] => {
  const from = story.events.length
  const refused = act()
  if (refused && !(refused instanceof Story)) throw new Error(JSON.stringify(refused))
  return told(story, from)
}

describe('notifications', () => {
  it('approvers hear when their level opens', () => {
    const story = submitted(workflow([linus], [alan]))
    expect(told(story, 0)).toEqual(['barbara WATCHING', 'linus APPROVAL_REQUESTED'])
    expect(toldBy(story, () => story.decide('linus', actor('linus')))).toEqual([
      'ada BLOCK_APPROVED',
      'alan APPROVAL_REQUESTED',
    ])
  })

  it('or all of them at submission, where the company says so, and then not again', () => {
    const story = submitted(workflow([linus], [alan]), ANSWERS, { mode: 'ALL_AT_ONCE' })
    expect(told(story, 0)).toEqual(['alan APPROVAL_REQUESTED', 'barbara WATCHING', 'linus APPROVAL_REQUESTED'])
    expect(toldBy(story, () => story.decide('linus', actor('linus')))).toEqual(['ada BLOCK_APPROVED'])
  })

  it('who becomes the assignee of the request hears it, and follows it from then on', () => {
    const story = submitted(workflow([linus]))
    const assign = { type: 'assign' as const, blockId: null, assignee: { userId: 'alan', name: 'Alan Turing' } }
    expect(toldBy(story, () => story.do(assign, actor('linus')))).toEqual(['alan ASSIGNED'])
    expect(participantsOf(story.request).find(({ userId }) => userId === 'alan')).toMatchObject({ isWatcher: true })
  })

  it('the final decision reaches requestor and watchers, with the most important kind only', () => {
    const story = submitted(workflow([linus]))
    expect(toldBy(story, () => story.decide('linus', actor('linus'), 'REJECTED'))).toEqual([
      'ada REQUEST_REJECTED',
      'barbara REQUEST_REJECTED',
    ])
  })

  it('the requestor hears that somebody filed for them', () => {
    const by = actor('alan', { submitsForOthers: true })
    const story = new Story().do(submitCommand(undefined, 'alan'), by, planning(workflow([linus])))
    expect(told(story, 0)).toEqual(['ada SUBMITTED', 'barbara WATCHING', 'linus APPROVAL_REQUESTED'])
  })

  it('an edit tells those whose decision it undid, and those who are still asked', () => {
    const big = rule('big', { ...atLeast(1_000_000), approverUserIds: ['margaret'] })
    const story = submitted(workflow([linus, big]))
    story.decide('big', actor('margaret'))
    const answers = { ...ANSWERS, amount: usd(2_000_000) }
    const edit = { type: 'edit' as const, seenVersion: 1, ...content(answers) }
    expect(toldBy(story, () => story.try(edit, actor('ada'), planning(null, answers)))).toEqual([
      'linus ANSWERS_CHANGED',
      'margaret ANSWERS_CHANGED',
    ])
  })

  it('a reminder goes to those who have not had their say, with the note', () => {
    const both = rule('both', { approverGroupIds: ['legal'], quorum: { kind: 'ALL' } })
    const story = submitted(workflow([both]))
    story.decide('both', actor('linus'))
    const from = story.events.length
    story.do({ type: 'remind', blockId: story.block('both').id, note: 'Please look' }, actor('ada'))
    expect(told(story, from)).toEqual(['margaret REMINDER'])
    expect(notificationOf(story.events.slice(from), story.request)?.note).toBe('Please look')
  })

  it('nobody hears of their own act, not even the person behind an impersonation', () => {
    const story = submitted(workflow([linus]))
    const from = story.events.length
    story.decide('linus', actor('linus', { impersonatorUserId: 'barbara' }))
    expect(told(story, from)).toEqual(['ada REQUEST_APPROVED'])
  })

  describe('as people have chosen', () => {
    const only = (level: NotificationLevel): NotificationPreferences => ({
      ...DEFAULT_PREFERENCES,
      spendApproverNotificationLevel: level,
      spendWatcherNotificationLevel: level,
      requesterNotificationLevel: level,
    })
    const twoSteps = () => submitted(workflow([linus], [alan]))

    it('EVERY_UPDATE tells approvers and watchers of each step and of the end', () => {
      const story = twoSteps()
      story.decide('linus', actor('linus'))
      expect(told(story, 0, only('EVERY_UPDATE'))).toEqual([
        'ada BLOCK_APPROVED',
        'alan APPROVAL_REQUESTED',
        'barbara BLOCK_APPROVED',
      ])
      const from = story.events.length
      story.decide('alan', actor('alan'))
      expect(told(story, from, only('EVERY_UPDATE'))).toEqual([
        'ada REQUEST_APPROVED',
        'barbara REQUEST_APPROVED',
        'linus REQUEST_APPROVED',
      ])
    })

    it('OWN_LEVEL tells approvers when they are asked, watchers of their step, and the requester of the end', () => {
      const story = twoSteps()
      expect(told(story, 0, only('OWN_LEVEL'))).toEqual(['barbara WATCHING', 'linus APPROVAL_REQUESTED'])
      const first = story.events.length
      story.decide('linus', actor('linus'))
      expect(told(story, first, only('OWN_LEVEL'))).toEqual(['alan APPROVAL_REQUESTED', 'barbara BLOCK_APPROVED'])
      const last = story.events.length
      story.decide('alan', actor('alan'))
      expect(told(story, last, only('OWN_LEVEL'))).toEqual(['ada REQUEST_APPROVED'])
    })

    it('APPROVED_ONLY tells everybody of the end and nobody of anything before', () => {
      const story = twoSteps()
      story.decide('linus', actor('linus'))
      expect(told(story, 0, only('APPROVED_ONLY'))).toEqual([])
      const last = story.events.length
      story.decide('alan', actor('alan'), 'REJECTED')
      expect(told(story, last, only('APPROVED_ONLY'))).toEqual([
        'ada REQUEST_REJECTED',
        'barbara REQUEST_REJECTED',
        'linus REQUEST_REJECTED',
      ])
    })

    it('a delegate is asked in place of an approver who wants no mails, by their own choice', () => {
      const recipients = notificationOf(twoSteps().events, twoSteps().request)?.recipients ?? []
      const absent = { email: 'linus', preferences: { ...DEFAULT_PREFERENCES, receiveEmail: false } }
      const delegations = [{ userId: 'linus', delegateUserId: 'deli' }]
      const mailed = (preferences: NotificationPreferences) =>
        chooseMails(
          recipients,
          delegations,
          new Map([
            ['linus', absent],
            ['deli', { email: 'deli', preferences }],
          ]),
        ).map((mail) => `${mail.email} ${mail.kind}`)
      expect(mailed(DEFAULT_PREFERENCES)).toEqual(['deli APPROVAL_REQUESTED'])
      expect(mailed(only('APPROVED_ONLY'))).toEqual([])
    })
  })
})
