import { expect } from 'vitest'
import {
  type ApprovalActor,
  type ApprovalCommand,
  type ApprovalCommandInput,
  approvalCommand,
} from '../../../../schema/approvals/engine/commands.ts'
import type { ApprovalEvent } from '../../../../schema/approvals/engine/events.ts'
import {
  type ApprovalState,
  type Block,
  currentBlocks,
  isDecided,
  isSentBack,
  mayBeDecided,
} from '../../../../schema/approvals/engine/model.ts'
import { isTask } from '../../../../schema/approvals/workflows/rule-kinds.ts'
import { handle } from '../../../../worker/objects/approval/state.ts'
import { actor, type workflow } from './fixtures.ts'
import { type Company, planningFor, type World } from './machine-world.ts'

/** What is true of every event and every state of the approval machine. */

/** Everyone who influenced the request before the command, from the log alone. */
export const handsIn = (log: readonly ApprovalEvent[]): Set<string | null> =>
  new Set(
    log.flatMap((event): (string | null)[] => {
      const acting = [event.actor.userId, event.actor.impersonatorUserId]
      if (event.type === 'request.submitted') return [event.requestor.userId, event.createdBy.userId, ...acting]
      const isHand =
        // Who takes something away can still decide on the rest.
        (event.type === 'request.edited' && !event.reduction && !event.documents) ||
        (event.type === 'request.restarted' && event.edit !== null) ||
        (event.type === 'answers.added' && event.reopenedIds !== undefined) ||
        event.type === 'request.rerouted' ||
        (event.type === 'block.approvers-replaced' && !event.isConsequence)
      return isHand ? acting : []
    }),
  )

const isBarred = (hands: ReadonlySet<string | null>, { actor: by }: ApprovalEvent, block: Block): boolean =>
  block.approverType !== 'REQUESTOR' &&
  (hands.has(by.userId) || (by.impersonatorUserId !== null && hands.has(by.impersonatorUserId)))

const neededOf = ({ quorum, approvers }: Pick<Block, 'quorum' | 'approvers'>): number =>
  quorum.kind === 'ANY' ? 1 : quorum.kind === 'ALL' ? approvers.length : quorum.count

/** Whether the people who can decide could still reach its quorum. */
const isReachable = (block: Block, hands: ReadonlySet<string | null>): boolean => {
  if (block.approverType === 'NO_APPROVERS' || block.approverType === 'REQUESTOR') return true
  const heard = new Set(block.decisions.map((decision) => (decision.onBehalfOf ?? decision).userId))
  const possible = block.approvers.filter(({ userId }) => heard.has(userId) || !hands.has(userId))
  return possible.length >= Math.max(1, neededOf(block))
}

/** What must be true of every event that decides a block, given the state just before it. */
export const checkEvent = (
  before: ApprovalState | null,
  event: ApprovalEvent,
  hands: ReadonlySet<string | null>,
): void => {
  if (!before || !('blockId' in event)) return
  const block = before.blocks.find((b) => b.id === event.blockId)
  const decides = ['block.decided', 'block.bypassed', 'block.approved', 'block.rejected'].includes(event.type)
  if (!block || !decides) return
  expect(isDecided(block), 'a decided block is not decided again').toBe(false)
  expect(mayBeDecided(before, block), 'invariant 4: enforced order').toBe(true)
  if (event.type === 'block.decided')
    expect(isSentBack(block), 'no one decides while the requester is asked').toBe(false)
  if (event.type !== 'block.decided' && event.type !== 'block.bypassed') return
  expect(isBarred(hands, event, block), 'invariant 5: nobody approves their own request').toBe(false)
  expect(event.actor.impersonatorUserId, 'invariant 5: nobody decides as somebody else').toBe(null)
  checkDuties(before, event, block)
}

