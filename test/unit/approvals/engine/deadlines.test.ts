import { describe, expect, it } from 'vitest'
import type { PlanningContext } from '../../../../schema/approvals/engine/commands.ts'
import type { DeadlineRule } from '../../../../schema/approvals/engine/deadline-rule.ts'
import { blockDueAt, deadlineOf, deadlineSteps } from '../../../../schema/approvals/engine/deadlines.ts'
import { notificationOf } from '../../../../worker/objects/approval/news/notifications.ts'
import { participantsOf } from '../../../../worker/objects/approval/participants.ts'
import { replay } from '../../../../worker/objects/approval/state.ts'
import { actor, person, planning, rule, Story, submitCommand, system, workflow } from './fixtures.ts'

const HOUR = 3_600_000
/** A Monday at nine in London, which is four in the morning in New York. */
const MONDAY = Date.parse('2026-11-23T09:00:00Z')

const linus = rule('linus', { approverUserIds: ['linus'] })
const alan = rule('alan', { approverUserIds: ['alan'] })

const filed = (
  levels: Parameters<typeof workflow>,
  deadline: DeadlineRule | undefined = { hours: 8, nudgePercent: 75, escalates: true },
): Story => {
  const story = new Story()
  // Each command takes a minute.
  story.now = MONDAY - 60_000
  const context: PlanningContext = planning(workflow(...levels))
  const { organisation } = context
  const people = Object.fromEntries(
    Object.entries(organisation.people).map(([id, known]) => [
      id,
      { ...known, timeZone: id === 'alan' ? 'America/New_York' : 'Europe/London' },
    ]),
  )
  return story.do(submitCommand(), actor('ada'), {
    ...context,
    organisation: { ...organisation, people, ...(deadline && { deadline }) },
  })
}
const at = (story: Story, text: string): Story => {
  story.now = Date.parse(text)
  return story
}
const due = (story: Story, name: string): string | null => {
  const dueAt = blockDueAt(story.request, story.block(name))
  return dueAt === null ? null : new Date(dueAt).toISOString()
}
const check = (story: Story, managers: Record<string, ReturnType<typeof person> | null> = {}) =>
  story.tryNow({ type: 'checkDeadlines', managers }, system())

describe('the deadline of an approver', () => {
  it('a deadline counts business hours of the approver’s own place', () => {
    const story = filed([[linus, alan]])
    expect(due(story, 'linus')).toBe('2026-11-23T17:00:00.000Z')
    expect(due(story, 'alan')).toBe('2026-11-23T22:00:00.000Z')
  })

  it('a deadline counts from when the approver’s turn came', () => {
    const story = filed([[linus], [alan]])
    expect(deadlineSteps(story.request).map(({ userId }) => userId)).toEqual(['linus', 'linus'])
    at(story, '2026-11-23T16:00:00Z').do(
      { type: 'decide', blockId: story.block('linus').id, decision: 'APPROVED', seenVersion: 1 },
      actor('linus'),
    )
    // A minute past eleven in New York: six hours today, two tomorrow.
    expect(due(story, 'alan')).toBe('2026-11-24T16:01:00.000Z')
  })

  it('a deadline pauses while the step waits on the vendor or the requester, and not on others', () => {
    const story = filed([[linus]])
    const status = (workStatus: 'WAITING_ON_VENDOR' | 'WAITING_ON_EXTERNAL_PARTY' | 'IN_PROGRESS') =>
      story.do({ type: 'setWorkStatus', blockId: story.block('linus').id, workStatus }, actor('linus'))
    at(story, '2026-11-23T10:59:00Z')
    status('WAITING_ON_VENDOR')
    expect(due(story, 'linus')).toBeNull()
    expect(deadlineSteps(story.request)).toEqual([])
    at(story, '2026-11-24T11:59:00Z')
    status('IN_PROGRESS')
    // Two hours were used before, six are left from noon.
    expect(due(story, 'linus')).toBe('2026-11-25T10:00:00.000Z')
    status('WAITING_ON_EXTERNAL_PARTY')
    expect(due(story, 'linus')).toBe('2026-11-25T10:00:00.000Z')
  })

  it('a deadline pauses while the request is sent back', () => {
    const story = filed([[linus, alan]])
    at(story, '2026-11-23T15:59:00Z')
    story.do({ type: 'sendBack', blockId: story.block('alan').id, message: 'Why?' }, actor('alan'))
    expect([due(story, 'linus'), due(story, 'alan')]).toEqual([null, null])
    at(story, '2026-11-24T11:59:00Z')
    story.do({ type: 'answerSendBack', message: '' }, actor('ada'))
    expect(due(story, 'linus')).toBe('2026-11-24T13:00:00.000Z')
  })

  it('a deadline exists only in a company that asked for it', () => {
    const story = filed([[linus]], undefined)
    const [asked] = story.block('linus').approvers
    if (!asked) throw new Error('No approver')
    const plain = new Story().do(submitCommand(), actor('ada'), planning(workflow([linus])))
    expect(plain.request.settings.deadline).toBeUndefined()
    expect(deadlineOf(plain.request, plain.block('linus'), asked)).toBeNull()
    expect(deadlineSteps(plain.request)).toEqual([])
  })
})

