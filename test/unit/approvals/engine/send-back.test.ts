import { describe, expect, it } from 'vitest'
import { awaitedBlocks } from '../../../../schema/approvals/engine/model.ts'
import { historyOf } from '../../../../worker/objects/approval/history.ts'
import { notificationOf } from '../../../../worker/objects/approval/news/notifications.ts'
import { participantsOf, waitingOf } from '../../../../worker/objects/approval/participants.ts'
import { replay } from '../../../../worker/objects/approval/state.ts'
import { ANSWERS, actor, content, planning, rule, Story, submitCommand, submitted, workflow } from './fixtures.ts'

const linus = rule('linus', { approverUserIds: ['linus'] })
const alan = rule('alan', { approverUserIds: ['alan'] })
const grace = rule('grace', { approverUserIds: ['grace'] })

const sendBack = (story: Story, name: string, by = actor(name), message = 'Add a quote') =>
  story.try({ type: 'sendBack', blockId: story.block(name).id, message }, by)
const edit = (story: Story, answers: Record<string, unknown>) =>
  story.try(
    { type: 'edit', seenVersion: story.request.version, ...content(answers as never) },
    actor('ada'),
    planning(null, answers as never),
  )
const asked = (story: Story, userId: string) =>
  participantsOf(story.request)
    .find((one) => one.userId === userId)
    ?.actions.map(({ label }) => label) ?? []
const toldBy = (story: Story, from: number) =>
  notificationOf(
    story.events.filter(({ sequence }) => sequence > from),
    story.request,
  )?.recipients.map(({ userId, kind }) => `${userId} ${kind}`)

