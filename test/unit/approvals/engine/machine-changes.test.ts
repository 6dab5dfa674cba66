import { describe, expect, it } from 'vitest'
import type { PlanningContext } from '../../../../schema/approvals/engine/commands.ts'
import { currentBlocks } from '../../../../schema/approvals/engine/model.ts'
import type { Answers } from '../../../../schema/requests/forms/form.ts'
import {
  ANSWERS,
  actor,
  atLeast,
  content,
  departmentIs,
  isYes,
  person,
  planning,
  rule,
  type Story,
  submitted,
  system,
  usd,
  workflow,
} from './fixtures.ts'

const linus = rule('linus', { approverUserIds: ['linus'] })
const alan = rule('alan', { approverUserIds: ['alan'] })
const big = rule('big', { ...atLeast(1_000_000), approverUserIds: ['margaret'] })
const edit = (story: Story, answers: Answers, context: Partial<PlanningContext> = {}, more = {}, by = actor('ada')) =>
  story.try({ type: 'edit', seenVersion: story.request.version, ...content(answers), ...more }, by, {
    ...planning(null, answers),
    ...context,
  })
const anyone = {
  approverType: 'CUSTOM_APPROVERS' as const,
  approverGroupIds: [],
  approverUserIds: ['margaret'],
  approverMatrixId: null,
  approverMatrixColumnId: null,
  quorum: { kind: 'ANY' as const },
}

describe('editing', () => {
  it('an edit restarts every approval, no matter why its step was required', () => {
    const story = submitted(workflow([linus, big], [alan]))
    story.decide('linus', actor('linus'))
    story.decide('big', actor('margaret'))
    expect(story.block('alan').openedAt).not.toBeNull()
    expect(edit(story, { ...ANSWERS, amount: usd(2_000_000) })).toBeNull()
    expect(story.block('linus')).toMatchObject({
      status: 'PENDING',
      decisions: [],
      earlierDecisions: [{ ...person('linus'), decision: 'APPROVED', answersVersion: 1 }],
    })
    expect(story.block('big')).toMatchObject({
      status: 'PENDING',
      decisions: [],
      reason: 'Amount is $10,000 or more ($20,000.00)',
      reopenedAt: story.now,
    })
    expect(story.block('alan').openedAt).toBeNull()
    expect(story.decide('alan', actor('alan'))?.reason).toBe('EARLIER_LEVEL_OPEN')
  })

  it('an edit adds blocks that now apply and removes those that no longer do', () => {
    const sales = rule('sales', { ...departmentIs('sales'), approverType: 'DEPARTMENT_APPROVERS' })
    const story = submitted(workflow([big], [sales], [alan]))
    expect(edit(story, { ...ANSWERS, amount: usd(100), department: 'sales' })).toBeNull()
    expect(currentBlocks(story.request).map((b) => b.ruleId)).toEqual(['alan', 'sales'])
    expect(story.block('sales')).toMatchObject({ level: 2, openedAt: story.now })
  })

  it('an edit that removes the last open block approves the request', () => {
    const story = submitted(workflow([big]))
    edit(story, { ...ANSWERS, amount: usd(100) })
    expect(story.request.status).toBe('APPROVED')
  })

  it('a holder of the bypass right can keep all decisions if the company allows it', () => {
    const story = submitted(workflow([big], [alan]))
    story.decide('big', actor('margaret'))
    const answers = { ...ANSWERS, amount: usd(2_000_000) }
    const keep = { keepAllDecisions: true }
    const allowed = { editing: { restrictedToAdmins: false, withApprovalBypass: true } }
    expect(edit(story, answers, {}, keep, actor('ada', { canBypass: true }))?.reason).toBe('NOT_ALLOWED')
    expect(edit(story, answers, allowed, keep)?.reason).toBe('NOT_ALLOWED')
    expect(edit(story, answers, allowed, keep, actor('ada', { canBypass: true }))).toBeNull()
    expect(story.block('big')).toMatchObject({ status: 'APPROVED', reason: 'Amount is $10,000 or more ($20,000.00)' })
  })

  it('only admins can edit when the company restricts it, and outsiders never can', () => {
    const restricted = { editing: { restrictedToAdmins: true, withApprovalBypass: false } }
    const answers = { ...ANSWERS, title: 'New' }
    const story = submitted(workflow([linus]))
    expect(edit(story, answers, restricted)?.reason).toBe('NOT_ALLOWED')
    expect(edit(story, answers, {}, {}, actor('linus'))?.reason).toBe('NOT_ALLOWED')
    expect(edit(story, answers, restricted, {}, actor('edsger'))).toBeNull()
  })

  it('an edit that changes nothing leaves no trace', () => {
    const story = submitted(workflow([linus]))
    const before = story.request.sequence
    expect(edit(story, ANSWERS)).toBeNull()
    expect(story.request.sequence).toBe(before)
  })
})

