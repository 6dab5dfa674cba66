import { describe, expect, it } from 'vitest'
import { historyOf } from '../../../../worker/objects/approval/history.ts'
import { notificationOf } from '../../../../worker/objects/approval/news/notifications.ts'
import { participantsOf } from '../../../../worker/objects/approval/participants.ts'
import { replay } from '../../../../worker/objects/approval/state.ts'
import { actor, rule, type Story, submitted, system, workflow } from './fixtures.ts'

const step = (id: string, ...approverUserIds: string[]) => rule(id, { approverUserIds })
const everyone = (id: string, ...approverUserIds: string[]) => rule(id, { approverUserIds, quorum: { kind: 'ALL' } })

const revoke = (story: Story, name: string, userId: string, reason = 'Wrong vendor') =>
  story.try({ type: 'revokeDecision', blockId: story.block(name).id, reason }, actor(userId))
const waiting = (story: Story) =>
  participantsOf(story.request)
    .filter(({ actionSince }) => actionSince !== null)
    .map(({ userId }) => userId)
    .sort()
const DAY = 86_400_000

describe('revoking a decision', () => {
  it('long after the ten seconds, the step is asked again and later ones wait', () => {
    const story = submitted(workflow([step('first', 'linus', 'grace')], [step('second', 'margaret')]))
    story.decide('first', actor('linus'))
    expect(waiting(story)).toEqual(['margaret'])
    story.now += 5 * DAY
    expect(revoke(story, 'first', 'linus')).toBeNull()
    expect(story.block('first')).toMatchObject({
      status: 'PENDING',
      decisions: [],
      decidedAt: null,
      openedAt: story.now,
      revoked: { by: { userId: 'linus', name: 'Linus Pauling' }, decision: 'APPROVED', reason: 'Wrong vendor' },
    })
    expect(story.block('second').openedAt).toBeNull()
    expect(waiting(story)).toEqual(['grace', 'linus'])
    expect(story.decide('second', actor('margaret'))?.reason).toBe('EARLIER_LEVEL_OPEN')
    story.decide('first', actor('grace'))
    story.decide('second', actor('margaret'))
    expect(story.request.status).toBe('APPROVED')
    expect(replay(story.events)).toEqual(story.request)
  })

  it('other people’s decisions on the step stay', () => {
    const story = submitted(workflow([everyone('all', 'linus', 'margaret', 'grace')], [step('next', 'alan')]))
    for (const userId of ['linus', 'margaret']) story.decide('all', actor(userId))
    expect(revoke(story, 'all', 'linus')).toBeNull()
    expect(story.block('all').decisions.map(({ userId }) => userId)).toEqual(['margaret'])
    story.decide('all', actor('grace'))
    expect(story.request.status).toBe('PENDING')
    expect(story.block('all').status).toBe('PENDING')
    story.decide('all', actor('linus'))
    expect(story.block('all').status).toBe('APPROVED')
  })

  it('a step that keeps enough approvals stays approved', () => {
    const two = rule('two', { approverUserIds: ['linus', 'margaret', 'grace'], quorum: { kind: 'AT_LEAST', count: 2 } })
    const story = submitted(workflow([everyone('all', 'linus', 'margaret'), two], [step('next', 'alan')]))
    for (const userId of ['linus', 'margaret']) story.decide('all', actor(userId))
    expect(revoke(story, 'all', 'margaret')).toBeNull()
    expect(story.block('all').status).toBe('PENDING')
  })

  it('a delegate revokes the decision they made, and no one else’s', () => {
    const story = submitted(workflow([step('first', 'linus')], [step('second', 'margaret')]))
    story.decide('first', actor('alan', { delegatorIds: ['linus'] }))
    expect(revoke(story, 'first', 'linus')?.reason).toBe('NOTHING_TO_UNDO')
    expect(revoke(story, 'first', 'edsger')?.reason).toBe('NOTHING_TO_UNDO')
    expect(revoke(story, 'first', 'alan')).toBeNull()
    expect(waiting(story)).toEqual(['linus'])
  })

  it.each([
    [
      'a later step was approved',
      (story: Story) => story.decide('second', actor('margaret')),
      '“second” has gone ahead',
    ],
    [
      'a later step was bypassed',
      (story: Story) => story.try({ type: 'bypass', blockId: story.block('second').id, note: 'Away' }, actor('edsger')),
      '“second” has gone ahead',
    ],
  ])('a decision can’t be revoked when %s', (_, then, message) => {
    const story = submitted(workflow([step('first', 'linus')], [step('second', 'margaret')], [step('third', 'grace')]))
    story.decide('first', actor('linus'))
    expect(then(story)).toBeNull()
    expect(revoke(story, 'first', 'linus')).toMatchObject({
      code: 'CONFLICT',
      reason: 'BUILT_ON',
      message: expect.stringContaining(message),
    })
    expect(story.block('first').decisions).toHaveLength(1)
  })

  it('a decision can’t be revoked once an automatic task was started, because it may have left the house', () => {
    const webhook = rule('hook', { type: 'WEBHOOK', approverType: 'NO_APPROVERS' })
    const story = submitted(workflow([step('first', 'linus')], [webhook], [step('third', 'grace')]))
    story.decide('first', actor('linus'))
    expect(revoke(story, 'first', 'linus')).toMatchObject({ reason: 'BUILT_ON' })
    story.do({ type: 'taskStarted', blockId: story.block('hook').id }, system())
    expect(revoke(story, 'first', 'linus')).toMatchObject({ reason: 'BUILT_ON' })
  })

  it('a decision can’t be revoked when the run has ended, and the message says what to do instead', () => {
    const approved = submitted(workflow([step('first', 'linus')]))
    approved.decide('first', actor('linus'))
    expect(revoke(approved, 'first', 'linus')).toMatchObject({
      reason: 'REQUEST_CLOSED',
      message: 'The request is approved, and what follows has started, so decisions can’t be revoked.',
    })
    const rejected = submitted(workflow([step('first', 'linus')]))
    rejected.decide('first', actor('linus'), 'REJECTED')
    expect(revoke(rejected, 'first', 'linus')?.message).toBe(
      'The request is rejected, and everyone was told. Its requester or an admin can restart it.',
    )
  })

  it('people revoke with a reason, in person, and only approvals', () => {
    const story = submitted(
      workflow(
        [step('first', 'linus'), rule('do', { type: 'TASK', approverUserIds: ['alan'] })],
        [step('second', 'margaret')],
      ),
    )
    story.decide('first', actor('linus'))
    expect(revoke(story, 'first', 'linus', '  ')?.reason).toBe('NOTE_REQUIRED')
    const command = { type: 'revokeDecision' as const, blockId: story.block('first').id, reason: 'No' }
    expect(story.try(command, actor('linus', { impersonatorUserId: 'edsger' }))?.reason).toBe('NOT_ALLOWED')
    story.do({ type: 'completeTask', blockId: story.block('do').id }, actor('alan'))
    expect(revoke(story, 'do', 'alan')?.reason).toBe('NOT_AN_APPROVAL')
    story.do({ type: 'archive' }, actor('ada'))
    expect(revoke(story, 'first', 'linus')?.reason).toBe('ARCHIVED')
  })

  it('steps without approvers complete automatically again', () => {
    const free = rule('free', { approverType: 'NO_APPROVERS' })
    const story = submitted(workflow([step('first', 'linus')], [free], [step('third', 'grace')]))
    story.decide('first', actor('linus'))
    expect(story.block('free').status).toBe('APPROVED')
    expect(revoke(story, 'first', 'linus')).toBeNull()
    expect([story.block('free').status, story.block('third').openedAt]).toEqual(['PENDING', null])
    story.decide('first', actor('linus'))
    expect(story.block('free').status).toBe('APPROVED')
    expect(waiting(story)).toEqual(['grace'])
  })

  it('the history names it with the reason, and everyone who was asked because of it is told', () => {
    const story = submitted(workflow([step('first', 'linus', 'alan')], [step('second', 'margaret')]))
    story.decide('first', actor('linus'))
    const from = story.events.length
    revoke(story, 'first', 'linus')
    const events = story.events.slice(from)
    const [event] = events
    const said = event && historyOf(event, () => ({ label: 'first', ruleType: 'APPROVAL' }))
    expect(said).toMatchObject({
      action: 'decision-revoked',
      message: 'Linus Pauling revoked their approval of “first”',
      changeData: { reason: 'Wrong vendor' },
    })
    const told = notificationOf(events, story.request)
    expect(told?.note).toBe('Wrong vendor')
    const kinds = (userId: string) =>
      told?.recipients.filter((one) => one.userId === userId).map(({ kind, isOwn }) => `${kind} ${isOwn}`)
    expect(kinds('margaret')).toEqual(['DECISION_REVOKED true'])
    expect(kinds('ada')).toEqual(['DECISION_REVOKED false'])
    expect(kinds('alan')).toContain('APPROVAL_REQUESTED true')
    expect(kinds('linus')).toEqual([])
  })
})
