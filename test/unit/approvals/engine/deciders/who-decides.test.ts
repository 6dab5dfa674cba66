import { describe, expect, it } from 'vitest'
import type { ApprovalActor } from '../../../../../schema/approvals/engine/commands.ts'
import type { Quorum } from '../../../../../schema/approvals/workflows/definition.ts'
import { participantsOf } from '../../../../../worker/objects/approval/participants.ts'
import { ANSWERS, actor, content, planning, rule, Story, submitCommand, submitted, usd, workflow } from '../fixtures.ts'

/** Who may decide, and what changing that can't do (invariants 5 and 6). */

const legal = (quorum: Quorum) => rule('legal', { approverGroupIds: ['legal'], quorum })
const ALL: Quorum = { kind: 'ALL' }
const ANY: Quorum = { kind: 'ANY' }
const byLinus = rule('linus', { approverUserIds: ['linus'] })
const byAlan = rule('alan', { approverUserIds: ['alan'] })
const replace = (story: Story, name: string, userIds: string[], by: ApprovalActor, quorum: Quorum = ANY) =>
  story.try(
    {
      type: 'replaceApprovers',
      blockId: story.block(name).id,
      approverType: 'CUSTOM_APPROVERS',
      approverGroupIds: [],
      approverUserIds: userIds,
      approverMatrixId: null,
      approverMatrixColumnId: null,
      quorum,
    },
    by,
    planning(null),
  )

describe('changing who decides', () => {
  it('changing approvers never completes a step: one of two can’t make their own approval enough', () => {
    const story = submitted(workflow([legal(ALL)]))
    story.decide('legal', actor('linus'))
    expect(replace(story, 'legal', ['linus', 'alan'], actor('margaret', { canBypass: true }))?.reason).toBe(
      'WRONG_APPROVERS',
    )
    expect(replace(story, 'legal', ['linus'], actor('edsger'))?.message).toContain('would be approved immediately')
    expect(story.request.status).toBe('PENDING')
  })

  it('the quorum can’t go below the workflow’s without the right to bypass', () => {
    const story = submitted(workflow([legal(ALL)]))
    expect(replace(story, 'legal', ['alan', 'grace'], actor('linus'))).toMatchObject({
      reason: 'WRONG_APPROVERS',
      message: '“legal” needs 2 approvals. Fewer take approval-bypass access.',
    })
    expect(replace(story, 'legal', ['alan'], actor('linus'), ALL)?.reason).toBe('WRONG_APPROVERS')
    expect(replace(story, 'legal', ['alan', 'grace'], actor('linus'), ALL)).toBeNull()
    // What the workflow asks for counts, not what someone has changed it to since.
    expect(replace(story, 'legal', ['alan', 'grace'], actor('edsger'))).toBeNull()
    expect(replace(story, 'legal', ['margaret', 'grace'], actor('alan'))?.reason).toBe('WRONG_APPROVERS')
  })

  it('a change is refused when too few people could approve', () => {
    const story = submitted(workflow([legal(ANY)]))
    expect(replace(story, 'legal', ['alan', 'grace'], actor('edsger'), { kind: 'AT_LEAST', count: 3 })?.message).toBe(
      '3 people have to approve, but only 2 of those you chose can. Choose more people.',
    )
  })

  it('the person who filed the request can’t change approvers, and is never added as one', () => {
    const story = new Story().do(
      {
        ...submitCommand(),
        requestor: { userId: 'edsger', name: 'Edsger Dijkstra' },
        createdBy: { userId: 'edsger', name: 'Edsger Dijkstra' },
      },
      actor('edsger'),
      planning(
        workflow([byLinus]),
        ANSWERS,
        {},
        { requestor: { userId: 'edsger', name: 'Edsger Dijkstra', managerUserId: null } },
      ),
    )
    const own = planning(
      null,
      ANSWERS,
      {},
      { requestor: { userId: 'edsger', name: 'Edsger Dijkstra', managerUserId: null } },
    )
    const spec = {
      type: 'replaceApprovers' as const,
      blockId: story.block('linus').id,
      approverType: 'CUSTOM_APPROVERS' as const,
      approverGroupIds: [],
      approverUserIds: ['alan'],
      approverMatrixId: null,
      approverMatrixColumnId: null,
      quorum: ANY,
    }
    expect(story.try(spec, actor('edsger'), own)?.reason).toBe('OWN_REQUEST')
    expect(story.try({ ...spec, approverUserIds: ['edsger', 'alan'] }, actor('barbara'), own)).toMatchObject({
      reason: 'OWN_REQUEST',
      fields: { approverUserIds: 'Edsger Dijkstra submitted or changed this request, so they can’t approve it.' },
    })
  })

  it('replaced approvers lose the task', () => {
    const story = submitted(workflow([byLinus]))
    story.do(
      { type: 'assign', blockId: story.block('linus').id, assignee: { userId: 'linus', name: 'Linus' } },
      actor('edsger'),
    )
    expect(replace(story, 'linus', ['alan'], actor('edsger'))).toBeNull()
    expect(story.block('linus').assignee).toBeNull()
    expect(
      participantsOf(story.request)
        .filter(({ actions }) => actions.length > 0)
        .map(({ userId }) => userId),
    ).toEqual(['alan'])
  })

  it('the person who chose the approvers can’t approve any step', () => {
    const story = submitted(workflow([byLinus, rule('both', { approverUserIds: ['edsger', 'alan'] })]))
    expect(replace(story, 'linus', ['margaret'], actor('edsger'))).toBeNull()
    expect(story.block('both').approvers.map(({ userId }) => userId)).toEqual(['alan'])
    expect(story.decide('both', actor('edsger'))?.reason).toBe('NOT_ALLOWED')
    expect(story.decide('linus', actor('edsger', { delegatorIds: ['margaret'] }))).toMatchObject({
      reason: 'OWN_REQUEST',
      message: 'You can’t approve a request whose approvers you chose. Someone else has to.',
    })
  })

  it('someone another step depends on can’t change approvers', () => {
    const story = submitted(workflow([byLinus, rule('too', { approverUserIds: ['linus'] })]))
    expect(replace(story, 'linus', ['margaret'], actor('linus'))?.message).toContain('You have to approve “too”')
    expect(story.block('linus').approvers.map(({ userId }) => userId)).toEqual(['linus'])
  })

  it('people can’t name themselves as approvers', () => {
    const story = submitted(workflow([byLinus]))
    expect(replace(story, 'linus', ['edsger'], actor('edsger'))?.reason).toBe('OWN_REQUEST')
  })
})

