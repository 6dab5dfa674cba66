import { describe, expect, it } from 'vitest'
import { actor, isYes, person, planning, rule, Story, submitCommand, submitted, system, workflow } from './fixtures.ts'

const linus = rule('linus', { approverUserIds: ['linus'] })
const alan = rule('alan', { approverUserIds: ['alan'] })
const legal = rule('legal', { approverGroupIds: ['legal'] })

describe('submitting', () => {
  it('a request without a workflow, or whose workflow asks no one, is approved at once', () => {
    expect(submitted(null).request.status).toBe('APPROVED')
    expect(submitted(workflow([rule('none', isYes('personal-data'))])).request.status).toBe('APPROVED')
    expect(submitted(workflow([rule('free', { approverType: 'NO_APPROVERS' })])).request.status).toBe('APPROVED')
  })

  it('a request that only its requester could approve is refused', () => {
    const one = workflow([rule('ada', { approverUserIds: ['ada'] })])
    const context = planning(one)
    context.organisation.admins = ['ada']
    expect(new Story().try(submitCommand(), actor('ada'), context)).toMatchObject({
      code: 'RULE_BROKEN',
      reason: 'NOBODY_CAN_APPROVE',
    })
  })

  it('filing on behalf of others needs the right to', () => {
    const command = submitCommand(undefined, 'alan')
    expect(new Story().try(command, actor('alan'), planning(workflow([linus])))?.reason).toBe('NOT_ALLOWED')
    const may = actor('alan', { submitsForOthers: true })
    expect(new Story().try(command, may, planning(workflow([linus])))).toBeNull()
  })

  it('missing answers are refused beside their questions', () => {
    expect(new Story().try(submitCommand({}), actor('ada'), planning(null))).toMatchObject({
      code: 'INVALID',
      reason: 'ANSWERS_INVALID',
      fields: { title: 'Required' },
    })
  })

  it('a request can be submitted only once', () => {
    expect(submitted(null).try(submitCommand(), actor('ada'), planning(null))?.reason).toBe('ALREADY_SUBMITTED')
  })
})