describe('restarting', () => {
  it('a restart after a rejection runs the current answers through the current workflow', () => {
    const story = submitted(workflow([linus]))
    story.decide('linus', actor('linus'), 'REJECTED')
    expect(story.try({ type: 'restart' }, actor('linus'), planning(workflow([alan])))?.reason).toBe('NOT_ALLOWED')
    story.do({ type: 'restart' }, actor('ada'), planning(workflow([alan])))
    expect(story.request).toMatchObject({ status: 'PENDING', run: 2, version: 1, completedAt: null })
    expect(currentBlocks(story.request).map((b) => b.ruleId)).toEqual(['alan'])
    expect(story.request.blocks).toHaveLength(2)
  })

  it('a restart closes the open blocks of the previous run, and an approved request can’t be restarted', () => {
    const story = submitted(workflow([linus]))
    const blockId = story.block('linus').id
    story.do({ type: 'restart' }, actor('ada'), planning(workflow([linus])))
    expect(story.try({ type: 'decide', blockId, decision: 'APPROVED', seenVersion: 1 }, actor('linus'))?.reason).toBe(
      'BLOCK_CLOSED',
    )
    story.decide('linus', actor('linus'))
    expect(story.try({ type: 'restart' }, actor('ada'), planning(null))?.reason).toBe('REQUEST_CLOSED')
  })

  it('resubmitting starts a new run with new answers', () => {
    const story = submitted(workflow([linus]))
    story.decide('linus', actor('linus'), 'REJECTED')
    const answers = { ...ANSWERS, title: 'Cheaper' }
    story.do(
      { type: 'resubmit', seenVersion: 1, ...content(answers) },
      actor('ada'),
      planning(workflow([linus]), answers),
    )
    expect(story.request).toMatchObject({ status: 'PENDING', run: 2, version: 2, content: { title: 'Cheaper' } })
  })
})

