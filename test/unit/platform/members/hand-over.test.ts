import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApprovalView, Block } from '../../../../schema/approvals/engine/model.ts'
import { successors } from '../../../../worker/features/requests/submissions/hand-over-blocks.ts'

/** Who approves instead of someone who left, for all kinds of blocks. */

const PEOPLE = ['leaving', 'a', 'b', 'c', 'requestor']

const block = (approvers: string[], heard: string[], quorum: Block['quorum']): Block =>
  ({
    id: 'block',
    run: 1,
    status: 'PENDING',
    closedAt: null,
    approvers: approvers.map((userId) => ({ userId, name: userId, via: '' })),
    decisions: heard.map((userId) => ({ userId, name: userId, decision: 'APPROVED', comment: '', at: 0 })),
    quorum,
  }) as unknown as Block

const state = (blocks: Block[]): ApprovalView =>
  ({
    run: 1,
    blocks,
    requestor: { userId: 'requestor', name: '' },
    createdBy: { userId: 'requestor', name: '' },
    involved: [{ userId: 'requestor', how: 'FILED' }],
    assignee: null,
  }) as unknown as ApprovalView

const quorum: fc.Arbitrary<Block['quorum']> = fc.oneof(
  fc.constant({ kind: 'ANY' as const }),
  fc.constant({ kind: 'ALL' as const }),
  fc.integer({ min: 1, max: 4 }).map((count) => ({ kind: 'AT_LEAST' as const, count })),
)

describe('handing over approvals', () => {
  it('someone can still decide afterwards, and never the person who left, a disabled member or the requester', () => {
    fc.assert(
      fc.property(
        fc.subarray(['a', 'b', 'c']),
        fc.subarray(['a', 'b', 'c']),
        quorum,
        fc.option(fc.constantFrom('a', 'x', 'requestor')),
        fc.subarray(['b', 'c']),
        (others, decided, wanted, toUserId, disabled) => {
          const heard = decided.filter((id) => others.includes(id))
          const disabledIds = new Set(['leaving', ...disabled])
          const leaving = { userId: 'leaving', toUserId, adminIds: ['admin', 'requestor'], disabledIds }
          const [next] = successors(state([block(['leaving', ...others], heard, wanted)]), leaving)
          expect(next).toBeDefined()
          const ids = next?.approverUserIds ?? []
          expect(ids.some((id) => !heard.includes(id))).toBe(true)
          expect(ids.filter((id) => disabledIds.has(id) || id === 'requestor')).toEqual([])
          expect(new Set(ids).size).toBe(ids.length)
          // Never decided just because someone leaves.
          const said = heard.filter((id) => ids.includes(id)).length
          const need = next?.quorum
          const needed =
            need?.kind === 'ALL' ? ids.length : need?.kind === 'AT_LEAST' ? Math.min(need.count, ids.length) : 1
          if (wanted.kind !== 'ANY' && !(wanted.kind === 'AT_LEAST' && heard.length >= wanted.count)) {
            expect(said).toBeLessThan(needed)
          }
        },
      ),
    )
  })

  it('blocks that don’t ask the member, or that they have decided, stay unchanged', () => {
    const leaving = { userId: 'leaving', toUserId: 'x', adminIds: ['admin'], disabledIds: new Set(['leaving']) }
    expect(successors(state([block(['a'], [], { kind: 'ANY' })]), leaving)).toEqual([])
    expect(successors(state([block(PEOPLE, ['leaving'], { kind: 'ALL' })]), leaving)).toEqual([])
  })
})
