import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApprovalActor } from '../../../../../schema/approvals/engine/commands.ts'
import type { Block } from '../../../../../schema/approvals/engine/model.ts'
import type { Quorum } from '../../../../../schema/approvals/workflows/definition.ts'
import { quorumReached } from '../../../../../worker/objects/approval/settle.ts'
import { ANSWERS, actor, planning, rule, Story, submitCommand, workflow } from '../fixtures.ts'

/** Delegates of several approvers: what one person who acts for others can bring about, and what they can't. */

const APPROVERS = ['grace', 'linus', 'margaret', 'edsger', 'alan']
const OUTSIDE = ['barbara', 'delegate', 'second-delegate']
const LEGAL = ['linus', 'margaret']

const rules = fc.record({
  people: fc.subarray(APPROVERS, { minLength: 1 }),
  withLegal: fc.boolean(),
  quorum: fc.constantFrom<Quorum>(
    { kind: 'ANY' },
    { kind: 'ALL' },
    { kind: 'AT_LEAST', count: 2 },
    { kind: 'AT_LEAST', count: 3 },
  ),
})
/** Who acts for whom. It isn't passed on: who acts for a delegate doesn't act for the approver. */
const delegations = fc.dictionary(fc.constantFrom(...OUTSIDE, ...APPROVERS), fc.subarray([...APPROVERS, 'delegate']), {
  noNullPrototype: true,
})
const attempts = fc.array(
  fc.record({
    who: fc.constantFrom(...APPROVERS, ...OUTSIDE),
    step: fc.nat(5),
    all: fc.boolean(),
    rejects: fc.integer({ min: 0, max: 19 }).map((n) => n === 0),
  }),
  { minLength: 10, maxLength: 40 },
)

const acting = (who: string, of: Record<string, string[]>): ApprovalActor =>
  actor(who, { delegatorIds: (of[who] ?? []).filter((id) => id !== who) })

const filed = (levels: { people: string[]; withLegal: boolean; quorum: Quorum }[][], enforceOrder: boolean): Story => {
  const planned = levels.map((level, l) =>
    level.map(({ people, withLegal, quorum }, r) =>
      rule(`${l}-${r}`, { approverUserIds: people, approverGroupIds: withLegal ? ['legal'] : [], quorum }),
    ),
  )
  const context = planning(workflow(...planned), ANSWERS, { enforceOrder })
  return new Story().do(submitCommand(), actor('ada'), context)
}

const distinct = (ids: readonly string[]): number => new Set(ids).size

/** Whether what was said is enough, from the sentences of the specification alone. */
const isEnough = (asked: readonly string[], quorum: Quorum, said: readonly { by: string; as: string }[]): boolean => {
  const heard = asked.filter((id) => said.some(({ as }) => as === id)).length
  if (quorum.kind === 'ANY') return heard >= 1
  if (quorum.kind === 'ALL') return heard === asked.length
  return heard >= quorum.count && distinct(said.map(({ by }) => by)) >= quorum.count
}

const saidOn = (block: Block) =>
  block.decisions
    .filter(({ decision }) => decision === 'APPROVED')
    .map(({ userId, onBehalfOf }) => ({ by: userId, as: onBehalfOf?.userId ?? userId }))

