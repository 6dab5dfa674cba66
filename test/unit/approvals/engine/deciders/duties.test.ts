import { describe, expect, it } from 'vitest'
import type { WorkflowRule } from '../../../../../schema/approvals/workflows/definition.ts'
import { notificationOf } from '../../../../../worker/objects/approval/news/notifications.ts'
import { participantsOf } from '../../../../../worker/objects/approval/participants.ts'
import { replay } from '../../../../../worker/objects/approval/state.ts'
import { ANSWERS, actor, content, planning, rule, type Story, submitted, workflow } from '../fixtures.ts'

/** The option of a rule: who decided an earlier step doesn't decide this one. */

const step = (id: string, approverUserIds: string[], more: Partial<WorkflowRule> = {}) =>
  rule(id, { approverUserIds, ...more })
const apart = (id: string, approverUserIds: string[], more: Partial<WorkflowRule> = {}) =>
  step(id, approverUserIds, { excludesEarlierDeciders: true, ...more })

const names = (story: Story, name: string) => story.block(name).approvers.map(({ userId }) => userId)
const context = (chosen: ReturnType<typeof workflow>) => planning(chosen, ANSWERS)
/** Decides with what the Worker loads when a step may go to the admins. */
const decideWith = (story: Story, chosen: ReturnType<typeof workflow>, name: string, userId: string) =>
  story.try(
    { type: 'decide', blockId: story.block(name).id, decision: 'APPROVED', seenVersion: story.request.version },
    actor(userId),
    context(chosen),
  )