describe('sending back', () => {
  it('the request waits for its requester, no approver is asked, and decisions stand', () => {
    const story = submitted(workflow([linus], [alan, grace]))
    expect(story.decide('linus', actor('linus'))).toBeNull()
    const before = story.request.sequence
    expect(sendBack(story, 'alan')).toBeNull()
    expect(story.request.status).toBe('PENDING')
    expect(story.block('linus').status).toBe('APPROVED')
    expect(awaitedBlocks(story.request)).toEqual([])
    expect(asked(story, 'ada')).toEqual(['Alan Turing asked for changes'])
    expect([asked(story, 'alan'), asked(story, 'grace')]).toEqual([[], []])
    expect(waitingOf(story.request).map(({ people }) => people.map(({ userId }) => userId))).toEqual([['ada']])
    expect(toldBy(story, before)).toContain('ada SENT_BACK')
    expect(replay(story.events)).toEqual(story.request)
  })

  it('the time until the answer counts as waiting on the requester, for every step whose turn has come', () => {
    const story = submitted(workflow([alan, grace], [linus]))
    story.do({ type: 'setWorkStatus', blockId: story.block('alan').id, workStatus: 'IN_PROGRESS' }, actor('alan'))
    expect(sendBack(story, 'alan')).toBeNull()
    const times = () =>
      ['alan', 'grace', 'linus'].map((name) =>
        story.block(name).workStatusHistory.map(({ status, spentMs }) => [status, spentMs]),
      )
    expect(times()).toEqual([
      [
        ['PENDING', 60_000],
        ['IN_PROGRESS', 60_000],
        ['WAITING_ON_REQUESTER', null],
      ],
      [
        ['PENDING', 120_000],
        ['WAITING_ON_REQUESTER', null],
      ],
      [],
    ])
    expect(story.try({ type: 'answerSendBack', message: 'There is none' }, actor('ada'))).toBeNull()
    expect(times()).toEqual([
      [
        ['PENDING', 60_000],
        ['IN_PROGRESS', 60_000],
        ['WAITING_ON_REQUESTER', 60_000],
        ['IN_PROGRESS', null],
      ],
      [
        ['PENDING', 120_000],
        ['WAITING_ON_REQUESTER', 60_000],
        ['PENDING', null],
      ],
      [],
    ])
  })

  it('no one decides on the step before the requester answers, and another step can still be decided', () => {
    const story = submitted(workflow([rule('both', { approverUserIds: ['linus', 'alan'] }), grace]))
    expect(sendBack(story, 'both', actor('linus'))).toBeNull()
    expect(story.decide('both', actor('alan'))?.reason).toBe('SENT_BACK')
    expect(story.decide('both', actor('linus'), 'REJECTED')?.reason).toBe('SENT_BACK')
    expect(sendBack(story, 'both', actor('alan'))?.reason).toBe('SENT_BACK')
    expect(story.decide('grace', actor('grace'))).toBeNull()
    expect(story.request.status).toBe('PENDING')
  })

  it('approving all of one’s steps leaves out the one that was sent back', () => {
    const story = submitted(workflow([linus, rule('again', { approverUserIds: ['linus'] })]))
    expect(sendBack(story, 'again', actor('linus'))).toBeNull()
    const blockId = story.block('linus').id
    story.do(
      { type: 'decide', blockId, decision: 'APPROVED', seenVersion: 1, allMyNonTaskBlocks: true },
      actor('linus'),
    )
    expect([story.block('linus').status, story.block('again').status]).toEqual(['APPROVED', 'PENDING'])
  })

  it('an edit answers, and the step’s approvers are asked again', () => {
    const story = submitted(workflow([linus], [alan]))
    story.decide('linus', actor('linus'))
    expect(sendBack(story, 'alan')).toBeNull()
    const before = story.request.sequence
    expect(edit(story, { ...ANSWERS, title: 'Yacht' })).toBeNull()
    expect(story.block('alan').sentBack?.ended).toMatchObject({ how: 'EDITED', by: { userId: 'ada' } })
    expect(story.block('linus').status).toBe('PENDING')
    expect(asked(story, 'ada')).toEqual([])
    expect(toldBy(story, before)).toContain('linus APPROVAL_RESTARTED')
  })

  it('answering that nothing changes keeps the decisions and asks everyone again', () => {
    const story = submitted(workflow([linus], [alan, grace]))
    story.decide('linus', actor('linus'))
    sendBack(story, 'alan')
    sendBack(story, 'grace', actor('grace'), 'And the term?')
    const before = story.request.sequence
    expect(story.try({ type: 'answerSendBack', message: '' }, actor('alan'))?.reason).toBe('NOT_ALLOWED')
    expect(story.try({ type: 'answerSendBack', message: 'One year' }, actor('ada'))).toBeNull()
    expect(story.block('linus').status).toBe('APPROVED')
    expect(asked(story, 'alan')).toEqual(['alan'])
    expect(toldBy(story, before)).toEqual(['alan SEND_BACK_ANSWERED', 'grace SEND_BACK_ANSWERED'])
    expect(story.try({ type: 'answerSendBack', message: '' }, actor('ada'))?.reason).toBe('NOT_SENT_BACK')
    const last = story.events.at(-1)
    if (!last) throw new Error('No event')
    expect(historyOf(last, () => ({ label: 'Legal', ruleType: 'APPROVAL' }))?.message).toBe(
      'Ada Lovelace answered “Legal”, “Legal” without changes',
    )
  })

  it('the sender takes it back; the request waits on while another still asks', () => {
    const story = submitted(workflow([alan, grace]))
    sendBack(story, 'alan')
    sendBack(story, 'grace', actor('grace'))
    const takeBack = (name: string, by: string) =>
      story.try({ type: 'takeBackSendBack', blockId: story.block(name).id }, actor(by))
    expect(takeBack('alan', 'grace')?.reason).toBe('NOT_ALLOWED')
    expect(takeBack('alan', 'alan')).toBeNull()
    expect(takeBack('alan', 'alan')?.reason).toBe('NOT_SENT_BACK')
    expect(awaitedBlocks(story.request)).toEqual([])
    expect(story.block('alan').workStatus).toBe('WAITING_ON_REQUESTER')
    expect(takeBack('grace', 'edsger')).toBeNull()
    expect([story.block('alan').workStatus, story.block('grace').workStatus]).toEqual(['PENDING', 'PENDING'])
    expect(story.decide('alan', actor('alan'))).toBeNull()
  })

  it('only an approver whose turn it is sends back, in person, with a message, and not their own request', () => {
    const story = submitted(workflow([alan], [rule('own', { approverUserIds: ['ada', 'linus'] })]), ANSWERS, {
      enforceOrder: true,
    })
    expect(sendBack(story, 'alan', actor('linus'))?.reason).toBe('NOT_ALLOWED')
    expect(sendBack(story, 'alan', actor('alan', { impersonatorUserId: 'barbara' }))?.reason).toBe('NOT_ALLOWED')
    expect(sendBack(story, 'alan', actor('alan'), ' ')).toMatchObject({ reason: 'NOTE_REQUIRED' })
    expect(sendBack(story, 'own', actor('linus'))?.reason).toBe('EARLIER_LEVEL_OPEN')
    expect(sendBack(story, 'alan', actor('ada', { delegatorIds: ['alan'] }))?.reason).toBe('OWN_REQUEST')
    expect(sendBack(story, 'alan', actor('grace', { delegatorIds: ['alan'] }))).toBeNull()
    expect(story.block('alan').sentBack).toMatchObject({
      by: { userId: 'grace' },
      onBehalfOf: { userId: 'alan' },
      message: 'Add a quote',
    })
    expect(story.try({ type: 'takeBackSendBack', blockId: story.block('alan').id }, actor('alan'))).toBeNull()
  })

  it('a step up to the requester, and a closed request, can’t be sent back', () => {
    const story = submitted(workflow([rule('task', { type: 'TASK', approverType: 'REQUESTOR' }), alan]))
    expect(sendBack(story, 'task', actor('ada'))?.code).toBe('RULE_BROKEN')
    expect(story.decide('alan', actor('alan'), 'REJECTED')).toBeNull()
    expect(sendBack(story, 'alan')?.code).toBe('CONFLICT')
  })

  it('what a stranger sent in through a public form can’t be sent back, because no one could answer', () => {
    const stranger = { userId: 'contact-1', name: 'Vera Vendor' }
    const context = planning(workflow([alan]))
    const command = { ...submitCommand(), requestor: stranger, createdBy: stranger }
    const by = actor('contact-1', stranger)
    const story = new Story().do(command, by, { ...context, requestor: { ...stranger, managerUserId: null } })
    expect(sendBack(story, 'alan')?.message).toContain('came from outside your company')
  })

  it('a bypass of the step ends the waiting', () => {
    const story = submitted(workflow([alan, grace]))
    sendBack(story, 'alan')
    story.do({ type: 'bypass', blockId: story.block('alan').id, note: 'Urgent' }, actor('edsger'))
    expect(story.block('alan').sentBack?.ended?.how).toBe('BYPASSED')
    expect(awaitedBlocks(story.request).map(({ label }) => label)).toEqual(['grace'])
    expect(story.block('grace').workStatus).toBe('PENDING')
  })

  it('approvers of a request that was sent back can’t be reminded', () => {
    const story = submitted(workflow([alan, grace]))
    sendBack(story, 'alan')
    const remind = { type: 'remind' as const, blockId: story.block('grace').id }
    expect(story.try(remind, actor('ada'))?.reason).toBe('SENT_BACK')
  })

  it('sending back keeps the decision before it from being undone', () => {
    const story = submitted(workflow([alan, grace]))
    story.decide('alan', actor('alan'))
    const { sequence } = story.request
    story.tryNow({ type: 'sendBack', blockId: story.block('grace').id, message: 'Why?' }, actor('grace'))
    expect(story.tryNow({ type: 'undoDecision', sequence }, actor('alan'))?.reason).toBe('BUILT_ON')
  })
})

