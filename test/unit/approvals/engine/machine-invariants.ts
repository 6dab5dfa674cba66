import fc from 'fast-check'
import { expect, it } from 'vitest'
import { approvalCommand } from '../../../../schema/approvals/engine/commands.ts'
import type { ApprovalEvent } from '../../../../schema/approvals/engine/events.ts'
import type { ApprovalState } from '../../../../schema/approvals/engine/model.ts'
import { apply, type Handled, handle, replay } from '../../../../worker/objects/approval/state.ts'
import { actor, person, rule, workflow } from './fixtures.ts'
import { canAct, checkChosen, checkEvent, checkState, handsIn } from './machine-checks.ts'
import { commandOf, moves, otherVersion, PEOPLE, planningFor, type World, whoOf, workflowsOf } from './machine-world.ts'

/**
 * The invariants of the approval machine (design: approvals), under random definitions and random commands. They hold for
 * every subject, so each is run through all of them.
 */

export type { World }

const AFTER_FINAL = new Set(['restart', 'resubmit', 'archive', 'unarchive', 'delete', 'setWatchers'])

/** Proves each invariant for one subject. */
export const proveInvariants = (world: World): void => {
  it('the invariants hold under random definitions and random commands', () => {
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(
        workflowsOf(world),
        fc.record({
          enforceOrder: fc.boolean(),
          requestor: fc.constantFrom('ada', 'edsger', 'linus'),
          onBehalf: fc.boolean(),
        }),
        fc.array(moves, { minLength: 5, maxLength: 40 }),
        (chosen, { onBehalf, ...company }, steps) => {
          const { requestor } = company
          const log: ApprovalEvent[] = []
          let state: ApprovalState | null = null
          let now = 1_700_000_000_000
          const take = (result: Handled, kind: string): void => {
            if (result.refusal) return
            seen.set(kind, (seen.get(kind) ?? 0) + (result.events.length > 0 ? 1 : 0))
            let before: ApprovalState | null = state
            const hands = handsIn(log)
            for (const event of result.events) {
              checkEvent(before, event, hands)
              before = apply(before, event)
            }
            log.push(...result.events)
            state = result.state
            checkState(state, handsIn(log))
          }
          const by = onBehalf ? 'alan' : requestor
          const submit = approvalCommand.parse({ ...world.submit(by), requestor: person(requestor) })
          const context = planningFor(world, chosen, company)
          take(handle(null, submit, actor(by, { submitsForOthers: true }), now, context), 'submit')
          for (const move of steps) {
            const before = state as ApprovalState | null
            if (!before) return
            now += 60_000
            const command = approvalCommand.parse(commandOf(world, before, move))
            const who = whoOf(before, move)
            const planned = move.kind === 'reroute' ? otherVersion(chosen, move) : chosen
            const result = handle(before, command, who, now, planningFor(world, planned, company))
            if (!result.refusal) checkChosen(before, result.state, command, who)
            if (!result.refusal && result.events.length > 0 && before.status !== 'PENDING')
              expect(AFTER_FINAL, 'invariant 2: nothing else changes after a final status').toContain(command.type)
            take(result, command.type)
            const after = state as unknown as ApprovalState
            if (after.status === 'PENDING' && after.archivedAt === null && after.deletedAt === null)
              expect(canAct(world, after, chosen, company), 'invariant 7: somebody can act').toBe(true)
          }
          expect(replay(log), 'invariant 1: replaying the log gives the state').toEqual(state)
          expect(log.map((e) => e.sequence)).toEqual(log.map((_, i) => i + 1))
        },
      ),
      { seed: 20261120, numRuns: 600 },
    )
    // A property that is never exercised would prove nothing.
    for (const kind of ['decide', 'completeTask', 'bypass', 'edit', 'restart', 'replaceApprovers', 'addTask'])
      expect(seen.get(kind), kind).toBeGreaterThan(20)
    for (const kind of ['revokeDecision', 'reroute', 'removeDocuments'])
      expect(seen.get(kind), kind).toBeGreaterThan(10)
  }, 20_000)

  it('exactly one of two contradicting decisions wins, and the other gets a conflict', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(PEOPLE, { minLength: 2 }), fc.boolean(), (people, approveFirst) => {
        const one = workflow([rule('one', { approverUserIds: people })])
        const submit = approvalCommand.parse(world.submit('ada'))
        const start = handle(
          null,
          submit,
          actor('ada'),
          1,
          planningFor(world, one, { enforceOrder: true, requestor: 'ada' }),
        )
        if (start.refusal) throw new Error(start.refusal.message)
        const [block] = start.state.blocks
        const [first, second] = block?.approvers ?? []
        if (!block || !first || !second) return
        const decide = (decision: 'APPROVED' | 'REJECTED') =>
          approvalCommand.parse({ type: 'decide', blockId: block.id, decision, seenVersion: 1 })
        const won = handle(start.state, decide(approveFirst ? 'APPROVED' : 'REJECTED'), actor(first.userId), 2)
        if (won.refusal) throw new Error(won.refusal.message)
        const lost = handle(won.state, decide(approveFirst ? 'REJECTED' : 'APPROVED'), actor(second.userId), 3)
        expect(lost.refusal?.code).toBe('CONFLICT')
      }),
      { seed: 20261120, numRuns: 100 },
    )
  })
}
