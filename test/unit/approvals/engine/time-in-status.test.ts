import { describe, expect, it } from 'vitest'
import type { ApprovalState, Block } from '../../../../schema/approvals/engine/model.ts'
import { ANSWERS, actor, content, planning, rule, type Story, submitted, usd, workflow } from './fixtures.ts'

/** Minutes after the submission. */
const minute = (story: Story, at: number | null): number | null =>
  at === null ? null : (at - story.request.submittedAt) / 60_000
const history = (story: Story, { statusHistory }: ApprovalState = story.request) =>
  statusHistory.map((span) => [span.status, minute(story, span.at), minute(story, span.until)])
const work = (story: Story, block: Block) =>
  block.workStatusHistory.map((span) => [span.status, minute(story, span.at), minute(story, span.until)])

const linus = rule('linus', { approverUserIds: ['linus'] })
const big = rule('big', {
  approverUserIds: ['alan'],
  conditionNumerics: [{ valuesQuestionId: 'amount', minimumValue: 1, maximumValue: null }],
})

describe('the time in each status', () => {
  it('the time of a request has no gaps, through rejection, restart and archiving, to its end', () => {
    const story = submitted(workflow([linus]))
    story.decide('linus', actor('linus'), 'REJECTED')
    story.do({ type: 'restart' }, actor('ada'), planning(workflow([linus])))
    story.do({ type: 'archive' }, actor('ada'))
    story.do({ type: 'unarchive' }, actor('ada'))
    story.decide('linus', actor('linus'))
    expect(history(story)).toEqual([
      ['PENDING', 0, 1],
      ['REJECTED', 1, 2],
      ['PENDING', 2, 3],
      ['ARCHIVED', 3, 4],
      ['PENDING', 4, 5],
      ['APPROVED', 5, null],
    ])
  })

  it('the time continues through a restart of a pending request and other actions', () => {
    const story = submitted(workflow([linus]))
    story.do({ type: 'restart' }, actor('ada'), planning(workflow([linus])))
    story.do({ type: 'setWorkStatus', blockId: story.block('linus').id, workStatus: 'IN_PROGRESS' }, actor('linus'))
    expect(history(story)).toEqual([['PENDING', 0, null]])
  })

  it('deletion ends the time, whether archived or not', () => {
    const story = submitted(workflow([linus]))
    story.do({ type: 'archive' }, actor('ada'))
    story.do({ type: 'delete' }, actor('ada'))
    expect(history(story)).toEqual([
      ['PENDING', 0, 1],
      ['ARCHIVED', 1, 2],
    ])
  })

  it('the time of a block is kept by work status while it is open, including before it reopened', () => {
    const story = submitted(workflow([big]))
    const blockId = story.block('big').id
    story.do({ type: 'setWorkStatus', blockId, workStatus: 'WAITING_ON_VENDOR' }, actor('alan'))
    story.do({ type: 'setWorkStatus', blockId, workStatus: 'PENDING' }, actor('alan'))
    const answers = { ...ANSWERS, amount: usd(5_000_000) }
    story.do({ type: 'edit', seenVersion: 1, ...content(answers) }, actor('ada'), planning(null, answers))
    story.decide('big', actor('alan'))
    expect(work(story, story.block('big'))).toEqual([
      ['PENDING', 0, 1],
      ['WAITING_ON_VENDOR', 1, 2],
      ['PENDING', 2, 4],
    ])
  })

  it('the time of a block ends when another block’s rejection closes it', () => {
    const story = submitted(workflow([linus, big]))
    story.decide('linus', actor('linus'), 'REJECTED')
    expect(work(story, story.block('big'))).toEqual([['PENDING', 0, 1]])
  })

  it('a block decided before its turn has its time recorded, even if only a moment', () => {
    const story = submitted(workflow([linus], [big]), ANSWERS, { enforceOrder: false })
    story.decide('big', actor('alan'))
    expect(story.block('big')).toMatchObject({ openedAt: expect.any(Number), decidedAt: expect.any(Number) })
  })
})