describe('withdrawing', () => {
  const withdraw = (story: Story, by = actor('ada')) => story.try({ type: 'withdraw', message: 'Bought elsewhere' }, by)

  it('ends the run, asks no one and tells the approvers, and is no rejection', () => {
    const story = submitted(workflow([linus, alan], [grace]))
    story.decide('linus', actor('linus'))
    const before = story.request.sequence
    expect(withdraw(story)).toBeNull()
    expect(story.request).toMatchObject({ status: 'WITHDRAWN', completedAt: story.now })
    expect(story.request.statusHistory.map(({ status }) => status)).toEqual(['PENDING', 'WITHDRAWN'])
    expect(story.block('alan')).toMatchObject({ status: 'PENDING', closedAt: story.now })
    expect(asked(story, 'alan')).toEqual([])
    expect(toldBy(story, before)).toEqual(expect.arrayContaining(['linus WITHDRAWN', 'alan WITHDRAWN']))
    expect(story.decide('alan', actor('alan'))?.reason).toBe('REQUEST_CLOSED')
    expect(replay(story.events)).toEqual(story.request)
  })

  it.each([
    ['an approver', actor('linus'), 'NOT_ALLOWED'],
    ['an admin', actor('edsger'), 'NOT_ALLOWED'],
    ['a delegate of the requester', actor('grace', { delegatorIds: ['ada'] }), 'NOT_ALLOWED'],
    ['someone viewing as the requester', actor('ada', { impersonatorUserId: 'barbara' }), 'NOT_ALLOWED'],
  ])('%s does not withdraw it', (_, by, reason) => {
    expect(withdraw(submitted(workflow([linus])), by)?.reason).toBe(reason)
  })

  it('what is decided, withdrawn or archived is not withdrawn', () => {
    const decided = submitted(workflow([linus]))
    decided.decide('linus', actor('linus'))
    expect(withdraw(decided)?.reason).toBe('REQUEST_CLOSED')
    const twice = submitted(workflow([linus]))
    withdraw(twice)
    expect(withdraw(twice)?.message).toBe('The request has already been withdrawn.')
    const archived = submitted(workflow([linus])).do({ type: 'archive', message: '' }, actor('ada'))
    expect(withdraw(archived)?.reason).toBe('ARCHIVED')
  })

  it('only its requester submits it again, as it was or changed', () => {
    const story = submitted(workflow([linus]))
    sendBack(story, 'linus')
    withdraw(story)
    const context = planning(workflow([linus]))
    expect(story.try({ type: 'restart' }, actor('edsger'), context)?.reason).toBe('NOT_ALLOWED')
    expect(story.try({ type: 'restart' }, actor('ada'), context)).toBeNull()
    expect(story.request).toMatchObject({ status: 'PENDING', run: 2, completedAt: null })
    expect(asked(story, 'linus')).toEqual(['linus'])
    expect(asked(story, 'ada')).toEqual([])
    withdraw(story)
    const resubmit = { type: 'resubmit' as const, seenVersion: 1, ...content({ ...ANSWERS, title: 'Yacht' }) }
    expect(story.try(resubmit, actor('edsger'), context)?.reason).toBe('NOT_ALLOWED')
    expect(story.try(resubmit, actor('ada'), context)).toBeNull()
    expect(story.request).toMatchObject({ status: 'PENDING', run: 3, version: 2 })
  })

  it('a decision before it can no longer be undone', () => {
    const story = submitted(workflow([linus, alan]))
    story.decide('linus', actor('linus'))
    const { sequence } = story.request
    story.tryNow({ type: 'withdraw', message: '' }, actor('ada'))
    expect(story.tryNow({ type: 'undoDecision', sequence }, actor('linus'))?.reason).toBe('BUILT_ON')
  })
})