describe('duties across steps', () => {
  it('who decided an earlier step doesn’t decide this one', () => {
    const story = submitted(workflow([step('first', ['linus', 'margaret'])], [apart('second', ['linus', 'margaret'])]))
    expect(story.decide('first', actor('linus'))).toBeNull()
    expect(names(story, 'second')).toEqual(['margaret'])
    expect(story.block('second').duties?.keptOut).toEqual([
      { userId: 'linus', name: 'Linus Pauling', blockId: story.block('first').id, label: 'first' },
    ])
    expect(story.decide('second', actor('linus'))).toMatchObject({
      code: 'FORBIDDEN',
      reason: 'SEPARATE_DUTIES',
      message: 'You decided “first”. Someone else has to decide “second”.',
    })
    expect(story.decide('second', actor('margaret'))).toBeNull()
    expect(story.request.status).toBe('APPROVED')
  })

  it('without the option the same person decides both', () => {
    const story = submitted(workflow([step('first', ['linus'])], [step('second', ['linus'])]))
    story.decide('first', actor('linus'))
    expect(story.decide('second', actor('linus'))).toBeNull()
  })

  it('steps of the same level are not earlier', () => {
    const story = submitted(workflow([step('first', ['linus']), apart('beside', ['linus'])]))
    expect(story.decide('first', actor('linus'))).toBeNull()
    expect(story.decide('beside', actor('linus'))).toBeNull()
  })

  it('a delegate counts as themselves and as the person they act for', () => {
    const levels = workflow([step('first', ['linus'])], [apart('second', ['linus', 'alan', 'margaret'])])
    const story = submitted(levels)
    story.decide('first', actor('alan', { delegatorIds: ['linus'] }))
    expect(names(story, 'second')).toEqual(['margaret'])
    expect(story.decide('second', actor('linus'))?.reason).toBe('SEPARATE_DUTIES')
    expect(story.decide('second', actor('alan', { delegatorIds: ['margaret'] }))?.reason).toBe('SEPARATE_DUTIES')
    expect(story.decide('second', actor('grace', { delegatorIds: ['margaret'] }))).toBeNull()
  })

  it('it waits for the earlier steps, whatever the order of the others', () => {
    const levels = workflow([step('first', ['linus'])], [apart('second', ['margaret'])], [step('third', ['grace'])])
    const story = submitted(levels, ANSWERS, { enforceOrder: false, mode: 'ALL_AT_ONCE' })
    expect(story.decide('second', actor('margaret'))?.reason).toBe('EARLIER_LEVEL_OPEN')
    expect(participantsOf(story.request).find(({ userId }) => userId === 'margaret')?.actionSince).toBeNull()
    expect(story.decide('third', actor('grace'))).toBeNull()
    story.decide('first', actor('linus'))
    expect(story.decide('second', actor('margaret'))).toBeNull()
  })

  it('an undone decision doesn’t count', () => {
    const story = submitted(workflow([step('first', ['linus', 'margaret'])], [apart('second', ['linus', 'margaret'])]))
    story.decide('first', actor('linus'))
    const sequence = story.request.sequence
    expect(story.tryNow({ type: 'undoDecision', sequence }, actor('linus'))).toBeNull()
    expect(names(story, 'second')).toEqual(['linus', 'margaret'])
    story.decide('first', actor('margaret'))
    expect(names(story, 'second')).toEqual(['linus'])
  })

  it('an edit that asks the earlier step again brings its people back', () => {
    const levels = workflow([step('first', ['linus', 'margaret'])], [apart('second', ['linus', 'margaret'])])
    const story = submitted(levels)
    story.decide('first', actor('linus'))
    const answers = { ...ANSWERS, amount: { value: 9_900_000, currency: 'USD' as const } }
    story.do({ type: 'edit', seenVersion: 1, ...content(answers) }, actor('ada'), planning(levels, answers))
    expect(names(story, 'second')).toEqual(['linus', 'margaret'])
    expect(story.block('second').duties ?? null).toBeNull()
  })

  it('a step without anyone else goes to the admins, with the reason', () => {
    const levels = workflow([step('first', ['linus'])], [apart('second', ['linus'])])
    const story = submitted(levels)
    expect(story.decide('first', actor('linus'))?.reason).toBe('PLANNING_MISSING')
    expect(decideWith(story, levels, 'first', 'linus')).toBeNull()
    expect(names(story, 'second')).toEqual(['edsger', 'barbara'])
    expect(story.block('second').approversNote).toBe(
      'Goes to admins: everyone who could approve decided an earlier step',
    )
    expect(story.decide('second', actor('barbara'))).toBeNull()
  })

  it('admins who decided or filed it are not among them, and without any the decision is refused', () => {
    const levels = workflow([step('first', ['edsger'])], [step('next', ['barbara'])], [apart('last', ['barbara'])])
    const story = submitted(levels)
    expect(decideWith(story, levels, 'first', 'edsger')).toBeNull()
    expect(decideWith(story, levels, 'next', 'barbara')).toMatchObject({
      code: 'RULE_BROKEN',
      reason: 'NOBODY_CAN_APPROVE',
    })
    expect(story.block('next').decisions).toEqual([])
    expect(story.decide('next', actor('barbara'), 'REJECTED')).toBeNull()
  })

  it('fewer people never complete a step, and “everyone” means those who are left', () => {
    const levels = workflow(
      [step('first', ['linus'])],
      [apart('all', ['linus', 'margaret', 'grace'], { quorum: { kind: 'ALL' } })],
    )
    const story = submitted(levels)
    story.decide('first', actor('linus'))
    expect(names(story, 'all')).toEqual(['margaret', 'grace'])
    story.decide('all', actor('margaret'))
    expect(story.request.status).toBe('PENDING')
    story.decide('all', actor('grace'))
    expect(story.request.status).toBe('APPROVED')
  })

  it('people who decided an earlier step can’t bypass this one, and a bypass counts as a decision', () => {
    const levels = workflow([step('first', ['linus'])], [apart('second', ['margaret'])])
    const story = submitted(levels)
    story.do({ type: 'bypass', blockId: story.block('first').id, note: 'Away' }, actor('edsger'))
    const second = { type: 'bypass' as const, blockId: story.block('second').id, note: 'Away' }
    expect(story.try(second, actor('edsger'))?.reason).toBe('SEPARATE_DUTIES')
    expect(story.try(second, actor('barbara'))).toBeNull()
  })

  it('people who decided an earlier step can’t be chosen by hand', () => {
    const levels = workflow([step('first', ['linus', 'alan'])], [apart('second', ['margaret'])])
    const story = submitted(levels)
    story.decide('first', actor('linus'))
    const replace = (approverUserIds: string[]) =>
      story.try(
        {
          type: 'replaceApprovers',
          blockId: story.block('second').id,
          approverType: 'CUSTOM_APPROVERS',
          approverGroupIds: [],
          approverUserIds,
          approverMatrixId: null,
          approverMatrixColumnId: null,
          quorum: { kind: 'ANY' },
        },
        actor('edsger'),
        context(levels),
      )
    expect(replace(['linus', 'grace'])).toMatchObject({
      reason: 'SEPARATE_DUTIES',
      fields: { approverUserIds: 'Linus Pauling decided “first”, so they can’t decide “second”.' },
    })
    expect(replace(['alan', 'grace'])).toBeNull()
  })

  it('admins it goes to are asked, and the log replays to the same state', () => {
    const levels = workflow([step('first', ['linus'])], [apart('second', ['linus'])])
    const story = submitted(levels)
    const from = story.request.sequence
    decideWith(story, levels, 'first', 'linus')
    const events = story.events.filter(({ sequence }) => sequence > from)
    const told = notificationOf(events, story.request)?.recipients.filter(({ kind }) => kind === 'APPROVAL_REQUESTED')
    expect(told?.map(({ userId }) => userId).sort()).toEqual(['barbara', 'edsger'])
    expect(replay(story.events)).toEqual(story.request)
  })
})
