import { describe, expect, it } from 'vitest'
import { ANSWERS, actor, content, planning, rule, submitted, workflow } from '../fixtures.ts'

/** A step that loses people after it was planned says that fewer approve than its rule wants. */

const two = (adminsFillUp: boolean) =>
  rule('two', {
    approverUserIds: ['linus', 'margaret'],
    quorum: { kind: 'AT_LEAST', count: 2, ...(adminsFillUp && { adminsFillUp: true }) },
  })

describe('a step whose rule wants two approvals', () => {
  for (const adminsFillUp of [false, true])
    it(`says so when one of its two people edits the request${adminsFillUp ? ', and asks the admins' : ''}`, () => {
      const chosen = workflow([two(adminsFillUp)])
      const story = submitted(chosen)
      expect(story.block('two').approversNote).toBeNull()
      const edit = { type: 'edit' as const, seenVersion: 1, ...content({ ...ANSWERS, title: 'Desks' }) }
      story.do(edit, actor('margaret', { isAdmin: true }), planning(chosen))
      const { approvers, approversNote, quorum } = story.block('two')
      if (adminsFillUp) {
        expect(approvers.map(({ userId }) => userId)).toEqual(['linus', 'edsger', 'barbara'])
        expect(quorum).toMatchObject({ kind: 'AT_LEAST', count: 2 })
        expect(approversNote).toMatch(/Admins fill up: at least 2 must approve/)
      } else {
        expect(approvers.map(({ userId }) => userId)).toEqual(['linus'])
        expect(quorum).toEqual({ kind: 'ALL' })
        expect(approversNote).toMatch(/At least 2 should approve, but only 1 person can approve/)
      }
    })

  it('it says so when one of them decided an earlier step and can’t decide both', () => {
    const first = rule('first', { approverUserIds: ['linus'] })
    const story = submitted(workflow([first], [{ ...two(false), excludesEarlierDeciders: true }]))
    expect(story.decide('first', actor('linus'))).toBeNull()
    expect(story.block('two')).toMatchObject({
      approvers: [{ userId: 'margaret' }],
      approversNote: 'At least 2 should approve, but only 1 person can approve',
    })
  })
})