describe('decisions', () => {
  it('levels open one after the other, and the last one approves the request', () => {
    const story = submitted(workflow([linus], [alan]))
    expect(story.block('alan').openedAt).toBeNull()
    expect(story.decide('linus', actor('linus'))).toBeNull()
    expect(story.block('alan').openedAt).toBe(story.now)
    expect(story.decide('alan', actor('alan'))).toBeNull()
    expect(story.request).toMatchObject({ status: 'APPROVED', completedAt: story.now })
  })

  it('with enforced order a later block waits; without it, it can be decided', () => {
    const strict = submitted(workflow([linus], [alan]))
    expect(strict.decide('alan', actor('alan'))?.reason).toBe('EARLIER_LEVEL_OPEN')
    const loose = submitted(workflow([linus], [alan]), undefined, { enforceOrder: false })
    expect(loose.decide('alan', actor('alan'))).toBeNull()
    expect(loose.request.status).toBe('PENDING')
    expect(loose.decide('linus', actor('linus'))).toBeNull()
    expect(loose.request.status).toBe('APPROVED')
  })

  it('the first of two approvers of one block wins and the second gets a conflict', () => {
    const story = submitted(workflow([legal], [alan]))
    expect(story.decide('legal', actor('margaret'))).toBeNull()
    expect(story.decide('legal', actor('linus'), 'REJECTED')).toMatchObject({
      code: 'CONFLICT',
      reason: 'ALREADY_DECIDED',
      message: '“legal” has already been approved by Margaret Hamilton.',
    })
  })

  it('one rejection rejects the request and closes the other open blocks', () => {
    const story = submitted(workflow([linus, alan], [legal]))
    expect(story.decide('linus', actor('linus'), 'REJECTED')).toBeNull()
    expect(story.request.status).toBe('REJECTED')
    expect(story.block('alan')).toMatchObject({ status: 'PENDING', closedAt: story.now })
    expect(story.decide('alan', actor('alan'))).toMatchObject({ code: 'CONFLICT', reason: 'REQUEST_CLOSED' })
  })

  it('ALL needs everyone, and no one counts twice', () => {
    const story = submitted(workflow([{ ...legal, quorum: { kind: 'ALL' } }]))
    expect(story.decide('legal', actor('linus'))).toBeNull()
    expect(story.request.status).toBe('PENDING')
    expect(story.decide('legal', actor('linus'))?.reason).toBe('ALREADY_DECIDED')
    expect(story.decide('legal', actor('margaret'))).toBeNull()
    expect(story.request.status).toBe('APPROVED')
  })

  it('AT LEAST TWO means two people, even when one of them also acts for someone else', () => {
    const three = rule('three', {
      approverUserIds: ['linus', 'margaret', 'alan'],
      quorum: { kind: 'AT_LEAST', count: 2 },
    })
    const story = submitted(workflow([three]))
    const both = actor('linus', { delegatorIds: ['margaret'] })
    expect(story.decide('three', both)).toBeNull()
    expect(story.decide('three', both)?.reason).toBe('ALREADY_DECIDED')
    expect(story.decide('three', actor('margaret'))).toBeNull()
    expect(story.request.status).toBe('APPROVED')
  })

  it('a delegate acts beside the person who delegated and is shown as delegate', () => {
    const story = submitted(workflow([linus]))
    expect(story.decide('linus', actor('alan'))?.reason).toBe('NOT_ALLOWED')
    expect(story.decide('linus', actor('alan', { delegatorIds: ['linus'] }))).toBeNull()
    expect(story.block('linus').decisions[0]).toMatchObject({ userId: 'alan', onBehalfOf: person('linus') })
  })

  it('a requester cannot approve their own request as a delegate, by impersonation or by bypass', () => {
    const story = submitted(workflow([linus]))
    expect(story.decide('linus', actor('ada', { delegatorIds: ['linus'] }))?.reason).toBe('OWN_REQUEST')
    expect(story.decide('linus', actor('linus', { impersonatorUserId: 'ada' }))?.reason).toBe('OWN_REQUEST')
    const blockId = story.block('linus').id
    const bypass = { type: 'bypass' as const, blockId, note: 'mine' }
    expect(story.try(bypass, actor('ada', { canBypass: true }))?.reason).toBe('OWN_REQUEST')
  })

  it('the requester can approve when the rule names the requester', () => {
    const story = submitted(workflow([rule('self', { approverType: 'REQUESTOR' })]))
    expect(story.decide('self', actor('ada'))).toBeNull()
    expect(story.request.status).toBe('APPROVED')
  })

  it('approving all of mine follows the levels as they open, and leaves tasks and other people’s blocks', () => {
    const task = rule('task', { type: 'TASK', approverUserIds: ['linus'] })
    const story = submitted(workflow([linus], [{ ...linus, id: 'again' }, task], [alan]))
    const blockId = story.block('linus').id
    story.do(
      { type: 'decide', blockId, decision: 'APPROVED', seenVersion: 1, allMyNonTaskBlocks: true },
      actor('linus'),
    )
    expect(['linus', 'again', 'task', 'alan'].map((id) => story.block(id).status)).toEqual([
      'APPROVED',
      'APPROVED',
      'PENDING',
      'PENDING',
    ])
  })

  it('a decision on answers that have changed since is refused with the differences', () => {
    const story = submitted(workflow([linus]))
    const seen = story.request.version
    const answers = { ...story.request.content.answers, title: 'Bigger laptops' }
    const changed = { title: 'Bigger laptops', amount: null, vendorId: null, dueDate: null, answers }
    story.do({ type: 'edit', seenVersion: seen, content: changed }, actor('ada'), planning(null, answers))
    const blockId = story.block('linus').id
    const decide = { type: 'decide' as const, blockId, decision: 'APPROVED' as const }
    expect(story.try({ ...decide, seenVersion: seen }, actor('linus'))).toMatchObject({
      code: 'CONFLICT',
      reason: 'ANSWERS_CHANGED',
      details: {
        version: 2,
        changes: [{ questionId: 'title', label: 'Title', before: 'Laptops', after: 'Bigger laptops' }],
      },
    })
    expect(story.try({ ...decide, seenVersion: 2 }, actor('linus'))).toBeNull()
  })

  it('a bypass needs the right and a note, and is marked as a bypass', () => {
    const story = submitted(workflow([linus]))
    const bypass = { type: 'bypass' as const, blockId: story.block('linus').id, note: 'Urgent' }
    expect(story.try(bypass, actor('alan'))?.reason).toBe('NOT_ALLOWED')
    expect(story.try({ ...bypass, note: ' ' }, actor('edsger'))?.reason).toBe('NOTE_REQUIRED')
    expect(story.try(bypass, actor('alan', { canBypass: true }))).toBeNull()
    expect(story.block('linus')).toMatchObject({ status: 'APPROVED', bypassedBy: person('alan'), bypassNote: 'Urgent' })
    expect(story.request.status).toBe('APPROVED')
  })

  it('another company’s request looks as if it didn’t exist', () => {
    const story = submitted(workflow([linus]))
    expect(story.decide('linus', actor('linus', { companyId: 'other' }))?.code).toBe('NOT_FOUND')
  })

  it('an archived request can’t be changed until it is unarchived, and a deleted one never', () => {
    const story = submitted(workflow([linus]))
    expect(story.try({ type: 'archive' }, actor('linus'))?.reason).toBe('NOT_ALLOWED')
    story.do({ type: 'archive', message: 'Not now' }, actor('ada'))
    expect(story.decide('linus', actor('linus'))?.reason).toBe('ARCHIVED')
    story.do({ type: 'unarchive' }, actor('ada'))
    story.do({ type: 'delete' }, actor('edsger'))
    expect(story.try({ type: 'archive' }, actor('ada'))?.code).toBe('NOT_FOUND')
  })

  it('a system actor reports on automatic tasks but cannot decide', () => {
    expect(submitted(workflow([linus])).decide('linus', system())?.reason).toBe('NOT_ALLOWED')
  })
})
