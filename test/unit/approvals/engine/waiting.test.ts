import { describe, expect, it } from 'vitest'
import { progressOf, type RunSettings } from '../../../../schema/approvals/engine/model.ts'
import { participantsOf } from '../../../../worker/objects/approval/participants.ts'
import { ANSWERS, actor, content, person, planning, rule, type Story, submitted, usd, workflow } from './fixtures.ts'

/** Since when a request waits for each person, which Home sorts by and reminders count from. */

const NAMED = {
  approverType: 'CUSTOM_APPROVERS' as const,
  approverGroupIds: [],
  approverMatrixId: null,
  approverMatrixColumnId: null,
  quorum: { kind: 'ANY' as const },
}
const AT_ONCE: Partial<RunSettings> = { mode: 'ALL_AT_ONCE', enforceOrder: false }
const linus = rule('linus', { approverUserIds: ['linus'] })
const alan = rule('alan', { approverUserIds: ['alan'] })

/** By person, in minutes after the submission. No one else is waited for. */
const waits = (story: Story): Record<string, number> =>
  Object.fromEntries(
    participantsOf(story.request)
      .filter((p) => p.actionSince !== null)
      .map((p) => [p.userId, (Number(p.actionSince) - story.request.submittedAt) / 60_000]),
  )

const replace = (story: Story, name: string, ...approverUserIds: string[]) =>
  story.do(
    { type: 'replaceApprovers', blockId: story.block(name).id, ...NAMED, approverUserIds },
    actor('edsger'),
    planning(null),
  )
const assign = (story: Story, name: string, who: string) =>
  story.do({ type: 'assign', blockId: story.block(name).id, assignee: person(who) }, actor('edsger'))

describe('how long a request has been waiting', () => {
  it('waiting starts when the step’s turn comes, and again when it reopens', () => {
    const story = submitted(workflow([linus], [alan]))
    expect(waits(story)).toEqual({ linus: 0 })
    story.decide('linus', actor('linus'))
    expect(waits(story)).toEqual({ alan: 1 })
    const big = rule('big', {
      approverUserIds: ['alan'],
      conditionNumerics: [{ valuesQuestionId: 'amount', minimumValue: 1, maximumValue: null }],
    })
    const edited = submitted(workflow([big], [linus]))
    edited.decide('big', actor('alan'))
    const answers = { ...ANSWERS, amount: usd(5_000_000) }
    edited.do({ type: 'edit', seenVersion: 1, ...content(answers) }, actor('ada'), planning(null, answers))
    expect(waits(edited)).toEqual({ alan: 2 })
  })

  it('waiting starts for a new approver when they join and doesn’t change for the others', () => {
    const story = submitted(workflow([linus]))
    replace(story, 'linus', 'linus', 'margaret')
    assign(story, 'linus', 'grace')
    expect(waits(story)).toEqual({ linus: 0, margaret: 1, grace: 2 })
    replace(story, 'linus', 'margaret')
    expect(waits(story)).toEqual({ margaret: 1, grace: 2 })
  })

  it('for someone who takes over a step early, waiting starts when its turn comes', () => {
    const story = submitted(workflow([linus], [alan]))
    replace(story, 'alan', 'margaret')
    story.decide('linus', actor('linus'))
    expect(waits(story)).toEqual({ margaret: 2 })
  })

  it('waiting starts at submission if everyone may act at once, even after the step’s turn has come', () => {
    const story = submitted(workflow([linus], [alan]), ANSWERS, AT_ONCE)
    expect(waits(story)).toEqual({ linus: 0, alan: 0 })
    story.decide('linus', actor('linus'))
    expect(waits(story)).toEqual({ alan: 0 })
  })

  it('waiting for an approval that is added later starts when it is added', () => {
    for (const settings of [AT_ONCE, {}]) {
      const story = submitted(workflow([linus]), ANSWERS, settings)
      story.now += 60_000
      const task = { ruleType: 'APPROVAL' as const, label: 'Extra', settings: {} }
      story.do({ type: 'addTask', ...task, ...NAMED, approverUserIds: ['margaret'] }, actor('edsger'), planning(null))
      expect(waits(story)).toEqual({ linus: 0, margaret: 2 })
    }
  })

  it('no one is waited for while archived, and the start is unchanged afterwards', () => {
    const story = submitted(workflow([linus]))
    story.do({ type: 'archive' }, actor('ada'))
    expect(waits(story)).toEqual({})
    story.do({ type: 'unarchive' }, actor('ada'))
    expect(waits(story)).toEqual({ linus: 0 })
  })
})

describe('the progress of a request', () => {
  it('progress counts approvals, not rejections', () => {
    const alone = submitted(workflow([linus]))
    alone.decide('linus', actor('linus'), 'REJECTED')
    expect(progressOf(alone.request)).toBe(0)
    const second = submitted(workflow([linus], [alan]))
    second.decide('linus', actor('linus'))
    second.decide('alan', actor('alan'), 'REJECTED')
    expect(progressOf(second.request)).toBe(50)
  })
})