describe('a delegate of several approvers', () => {
  it('a delegate is heard once for each approver, never reaches a number of people alone, and passes nothing on', () => {
    let [approved, forOthers, refusedTwice] = [0, 0, 0]
    fc.assert(
      fc.property(
        fc.array(fc.array(rules, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 }),
        delegations,
        attempts,
        fc.boolean(),
        (levels, of, tries, enforceOrder) => {
          const story = filed(levels, enforceOrder)
          const steps = levels.flatMap((level, l) => level.map((asked, r) => ({ ...asked, name: `${l}-${r}` })))
          for (const { who, step, all, rejects } of tries) {
            const name = steps[step % steps.length]?.name ?? ''
            if (story.request.status !== 'PENDING') break
            const refusal = story.try(
              {
                type: 'decide',
                blockId: story.block(name).id,
                decision: rejects ? 'REJECTED' : 'APPROVED',
                seenVersion: 1,
                allMyNonTaskBlocks: all,
              },
              acting(who, of),
            )
            if (refusal?.reason === 'ALREADY_DECIDED') refusedTwice += 1
          }
          for (const { people, withLegal, quorum, name } of steps) {
            const asked = [...new Set([...people, ...(withLegal ? LEGAL : [])])]
            const block = story.block(name)
            const said = saidOn(block)
            expect(block.approvers.map(({ userId }) => userId).toSorted(), 'everyone is asked').toEqual(
              asked.toSorted(),
            )
            for (const { by, as } of said) {
              expect(asked, 'only an approver is heard').toContain(as)
              expect([by, ...(of[by] ?? [])], 'only for oneself or who delegated to one').toContain(as)
              if (by !== as) forOthers += 1
            }
            expect(distinct(said.map(({ as }) => as)), 'each approver is heard once').toBe(said.length)
            // More people than are asked would leave the step open forever, so everyone is enough.
            const planned: Quorum = quorum.kind === 'AT_LEAST' && quorum.count > asked.length ? { kind: 'ALL' } : quorum
            if (planned.kind === 'AT_LEAST')
              expect(distinct(said.map(({ by }) => by)), 'each person decides once').toBe(said.length)
            if (block.status !== 'REJECTED')
              expect(block.status === 'APPROVED', `${name}: enough was said`).toBe(isEnough(asked, planned, said))
            if (block.status === 'APPROVED') approved += 1
          }
        },
      ),
      { seed: 20261129, numRuns: 800 },
    )
    // A property that is never exercised would prove nothing.
    expect(approved).toBeGreaterThan(300)
    expect(forOthers).toBeGreaterThan(300)
    expect(refusedTwice).toBeGreaterThan(100)
  }, 30_000)

  it('two people of three: the delegate of all three is one, and needs another', () => {
    const story = filed(
      [[{ people: ['grace', 'linus', 'margaret'], withLegal: false, quorum: { kind: 'AT_LEAST', count: 2 } }]],
      true,
    )
    const of = { delegate: ['grace', 'linus', 'margaret'] }
    expect(story.decide('0-0', acting('delegate', of))).toBeNull()
    expect(story.decide('0-0', acting('delegate', of))).toMatchObject({ code: 'CONFLICT', reason: 'ALREADY_DECIDED' })
    expect(story.block('0-0').status).toBe('PENDING')
    // Grace was heard through the delegate.
    expect(story.decide('0-0', actor('grace'))).toMatchObject({ reason: 'ALREADY_DECIDED' })
    expect(story.decide('0-0', actor('margaret'))).toBeNull()
    expect(story.request.status).toBe('APPROVED')
  })

  it('everyone of two: the delegate of both can speak for each, one after the other', () => {
    const story = filed([[{ people: ['grace', 'linus'], withLegal: false, quorum: { kind: 'ALL' } }]], true)
    const of = { delegate: ['grace', 'linus'] }
    expect(story.decide('0-0', acting('delegate', of))).toBeNull()
    expect(story.block('0-0').status).toBe('PENDING')
    expect(story.decide('0-0', acting('delegate', of))).toBeNull()
    expect(story.block('0-0').decisions.map(({ userId, onBehalfOf }) => [userId, onBehalfOf?.userId])).toEqual([
      ['delegate', 'grace'],
      ['delegate', 'linus'],
    ])
    expect(story.request.status).toBe('APPROVED')
  })

  it('an approver who is also the delegate of the other is one person', () => {
    const story = filed(
      [[{ people: ['grace', 'linus'], withLegal: false, quorum: { kind: 'AT_LEAST', count: 2 } }]],
      true,
    )
    const grace = acting('grace', { grace: ['linus'] })
    expect(story.decide('0-0', grace)).toBeNull()
    expect(story.block('0-0').decisions).toMatchObject([{ userId: 'grace' }])
    expect(story.block('0-0').decisions[0]?.onBehalfOf).toBeUndefined()
    expect(story.decide('0-0', grace)?.reason).toBe('ALREADY_DECIDED')
    expect(story.request.status).toBe('PENDING')
  })

  it('a delegate’s delegate is a stranger to the step', () => {
    const story = filed([[{ people: ['grace'], withLegal: false, quorum: { kind: 'ANY' } }]], true)
    const of = { delegate: ['grace'], 'second-delegate': ['delegate'] }
    expect(story.decide('0-0', acting('second-delegate', of))?.reason).toBe('NOT_ALLOWED')
    expect(story.decide('0-0', acting('delegate', of))).toBeNull()
  })
})

describe('a quorum', () => {
  const blockOf = (quorum: Quorum, said: [by: string, as: string][]) =>
    ({
      quorum,
      approvers: ['grace', 'linus', 'margaret'].map((userId) => ({ userId, name: userId })),
      decisions: said.map(([userId, as]) => ({
        userId,
        decision: 'APPROVED',
        ...(as !== userId && { onBehalfOf: { userId: as, name: as } }),
      })),
    }) as unknown as Block
  const TWO: Quorum = { kind: 'AT_LEAST', count: 2 }

  it('a quorum of two isn’t reached by one person for two, nor by two people for one', () => {
    expect(
      quorumReached(
        blockOf(TWO, [
          ['alan', 'grace'],
          ['alan', 'linus'],
        ]),
      ),
    ).toBe(false)
    expect(
      quorumReached(
        blockOf(TWO, [
          ['alan', 'grace'],
          ['barbara', 'grace'],
        ]),
      ),
    ).toBe(false)
    expect(
      quorumReached(
        blockOf(TWO, [
          ['alan', 'grace'],
          ['barbara', 'linus'],
        ]),
      ),
    ).toBe(true)
  })

  it('a quorum doesn’t count someone who is no longer asked', () => {
    expect(quorumReached(blockOf({ kind: 'ANY' }, [['alan', 'alan']]))).toBe(false)
    expect(
      quorumReached(
        blockOf(TWO, [
          ['grace', 'grace'],
          ['alan', 'alan'],
        ]),
      ),
    ).toBe(false)
    expect(
      quorumReached(
        blockOf({ kind: 'ALL' }, [
          ['grace', 'grace'],
          ['linus', 'linus'],
          ['alan', 'alan'],
        ]),
      ),
    ).toBe(false)
  })
})
