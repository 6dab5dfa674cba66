import { describe, expect, it } from 'vitest'
import { replay } from '../../../../worker/objects/approval/state.ts'
import { actor, planning, rule, type Story, submitted, workflow } from './fixtures.ts'

/** Documents beside the content that are taken away from a request in review. */

const step = (id: string, ...approverUserIds: string[]) => rule(id, { approverUserIds })
const WORKFLOW = workflow([step('legal', 'linus')], [step('finance', 'grace')])
const remove = (story: Story, attachedAt: number) =>
  story.try(
    { type: 'removeDocuments', documents: [{ id: 'quote', name: 'Quote.pdf', attachedAt }] },
    actor('ada'),
    planning(null),
  )

describe('removing a document', () => {
  it('a document that someone approved with restarts what is decided, and shows the difference', () => {
    const story = submitted(WORKFLOW)
    story.decide('legal', actor('linus'))
    const { version } = story.request
    expect(remove(story, story.now - 1000)).toBeNull()
    expect(story.block('legal')).toMatchObject({
      status: 'PENDING',
      decisions: [],
      earlierDecisions: [{ userId: 'linus', decision: 'APPROVED', answersVersion: version }],
    })
    expect(story.block('finance').openedAt).toBeNull()
    const stale = story.try(
      {
        ...{ type: 'decide', blockId: story.block('legal').id, decision: 'APPROVED', seenVersion: version },
      },
      actor('linus'),
    )
    expect(stale?.reason).toBe('ANSWERS_CHANGED')
    expect(stale?.details).toMatchObject({ changes: [{ label: 'Document', before: 'Quote.pdf', after: 'Removed' }] })
    expect(replay(story.events)).toEqual(story.request)
  })

  it('a document that no one has decided with leaves everything as it was', () => {
    const story = submitted(WORKFLOW)
    const before = story.request
    expect(remove(story, 0)).toBeNull()
    expect(story.request).toEqual(before)
    story.decide('legal', actor('linus'))
    const decided = story.request
    expect(remove(story, story.now + 1)).toBeNull()
    expect(story.request).toEqual(decided)
  })

  it('a request that is decided stays decided', () => {
    const story = submitted(workflow([step('legal', 'linus')]))
    story.decide('legal', actor('linus'))
    const approved = story.request
    expect(remove(story, 0)).toBeNull()
    expect(story.request).toEqual(approved)
  })
})