describe('tasks', () => {
  const step = (workflowType: 'SUB_LEVELS' | 'APPEND_LEVELS_TO_END') =>
    rule('step', {
      type: 'ADDITIONAL_STEP',
      approverUserIds: ['linus'],
      settings: { stepIds: ['security'], workflowType },
    })
  const privacy = rule('privacy', { ...isYes('personal-data'), approverUserIds: ['margaret'] })
  const complete = (story: Story, answers: Answers, name = 'step') =>
    story.try(
      { type: 'completeTask', blockId: story.block(name).id, seenVersion: story.request.version, answers },
      actor('linus'),
      planning(null, { ...story.request.content.answers, ...answers }),
    )

  it('a task is completed, not approved, by its approvers or its assignee', () => {
    const story = submitted(workflow([rule('task', { type: 'TASK', approverUserIds: ['linus'] })]))
    expect(story.decide('task', actor('linus'))?.reason).toBe('NOT_AN_APPROVAL')
    const blockId = story.block('task').id
    const done = { type: 'completeTask' as const, blockId, comment: 'Done' }
    expect(story.try(done, actor('alan'))?.reason).toBe('NOT_ALLOWED')
    story.do({ type: 'assign', blockId, assignee: person('alan') }, actor('linus'))
    story.do(done, actor('alan'))
    expect(story.request.status).toBe('APPROVED')
  })

  it('a requester cannot be assigned to complete a step of their own request', () => {
    const story = submitted(workflow([rule('task', { type: 'TASK', approverUserIds: ['linus'] })]))
    const assign = { type: 'assign' as const, blockId: story.block('task').id, assignee: person('ada') }
    expect(story.try(assign, actor('linus'))?.reason).toBe('OWN_REQUEST')
  })

  it('an additional step inserts the levels that its answers require under its block, before the next level', () => {
    const story = submitted(workflow([step('SUB_LEVELS')], [privacy], [alan]))
    expect(complete(story, {})).toMatchObject({ reason: 'ANSWERS_INVALID', fields: { 'personal-data': 'Required' } })
    expect(complete(story, { 'personal-data': true })).toBeNull()
    expect(story.request).toMatchObject({
      version: 2,
      content: { answers: { 'personal-data': true, title: 'Laptops' } },
    })
    expect(story.block('privacy')).toMatchObject({ level: 1, subLevel: 1, parentId: story.block('step').id })
    expect(story.decide('alan', actor('alan'))?.reason).toBe('EARLIER_LEVEL_OPEN')
    expect(story.decide('privacy', actor('margaret'))).toBeNull()
    expect(story.decide('alan', actor('alan'))).toBeNull()
    expect(story.request.status).toBe('APPROVED')
  })

  it('an additional step can also append its levels to the end', () => {
    const story = submitted(workflow([step('APPEND_LEVELS_TO_END')], [privacy], [alan]))
    complete(story, { 'personal-data': true })
    expect(story.block('privacy')).toMatchObject({ level: 4, parentId: null })
    expect(story.decide('alan', actor('alan'))).toBeNull()
    expect(story.decide('privacy', actor('margaret'))).toBeNull()
    expect(story.request.status).toBe('APPROVED')
  })

  it('an automatic task starts when its level opens, shows its error, and can be retried', () => {
    const hook = rule('hook', { type: 'WEBHOOK', approverType: 'NO_APPROVERS' })
    const story = submitted(workflow([linus], [hook]))
    const blockId = story.block('hook').id
    expect(story.block('hook').automatic?.state).toBe('WAITING')
    expect(story.try({ type: 'taskStarted', blockId }, system())?.reason).toBe('EARLIER_LEVEL_OPEN')
    story.decide('linus', actor('linus'))
    expect(story.block('hook').automatic?.state).toBe('QUEUED')
    expect(story.try({ type: 'taskStarted', blockId }, actor('edsger'))?.reason).toBe('NOT_ALLOWED')
    story.do({ type: 'taskStarted', blockId }, system())
    story.do({ type: 'taskFailed', blockId, error: 'HTTP 500' }, system())
    expect(story.block('hook').automatic).toMatchObject({ state: 'FAILED', error: 'HTTP 500', attempts: 1 })
    story.do({ type: 'retryTask', blockId }, actor('edsger'))
    story.do({ type: 'taskStarted', blockId }, system())
    story.do({ type: 'taskSucceeded', blockId, result: { status: 200 } }, system())
    expect(story.request.status).toBe('APPROVED')
  })
})

