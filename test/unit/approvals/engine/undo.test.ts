import { describe, expect, it } from 'vitest'
import type { ApprovalActor } from '../../../../schema/approvals/engine/commands.ts'
import type { ApprovalState } from '../../../../schema/approvals/engine/model.ts'
import { historyOf } from '../../../../worker/objects/approval/history.ts'
import { replay } from '../../../../worker/objects/approval/state.ts'
import { ANSWERS, actor, content, planning, rule, type Story, submitted, workflow } from './fixtures.ts'

const linus = rule('linus', { approverUserIds: ['linus'] })
const alan = rule('alan', { approverUserIds: ['alan'] })
const both = rule('both', { approverGroupIds: ['legal'], quorum: { kind: 'ALL' } })

/** Undoes what ended with that event, this many milliseconds after the last command. */
const undo = (story: Story, by: ApprovalActor, sequence = story.request.sequence, after = 5_000) => {
  story.now += after
  return story.tryNow({ type: 'undoDecision', sequence }, by)
}
/** Without what shows that something happened at all. */
const essence = ({ sequence: _, statusHistory: __, blocks, ...state }: ApprovalState) => ({
  ...state,
  blocks: blocks.map(({ sequence: ___, ...block }) => block),
})

describe('undoing a decision', () => {
  it.each([
    ['an approval that opened the next level', [[linus], [alan]], 'APPROVED'],
    ['an approval that settled the request', [[linus]], 'APPROVED'],
    ['a rejection, with the steps that it closed', [[linus, alan], [both]], 'REJECTED'],
  ] as const)('undo reverts %s', (_, levels, decision) => {
    const story = submitted(workflow(...levels.map((rules) => [...rules])))
    const before = essence(story.request)
    expect(story.decide('linus', actor('linus'), decision)).toBeNull()
    expect(essence(story.request)).not.toEqual(before)
    expect(undo(story, actor('linus'))).toBeNull()
    expect(essence(story.request)).toEqual(before)
    expect(replay(story.events)).toEqual(story.request)
    expect(story.decide('linus', actor('linus'))).toBeNull()
  })

  it('the history records the undo', () => {
    const story = submitted(workflow([linus]))
    story.decide('linus', actor('linus'))
    undo(story, actor('linus'))
    const last = story.events.at(-1)
    if (!last) throw new Error('No event')
    const known = () => ({ label: 'Legal', ruleType: 'APPROVAL' as const })
    expect(historyOf(last, known)?.message).toBe('Linus Pauling undid their approval of “Legal”')
  })

  it('undo works once, for ten seconds, for the person who decided', () => {
    const story = submitted(workflow([linus], [alan]))
    story.decide('linus', actor('linus'))
    const decided = story.request.sequence
    expect(undo(story, actor('edsger'), decided, 0)?.reason).toBe('NOT_ALLOWED')
    expect(undo(story, actor('linus', { impersonatorUserId: 'barbara' }), decided, 0)?.reason).toBe('NOT_ALLOWED')
    expect(undo(story, actor('linus'), decided - 1, 0)?.reason).toBe('NOTHING_TO_UNDO')
    expect(undo(story, actor('linus'), decided, 10_000)?.reason).toBe('UNDO_OVER')
    story.now -= 1
    expect(undo(story, actor('linus'), decided, 0)).toBeNull()
    expect(undo(story, actor('linus'), decided, 0)?.message).toBe('The decision has already been undone.')
  })

  it('undo is refused once someone has decided on the next level', () => {
    const story = submitted(workflow([linus], [alan]))
    story.decide('linus', actor('linus'))
    const decided = story.request.sequence
    story.tryNow(
      { type: 'decide', blockId: story.block('alan').id, decision: 'APPROVED', seenVersion: 1 },
      actor('alan'),
    )
    expect(undo(story, actor('linus'), decided)).toMatchObject({
      reason: 'BUILT_ON',
      message: 'Alan Turing has acted on the request since, so your decision can’t be undone.',
    })
  })

  it('undo is refused once another approver of the step has decided or the two together opened the next level', () => {
    const same = submitted(workflow([both]))
    same.decide('both', actor('linus'))
    const first = same.request.sequence
    const blockId = same.block('both').id
    same.tryNow({ type: 'decide', blockId, decision: 'APPROVED', seenVersion: 1 }, actor('margaret'))
    expect(undo(same, actor('linus'), first)?.reason).toBe('BUILT_ON')

    const beside = submitted(workflow([linus, alan], [both]))
    beside.decide('linus', actor('linus'))
    const linusDecided = beside.request.sequence
    const decide = { type: 'decide' as const, blockId: beside.block('alan').id, decision: 'APPROVED' as const }
    beside.tryNow({ ...decide, seenVersion: 1 }, actor('alan'))
    expect(undo(beside, actor('linus'), linusDecided)?.reason).toBe('BUILT_ON')
    expect(undo(beside, actor('alan'), beside.request.sequence, 0)).toBeNull()
    expect(undo(beside, actor('linus'), linusDecided, 0)).toBeNull()
    expect(beside.block('linus').status).toBe('PENDING')
  })

  it('undo keeps unrelated changes made in the meantime', () => {
    const story = submitted(workflow([linus, alan, both]))
    story.decide('linus', actor('linus'))
    const decided = story.request.sequence
    const decide = { type: 'decide' as const, blockId: story.block('alan').id, decision: 'APPROVED' as const }
    story.tryNow({ ...decide, seenVersion: 1 }, actor('alan'))
    expect(undo(story, actor('linus'), decided)).toBeNull()
    expect([story.block('linus').status, story.block('alan').status]).toEqual(['PENDING', 'APPROVED'])
  })

  it('undo is refused after an edit', () => {
    const story = submitted(workflow([linus], [alan]))
    story.decide('linus', actor('linus'))
    const decided = story.request.sequence
    const answers = { ...ANSWERS, title: 'Yacht' }
    story.tryNow({ type: 'edit', seenVersion: 1, ...content(answers) }, actor('ada'), planning(null, answers))
    expect(undo(story, actor('linus'), decided)?.reason).toBe('BUILT_ON')
  })

  it('only decisions can be undone', () => {
    const story = submitted(workflow([linus]))
    story.do({ type: 'bypass', blockId: story.block('linus').id, note: 'Urgent' }, actor('edsger'))
    expect(undo(story, actor('edsger'))?.reason).toBe('NOTHING_TO_UNDO')
  })
})