describe('everyone behind a request', () => {
  it('someone who filed it as another member cannot decide', () => {
    const story = new Story().do(
      submitCommand(),
      actor('ada', { impersonatorUserId: 'linus' }),
      planning(workflow([legal(ALL)])),
    )
    expect(story.block('legal').approvers.map(({ userId }) => userId)).toEqual(['margaret'])
    expect(story.decide('legal', actor('linus', { delegatorIds: ['margaret'] }))?.reason).toBe('OWN_REQUEST')
  })

  it('someone who edited it, in person or as another member, cannot decide', () => {
    const story = submitted(workflow([legal(ANY), byAlan]))
    story.decide('alan', actor('alan'))
    const answers = { ...ANSWERS, amount: usd(9_000_000) }
    const edit = { type: 'edit' as const, seenVersion: 1, ...content(answers) }
    story.do(edit, actor('edsger', { impersonatorUserId: 'linus' }), planning(null, answers))
    expect(story.request.involved).toEqual([
      { userId: 'ada', how: 'FILED' },
      { userId: 'edsger', how: 'EDITED' },
      { userId: 'linus', how: 'EDITED' },
    ])
    expect(story.block('legal').approvers.map(({ userId }) => userId)).toEqual(['margaret'])
    const bypass = { type: 'bypass' as const, blockId: story.block('alan').id, note: 'Mine' }
    expect(story.try(bypass, actor('edsger'))?.message).toBe(
      'You can’t bypass a step of a request you edited. Someone else has to.',
    )
  })

  it('no one can decide while viewing as another member', () => {
    const story = submitted(workflow([byLinus], [rule('task', { type: 'TASK', approverUserIds: ['linus'] })]))
    expect(story.decide('linus', actor('linus', { impersonatorUserId: 'barbara' }))?.reason).toBe('NOT_ALLOWED')
    const bypass = { type: 'bypass' as const, blockId: story.block('linus').id, note: 'Mine' }
    expect(story.try(bypass, actor('edsger', { impersonatorUserId: 'barbara' }))?.reason).toBe('NOT_ALLOWED')
    story.decide('linus', actor('linus'))
    const complete = { type: 'completeTask' as const, blockId: story.block('task').id }
    expect(story.try(complete, actor('linus', { impersonatorUserId: 'barbara' }))?.reason).toBe('NOT_ALLOWED')
  })
})