describe('routing', () => {
  it('an ad-hoc approval holds the request until it is decided', () => {
    const story = submitted(workflow([linus]))
    const add = { type: 'addTask' as const, ruleType: 'APPROVAL' as const, label: 'Extra', settings: {}, ...anyone }
    expect(story.try(add, actor('alan'), planning(null))?.reason).toBe('NOT_ALLOWED')
    story.do(add, actor('linus'), planning(null))
    story.decide('linus', actor('linus'))
    expect(story.request.status).toBe('PENDING')
    expect(story.block('Extra')).toMatchObject({ createdBy: person('linus'), openedAt: expect.any(Number) })
    story.decide('Extra', actor('margaret'))
    expect(story.request.status).toBe('APPROVED')
  })

  it('replaced approvers decide in place of the old ones', () => {
    const story = submitted(workflow([linus]))
    story.do({ type: 'replaceApprovers', blockId: story.block('linus').id, ...anyone }, actor('linus'), planning(null))
    expect(story.decide('linus', actor('linus'))?.reason).toBe('NOT_ALLOWED')
    expect(story.decide('linus', actor('margaret'))).toBeNull()
  })

  it('a step can’t lose its last approver or get the requester as approver', () => {
    const story = submitted(workflow([linus]))
    const replace = { type: 'replaceApprovers' as const, blockId: story.block('linus').id, ...anyone }
    const reason = (approverType: 'NO_APPROVERS' | 'REQUESTOR') =>
      story.try({ ...replace, approverType }, actor('edsger'), planning(null))?.reason
    expect(reason('NO_APPROVERS')).toBe('WRONG_APPROVERS')
    expect(reason('REQUESTOR')).toBe('OWN_REQUEST')
    const own = { ...replace, approverUserIds: ['ada', 'margaret'] }
    expect(story.try(own, actor('edsger'), planning(null))).toMatchObject({
      reason: 'OWN_REQUEST',
      message: 'Ada Lovelace submitted or changed this request, so they can’t approve it.',
    })
  })

  it('a reminder needs a waiting block and records who sent it', () => {
    const story = submitted(workflow([linus], [alan]))
    const remind = (name: string) => ({ type: 'remind' as const, blockId: story.block(name).id, note: 'Please' })
    expect(story.try(remind('linus'), actor('margaret'))?.reason).toBe('NOT_ALLOWED')
    expect(story.try(remind('alan'), actor('ada'))?.reason).toBe('EARLIER_LEVEL_OPEN')
    story.do(remind('linus'), actor('ada'))
    expect(story.block('linus')).toMatchObject({ remindedBy: person('ada'), remindedNote: 'Please' })
  })

  it('the time spent in each work status is recorded', () => {
    const story = submitted(workflow([linus]))
    const blockId = story.block('linus').id
    story.do({ type: 'setWorkStatus', blockId, workStatus: 'WAITING_ON_VENDOR' }, actor('linus'))
    story.decide('linus', actor('linus'))
    expect(story.block('linus').workStatusHistory.map((s) => [s.status, s.spentMs])).toEqual([
      ['PENDING', 60_000],
      ['WAITING_ON_VENDOR', 60_000],
    ])
  })

  it('watchers can change after the final status because they aren’t part of the approval', () => {
    const story = submitted(null)
    story.do({ type: 'setWatchers', watchers: [person('alan'), person('alan')] }, actor('ada'))
    expect(story.request.watchers).toEqual([person('alan')])
  })

  it('watchers chosen from an outdated list lose no one and bring no one back', () => {
    const story = submitted(null)
    const watch = (names: string[], seenUserIds?: string[]) =>
      story.do({ type: 'setWatchers', watchers: names.map(person), ...(seenUserIds && { seenUserIds }) }, actor('ada'))
    const watching = () => story.request.watchers.map(({ userId }) => userId)
    watch(['alan', 'kurt'])
    watch(['alan', 'kurt', 'rosa'], ['alan', 'kurt'])
    watch(['kurt', 'emmy'], ['alan', 'kurt'])
    expect(watching()).toEqual(['kurt', 'rosa', 'emmy'])
    watch(['alan', 'kurt', 'emmy'], ['alan', 'kurt', 'rosa'])
    expect(watching()).toEqual(['kurt', 'emmy'])
    watch(['emmy', 'rosa'])
    expect(watching()).toEqual(['emmy', 'rosa'])
  })
})
