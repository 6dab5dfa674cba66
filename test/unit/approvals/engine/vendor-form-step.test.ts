import { describe, expect, it } from 'vitest'
import { deadlineSteps } from '../../../../schema/approvals/engine/deadlines.ts'
import { historyOf } from '../../../../worker/objects/approval/history.ts'
import { notificationOf } from '../../../../worker/objects/approval/news/notifications.ts'
import { participantsOf } from '../../../../worker/objects/approval/participants.ts'
import { actor, rule, type Story, submitted, system, workflow } from './fixtures.ts'

/** A step that sends forms to a vendor, as the machine knows it. */

const FORMS = workflow([
  rule('forms', { type: 'SEND_VENDOR_FORM', approverUserIds: ['linus'] }),
  rule('next', { approverUserIds: ['grace'] }),
])
const started = (): Story => {
  const story = submitted(FORMS)
  story.do({ type: 'taskStarted', blockId: story.block('forms').id }, system())
  return story
}
const waits = (story: Story, state: 'SENT' | 'ANSWERED' | 'REVIEWED', revision: number, result: unknown = null) =>
  story.try({ type: 'taskWaits', blockId: story.block('forms').id, state, revision, result }, system())
const asked = (story: Story) =>
  participantsOf(story.request)
    .filter(({ actions }) => actions.some(({ label }) => label === 'forms'))
    .map(({ userId }) => userId)

describe('a step that waits for a vendor', () => {
  it('while the forms are out, the time is the vendor’s and no one here is asked', () => {
    const story = started()
    waits(story, 'SENT', 1)
    expect(story.block('forms')).toMatchObject({ status: 'PENDING', workStatus: 'WAITING_ON_VENDOR' })
    expect(asked(story)).toEqual([])
    expect(deadlineSteps(story.request)).toEqual([])
    story.now += 60_000
    waits(story, 'ANSWERED', 2)
    expect(story.block('forms')).toMatchObject({ workStatus: 'PENDING', automatic: { state: 'ANSWERED' } })
    expect(asked(story)).toEqual(['linus'])
    const spans = story.block('forms').workStatusHistory
    expect(spans.map(({ status, spentMs }) => [status, spentMs]).slice(-2)).toEqual([
      ['WAITING_ON_VENDOR', expect.any(Number)],
      ['PENDING', null],
    ])
    expect(spans.at(-2)?.spentMs).toBeGreaterThanOrEqual(60_000)
  })

  it('answers that people have to look at are told to them once', () => {
    const story = started()
    waits(story, 'SENT', 1)
    const before = story.events.length
    waits(story, 'ANSWERED', 2, { forms: 1 })
    const told = notificationOf(story.events.slice(before), story.request)
    expect(told?.recipients).toContainEqual(expect.objectContaining({ userId: 'linus', kind: 'TASK_REQUESTED' }))
    const then = story.events.length
    waits(story, 'ANSWERED', 3, { forms: 2 })
    expect(story.block('forms').automatic?.result).toEqual({ forms: 2 })
    expect(notificationOf(story.events.slice(then), story.request)).toBeNull()
  })

  it('answers with approvals of their own ask no one of the step', () => {
    const story = started()
    waits(story, 'SENT', 1)
    waits(story, 'REVIEWED', 2)
    expect(story.block('forms')).toMatchObject({ workStatus: 'IN_PROGRESS' })
    expect(asked(story)).toEqual([])
  })

  it('older and repeated news change nothing', () => {
    const story = started()
    waits(story, 'ANSWERED', 5)
    const { sequence } = story.request
    waits(story, 'SENT', 4)
    waits(story, 'ANSWERED', 5)
    story.try({ type: 'taskFailed', blockId: story.block('forms').id, error: 'It was closed', revision: 3 }, system())
    story.try({ type: 'taskSucceeded', blockId: story.block('forms').id, result: null, revision: 3 }, system())
    expect(story.request.sequence).toBe(sequence)
  })

  it('a form that is sent back is the vendor’s again, and a closed one the people’s', () => {
    const story = started()
    waits(story, 'SENT', 1)
    waits(story, 'ANSWERED', 2)
    waits(story, 'SENT', 3)
    expect(story.block('forms').workStatus).toBe('WAITING_ON_VENDOR')
    story.do({ type: 'taskFailed', blockId: story.block('forms').id, error: 'It was closed', revision: 4 }, system())
    expect(story.block('forms')).toMatchObject({ workStatus: 'PENDING', automatic: { state: 'FAILED', revision: 4 } })
    expect(asked(story)).toEqual(['linus'])
  })

  it('people can complete it without the vendor, and only the system reports on it', () => {
    const story = started()
    expect(
      story.try(
        { type: 'taskWaits', blockId: story.block('forms').id, state: 'SENT', revision: 1, result: null },
        actor('linus'),
      )?.reason,
    ).toBe('NOT_ALLOWED')
    waits(story, 'SENT', 1)
    story.do({ type: 'completeTask', blockId: story.block('forms').id }, actor('linus'))
    expect(story.block('forms').status).toBe('APPROVED')
    expect(waits(story, 'ANSWERED', 2)?.reason).toBe('ALREADY_DECIDED')
  })

  it('a reminder while the forms are out goes to no one here', () => {
    const story = started()
    waits(story, 'SENT', 1)
    const before = story.events.length
    story.do({ type: 'remind', blockId: story.block('forms').id, note: 'Friday?' }, actor('ada'))
    expect(notificationOf(story.events.slice(before), story.request)).toBeNull()
  })

  it('history says when it went to the vendor and when an answer came', () => {
    const story = started()
    waits(story, 'SENT', 1)
    waits(story, 'ANSWERED', 2)
    waits(story, 'ANSWERED', 3, 'more')
    const said = story.events.flatMap((event) =>
      event.type === 'task.waits' ? (historyOf(event, () => story.block('forms'))?.message ?? 'nothing') : [],
    )
    expect(said).toEqual(['“forms” waits for the vendor', 'The vendor answered “forms”', 'nothing'])
  })
})
