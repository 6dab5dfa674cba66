import { describe, expect, it } from 'vitest'
import {
  DEFAULT_PREFERENCES,
  type NotificationLevel,
  type NotificationPreferences,
} from '../../../../schema/platform/notifications/levels.ts'
import { chooseTold } from '../../../../worker/features/platform/notifications/recipients.ts'
import { notificationOf } from '../../../../worker/objects/approval/news/notifications.ts'
import { participantsOf } from '../../../../worker/objects/approval/participants.ts'
import {
  ANSWERS,
  actor,
  atLeast,
  content,
  person,
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

/** "who KIND" of the emails of the last command, if everyone has these preferences. */
const told = (story: Story, from: number, preferences: NotificationPreferences = DEFAULT_PREFERENCES): string[] => {
  const recipients = notificationOf(story.events.slice(from), story.request)?.recipients ?? []
  const people = new Map(recipients.map(({ userId }) => [userId, { email: userId, preferences }]))
  return chooseTold(recipients, [], people)
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
  it('approvers are notified when their level opens', () => {
    const story = submitted(workflow([linus], [alan]))
    expect(told(story, 0)).toEqual(['barbara WATCHING', 'linus APPROVAL_REQUESTED'])
    expect(toldBy(story, () => story.decide('linus', actor('linus')))).toEqual([
      'ada BLOCK_APPROVED',
      'alan APPROVAL_REQUESTED',
    ])
  })

  it('all approvers are notified at submission if the company says so, and not again later', () => {
    const story = submitted(workflow([linus], [alan]), ANSWERS, { mode: 'ALL_AT_ONCE' })
    expect(told(story, 0)).toEqual(['alan APPROVAL_REQUESTED', 'barbara WATCHING', 'linus APPROVAL_REQUESTED'])
    expect(toldBy(story, () => story.decide('linus', actor('linus')))).toEqual(['ada BLOCK_APPROVED'])
  })

  it('a new assignee of the request is notified and follows it from then on', () => {
    const story = submitted(workflow([linus]))
    const assign = { type: 'assign' as const, blockId: null, assignee: { userId: 'alan', name: 'Alan Turing' } }
    expect(toldBy(story, () => story.do(assign, actor('linus')))).toEqual(['alan ASSIGNED'])
    expect(participantsOf(story.request).find(({ userId }) => userId === 'alan')).toMatchObject({ isWatcher: true })
  })

  it('the requester and watchers get one notification of the final decision, of the most important kind', () => {
    const story = submitted(workflow([linus]))
    expect(toldBy(story, () => story.decide('linus', actor('linus'), 'REJECTED'))).toEqual([
      'ada REQUEST_REJECTED',
      'barbara REQUEST_REJECTED',
    ])
  })

  it('a requester is notified when someone files for them', () => {
    const by = actor('alan', { submitsForOthers: true })
    const story = new Story().do(submitCommand(undefined, 'alan'), by, planning(workflow([linus])))
    expect(told(story, 0)).toEqual(['ada SUBMITTED', 'barbara WATCHING', 'linus APPROVAL_REQUESTED'])
  })

  it('an edit notifies people whose decisions it undid and people still asked', () => {
    const big = rule('big', { ...atLeast(1_000_000), approverUserIds: ['margaret'] })
    const story = submitted(workflow([linus, big]))
    story.decide('big', actor('margaret'))
    const answers = { ...ANSWERS, amount: usd(2_000_000) }
    const edit = { type: 'edit' as const, seenVersion: 1, ...content(answers) }
    expect(toldBy(story, () => story.try(edit, actor('ada'), planning(null, answers)))).toEqual([
      'linus ANSWERS_CHANGED',
      'margaret APPROVAL_RESTARTED',
    ])
  })

  it('a reminder with its note goes to approvers who haven’t decided', () => {
    const both = rule('both', { approverGroupIds: ['legal'], quorum: { kind: 'ALL' } })
    const story = submitted(workflow([both]))
    story.decide('both', actor('linus'))
    const from = story.events.length
    story.do({ type: 'remind', blockId: story.block('both').id, note: 'Please look' }, actor('ada'))
    expect(told(story, from)).toEqual(['margaret REMINDER'])
    expect(notificationOf(story.events.slice(from), story.request)?.note).toBe('Please look')
  })

  it('no one is notified of their own action, nor is the person impersonating them', () => {
    const story = submitted(workflow([linus]))
    const from = story.events.length
    const remind = { type: 'remind' as const, blockId: story.block('linus').id }
    story.do(remind, actor('ada', { impersonatorUserId: 'linus' }))
    expect(told(story, from)).toEqual([])
  })

  describe('for people added later', () => {
    const named = (...approverUserIds: string[]) => ({
      approverType: 'CUSTOM_APPROVERS' as const,
      approverGroupIds: [],
      approverUserIds,
      approverMatrixId: null,
      approverMatrixColumnId: null,
      quorum: { kind: 'ANY' as const },
    })
    const replace = (story: Story, name: string, ...people: string[]) =>
      toldBy(story, () =>
        story.try(
          { type: 'replaceApprovers', blockId: story.block(name).id, ...named(...people) },
          actor('edsger'),
          planning(null),
        ),
      )
    const assign = (story: Story, name: string, who: string) =>
      toldBy(story, () =>
        story.try({ type: 'assign', blockId: story.block(name).id, assignee: person(who) }, actor('edsger')),
      )

    it('a new approver of a step is notified, and one who was notified before is not', () => {
      const story = submitted(workflow([linus]))
      expect(replace(story, 'linus', 'linus', 'margaret')).toEqual(['margaret APPROVAL_REQUESTED'])
      expect(assign(story, 'linus', 'grace')).toEqual(['grace APPROVAL_REQUESTED'])
      expect(assign(story, 'linus', 'margaret')).toEqual([])
    })

    it('a new approver of a later step is notified when its turn comes', () => {
      const story = submitted(workflow([linus], [alan]))
      expect(replace(story, 'alan', 'margaret')).toEqual([])
      expect(assign(story, 'alan', 'grace')).toEqual([])
      expect(toldBy(story, () => story.decide('linus', actor('linus')))).toEqual([
        'ada BLOCK_APPROVED',
        'grace APPROVAL_REQUESTED',
        'margaret APPROVAL_REQUESTED',
      ])
    })

    it('a new approver of a later step is notified at once if everyone was notified at submission', () => {
      const story = submitted(workflow([linus], [alan]), ANSWERS, { mode: 'ALL_AT_ONCE' })
      expect(replace(story, 'alan', 'alan', 'margaret')).toEqual(['margaret APPROVAL_REQUESTED'])
      expect(assign(story, 'alan', 'grace')).toEqual(['grace APPROVAL_REQUESTED'])
      expect(toldBy(story, () => story.decide('linus', actor('linus')))).toEqual(['ada BLOCK_APPROVED'])
    })

    it('an edit notifies new approvers and tells the others what changed', () => {
      const department = rule('department', { approverType: 'DEPARTMENT_APPROVERS' })
      const story = submitted(workflow([department, linus]))
      const answers = { ...ANSWERS, department: 'sales' }
      const edit = { type: 'edit' as const, seenVersion: 1, ...content(answers) }
      expect(toldBy(story, () => story.try(edit, actor('ada'), planning(null, answers)))).toEqual([
        'linus ANSWERS_CHANGED',
        'margaret APPROVAL_REQUESTED',
      ])
    })

    it('a new watcher is notified, and earlier watchers are not', () => {
      const story = submitted(workflow([alan]))
      const watch = (...people: string[]) =>
        toldBy(story, () => story.try({ type: 'setWatchers', watchers: people.map(person) }, actor('ada')))
      expect(watch('margaret')).toEqual(['margaret WATCHING'])
      expect(watch('margaret', 'grace')).toEqual(['grace WATCHING'])
      expect(watch('grace')).toEqual([])
    })
  })

  it('archiving a pending request notifies everyone involved with the message; a decided one notifies no one', () => {
    const story = submitted(workflow([linus]))
    const from = story.events.length
    story.do({ type: 'archive', message: 'Not this year' }, actor('edsger'))
    expect(told(story, from)).toEqual(['ada ARCHIVED'])
    expect(notificationOf(story.events.slice(from), story.request)?.note).toBe('Not this year')
    const everything = {
      ...DEFAULT_PREFERENCES,
      spendApproverNotificationLevel: 'EVERY_UPDATE' as const,
      spendWatcherNotificationLevel: 'EVERY_UPDATE' as const,
    }
    expect(told(story, from, everything)).toEqual(['ada ARCHIVED', 'barbara ARCHIVED', 'linus ARCHIVED'])
    expect(toldBy(story, () => story.try({ type: 'unarchive', message: '' }, actor('edsger')))).toEqual([
      'ada UNARCHIVED',
    ])
    story.decide('linus', actor('linus'))
    expect(toldBy(story, () => story.try({ type: 'archive', message: 'Done with' }, actor('edsger')))).toEqual([])
  })

  describe('by notification level', () => {
    const only = (level: NotificationLevel): NotificationPreferences => ({
      ...DEFAULT_PREFERENCES,
      spendApproverNotificationLevel: level,
      spendWatcherNotificationLevel: level,
      requesterNotificationLevel: level,
    })
    const twoSteps = () => submitted(workflow([linus], [alan]))

    it('EVERY_UPDATE notifies approvers and watchers of each step and of the final decision', () => {
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

    it('OWN_LEVEL notifies approvers of their level, watchers of their step, and requesters of the final decision', () => {
      const story = twoSteps()
      expect(told(story, 0, only('OWN_LEVEL'))).toEqual(['barbara WATCHING', 'linus APPROVAL_REQUESTED'])
      const first = story.events.length
      story.decide('linus', actor('linus'))
      expect(told(story, first, only('OWN_LEVEL'))).toEqual(['alan APPROVAL_REQUESTED', 'barbara BLOCK_APPROVED'])
      const last = story.events.length
      story.decide('alan', actor('alan'))
      expect(told(story, last, only('OWN_LEVEL'))).toEqual(['ada REQUEST_APPROVED'])
    })

    it('APPROVED_ONLY notifies everyone of the final decision only', () => {
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

    it('a delegate is emailed by their own setting, even if the approver turned emails off', () => {
      const recipients = notificationOf(twoSteps().events, twoSteps().request)?.recipients ?? []
      const absent = { email: 'linus', preferences: { ...DEFAULT_PREFERENCES, receiveEmail: false } }
      const delegations = [{ userId: 'linus', delegateUserId: 'deli', targetId: 'request' }]
      const mailed = (preferences: NotificationPreferences) =>
        chooseTold(
          recipients,
          delegations,
          new Map([
            ['linus', absent],
            ['deli', { email: 'deli', preferences }],
          ]),
        )
          .filter(({ byMail }) => byMail)
          .map((mail) => `${mail.email} ${mail.kind}`)
      expect(mailed(DEFAULT_PREFERENCES)).toEqual(['deli APPROVAL_REQUESTED'])
      expect(mailed(only('APPROVED_ONLY'))).toEqual([])
    })
  })
})
