import { describe, expect, it } from 'vitest'
import { timeTaken, usualTime, usualWords } from '../../../../schema/approvals/engine/usual-time.ts'
import { actor, rule, submitted, workflow } from './fixtures.ts'

const HOUR = 3_600_000

describe('how long a step usually takes', () => {
  it('fewer than five decisions say nothing, and from five on it is the median', () => {
    expect(usualTime([1, 2, 3, 4].map((hours) => hours * HOUR))).toBeNull()
    expect(usualTime([9, 1, 100, 2, 3].map((hours) => hours * HOUR))).toBe(3 * HOUR)
    expect(usualTime([9, 1, 100, 2, 3, 5].map((hours) => hours * HOUR))).toBe(4 * HOUR)
  })

  it.each([
    [1, 'usually within an hour'],
    [HOUR + 1, 'usually within 2 hours'],
    [23 * HOUR, 'usually within 23 hours'],
    [24 * HOUR, 'usually within a day'],
    [30 * HOUR, 'usually within 1.5 days'],
    [36 * HOUR + 1, 'usually within 2 days'],
    [240 * HOUR, 'usually within 10 days'],
  ])('%d milliseconds read “%s”', (milliseconds, words) => {
    expect(usualWords(milliseconds)).toBe(words)
  })

  it('counts from the step’s turn, and leaves out the time in which it was paused', () => {
    const story = submitted(
      workflow([rule('first', { approverUserIds: ['linus'] })], [rule('second', { approverUserIds: ['margaret'] })]),
    )
    const at = story.now
    const wait = (hours: number) => {
      story.now += hours * HOUR - 60_000
    }
    const status = (workStatus: 'WAITING_ON_VENDOR' | 'IN_PROGRESS') =>
      story.do({ type: 'setWorkStatus', blockId: story.block('second').id, workStatus }, actor('margaret'))
    wait(10)
    story.decide('first', actor('linus'))
    expect(timeTaken(story.request, story.block('first'))).toBe(10 * HOUR)
    expect(timeTaken(story.request, story.block('second'))).toBeNull()
    wait(2)
    status('WAITING_ON_VENDOR')
    wait(50)
    status('IN_PROGRESS')
    wait(3)
    story.decide('second', actor('margaret'))
    expect(story.now - at).toBe(65 * HOUR)
    expect(timeTaken(story.request, story.block('second'))).toBe(5 * HOUR)
  })

  it('bypassed and automatic steps say nothing about people', () => {
    const story = submitted(
      workflow([rule('first', { approverUserIds: ['linus'] }), rule('free', { approverType: 'NO_APPROVERS' })]),
    )
    story.do({ type: 'bypass', blockId: story.block('first').id, note: 'Away' }, actor('edsger'))
    expect(timeTaken(story.request, story.block('first'))).toBeNull()
    expect(timeTaken(story.request, story.block('free'))).toBeNull()
  })
})