describe('when time runs out', () => {
  it('the approver is reminded once at the share that the company set', () => {
    const story = filed([[linus]])
    at(story, '2026-11-23T14:59:59Z')
    expect(check(story)).toBeNull()
    expect(story.block('linus').nudges).toBeUndefined()
    at(story, '2026-11-23T15:00:00Z')
    const before = story.request.sequence
    check(story)
    const told = notificationOf(
      story.events.filter(({ sequence }) => sequence > before),
      story.request,
    )
    expect(told).toMatchObject({ actorName: 'Outlay', recipients: [{ userId: 'linus', kind: 'REMINDER' }] })
    const { sequence } = story.request
    check(story)
    expect(story.request.sequence).toBe(sequence)
  })

  it('their manager may decide for them afterwards, and is told and asked', () => {
    const story = filed([[linus]])
    at(story, '2026-11-23T17:00:00Z')
    expect(story.decide('linus', actor('grace'))?.reason).toBe('NOT_ALLOWED')
    at(story, '2026-11-23T17:00:00Z')
    check(story, { linus: person('grace') })
    const grace = participantsOf(story.request).find(({ userId }) => userId === 'grace')
    expect(grace).toMatchObject({ isApprover: true, actions: [{ label: 'linus' }] })
    expect(replay(story.events)).toEqual(story.request)
    expect(story.decide('linus', actor('grace'))).toBeNull()
    expect(story.block('linus').decisions).toMatchObject([
      { userId: 'grace', onBehalfOf: { userId: 'linus' }, decision: 'APPROVED' },
    ])
    expect(story.request.status).toBe('APPROVED')
  })

  it('a manager’s decision counts as the approver’s, so a quorum stays as it was', () => {
    const both = rule('both', { approverUserIds: ['linus', 'margaret'], quorum: { kind: 'ALL' } })
    const story = filed([[both]])
    at(story, '2026-11-23T17:00:00Z')
    check(story, { linus: person('grace'), margaret: null })
    expect(story.decide('both', actor('grace'))).toBeNull()
    expect(story.block('both').status).toBe('PENDING')
    expect(story.decide('both', actor('grace'))?.reason).toBe('ALREADY_DECIDED')
    expect(story.decide('both', actor('margaret'))).toBeNull()
    expect(story.request.status).toBe('APPROVED')
  })

  it('no one who may not decide gets the step: the requester, and another approver of it', () => {
    const both = rule('both', { approverUserIds: ['linus', 'margaret'] })
    const story = filed([[both]])
    at(story, '2026-11-23T17:00:00Z')
    check(story, { linus: person('ada'), margaret: person('linus') })
    expect(story.block('both').escalations).toMatchObject([
      { userId: 'linus', manager: null },
      { userId: 'margaret', manager: null },
    ])
    expect(deadlineSteps(story.request)).toEqual([])
  })

  it('nothing escalates where the company only reminds', () => {
    const story = filed([[linus]], { hours: 8, nudgePercent: 50, escalates: false })
    at(story, '2026-11-27T17:00:00Z')
    check(story, { linus: person('grace') })
    expect(story.block('linus')).toMatchObject({ nudges: [{ userId: 'linus' }] })
    expect(story.block('linus').escalations).toBeUndefined()
  })

  it('only the system checks deadlines, and an undo is not held up by a reminder', () => {
    const story = filed([[linus, alan]])
    expect(story.tryNow({ type: 'checkDeadlines' }, actor('edsger'))?.reason).toBe('NOT_ALLOWED')
    at(story, '2026-11-23T15:00:00Z')
    story.decide('alan', actor('alan'))
    const { sequence } = story.request
    check(story)
    story.now += HOUR / 3600
    expect(story.tryNow({ type: 'undoDecision', sequence }, actor('alan'))).toBeNull()
  })
})