/** Who decided an earlier approval, for themselves or someone else, decides no later one that keeps duties apart. */
const checkDuties = (before: ApprovalState, event: ApprovalEvent, block: Block): void => {
  if (isTask(block.ruleType) || block.approverType === 'REQUESTOR' || !block.excludesEarlierDeciders) return
  const said = currentBlocks(before)
    .filter((other) => other.level < block.level && !isTask(other.ruleType))
    .flatMap(({ decisions, bypassedBy }) => [
      ...decisions.flatMap((decision) => [decision.userId, decision.onBehalfOf?.userId]),
      bypassedBy?.userId,
    ])
  const represented = event.type === 'block.decided' ? event.decision.onBehalfOf?.userId : undefined
  for (const who of [event.actor.userId, ...(represented ? [represented] : [])])
    expect(said, 'duties across steps: an earlier decider decides again').not.toContain(who)
}

/** Changing who decides is no decision, and only a holder of the bypass right can ask fewer people. */
export const checkChosen = (
  before: ApprovalState,
  after: ApprovalState,
  command: ApprovalCommand,
  by: ApprovalActor,
): void => {
  if (command.type !== 'replaceApprovers') return
  expect(
    currentBlocks(after)
      .filter(isDecided)
      .map(({ id }) => id),
    'invariant 6: no block is decided by changing who decides',
  ).toEqual(
    currentBlocks(before)
      .filter(isDecided)
      .map(({ id }) => id),
  )
  if (by.isAdmin || by.canBypass) return
  for (const block of currentBlocks(after)) {
    const was = before.blocks.find(({ id }) => id === block.id)
    if (was) expect(neededOf(block), 'invariant 6: no quorum is lowered').toBeGreaterThanOrEqual(neededOf(was))
  }
}

export const checkState = (state: ApprovalState, hands: ReadonlySet<string | null>): void => {
  const blocks = currentBlocks(state)
  for (const block of blocks)
    if (state.status === 'PENDING' && !isDecided(block))
      expect(isReachable(block, hands), 'invariant 6: every open block can be decided').toBe(true)
  const rejected = blocks.some((b) => b.status === 'REJECTED')
  if (state.status === 'APPROVED')
    expect(
      blocks.filter((b) => b.status !== 'APPROVED'),
      'invariant 2',
    ).toEqual([])
  expect(rejected, 'invariant 2: rejected exactly when a block is').toBe(state.status === 'REJECTED')
  if (state.status === 'PENDING')
    expect(
      blocks.some((b) => !isDecided(b)),
      'pending has something open',
    ).toBe(true)
}

/** The requester can always answer who sent it back. */
const canAnswer = (state: ApprovalState): boolean =>
  !handle(state, { type: 'answerSendBack', message: '' }, actor(state.requestor.userId), 0).refusal

export const canAct = (
  world: World,
  state: ApprovalState,
  chosen: ReturnType<typeof workflow>,
  company: Company,
): boolean =>
  canAnswer(state) ||
  currentBlocks(state)
    .filter((b) => !isDecided(b) && b.openedAt !== null)
    .some((block) =>
      block.approvers.some((approver) => {
        const command: ApprovalCommandInput = isTask(block.ruleType)
          ? {
              type: 'completeTask',
              blockId: block.id,
              seenVersion: state.version,
              ...(world.answers && { answers: world.answers(false, state) }),
            }
          : { type: 'decide', blockId: block.id, decision: 'APPROVED', seenVersion: state.version }
        // Approving can need someone else for a later step first. Rejecting never does.
        const reject: ApprovalCommandInput = {
          type: 'decide',
          blockId: block.id,
          decision: 'REJECTED',
          seenVersion: state.version,
        }
        return [command, reject].some((one) => {
          const result = handle(
            state,
            approvalCommand.parse(one),
            actor(approver.userId),
            0,
            planningFor(world, chosen, company),
          )
          return !result.refusal || result.refusal.reason === 'TASK_RUNNING'
        })
      }),
    )
