import type { CommandOf } from '../../../../schema/approvals/engine/commands.ts'
import {
  type Block,
  currentBlocks,
  type Decision,
  isDecided,
  turnsOf,
} from '../../../../schema/approvals/engine/model.ts'
import { decisionBy, laterThan, type NotRevocable, notRevocable } from '../../../../schema/approvals/engine/revoking.ts'
import { inPerson, unarchived } from '../access.ts'
import { quorumReached, settle } from '../settle.ts'
import { refuse, type Turn } from '../turn.ts'

/**
 * Revokes one's own decision with a reason, as long as everything that followed from it is still in the house. The step
 * is asked again, and later ones wait for it. Other people's decisions on it stay.
 */

const refuseIt = (turn: Turn, block: Block, why: NotRevocable): never => {
  const { noun, state } = turn
  switch (why.reason) {
    case 'NOTHING_TO_UNDO':
      return refuse('FORBIDDEN', 'NOTHING_TO_UNDO', `You have no decision on “${block.label}” to revoke.`)
    case 'NOT_AN_APPROVAL':
      return refuse('INVALID', 'NOT_AN_APPROVAL', 'A completed task can’t be revoked, because its work is done.')
    case 'BUILT_ON':
      return refuse(
        'CONFLICT',
        'BUILT_ON',
        `“${why.label}” has gone ahead because of your decision, so it can’t be revoked. Ask an admin to restart the approvals.`,
      )
    case 'REQUEST_CLOSED':
      return refuse(
        'CONFLICT',
        'REQUEST_CLOSED',
        state.status === 'REJECTED'
          ? `The ${noun} is rejected, and everyone was told. Its requester or an admin can restart it.`
          : `The ${noun} is ${state.status.toLowerCase()}, and what follows has started, so decisions can’t be revoked.`,
      )
  }
}

/** The block and the decision on it, if the person can revoke it. */
const revocable = (turn: Turn, blockId: string): { block: Block; decision: Decision } => {
  const { actor } = turn
  const state = unarchived(turn)
  const blocks = currentBlocks(state)
  const block = blocks.find(({ id }) => id === blockId)
  if (!block) return refuse('NOT_FOUND', 'BLOCK_NOT_FOUND', `This approval step doesn’t exist on this ${turn.noun}.`)
  const why = notRevocable(block, actor.userId, { status: state.status, blocks })
  if (why) return refuseIt(turn, block, why)
  const decision = decisionBy(block, actor.userId)
  return decision ? { block, decision } : refuseIt(turn, block, { reason: 'NOTHING_TO_UNDO' })
}

/** Someone who has changed the request or chosen approvers since can't decide again, so others must be able to. */
const stillDecidable = (turn: Turn, block: Block): void => {
  if (block.approverType === 'REQUESTOR' || block.approverType === 'NO_APPROVERS') return
  const involved = new Set(turn.state.involved.map(({ userId }) => userId))
  const heard = new Set(block.decisions.map((decision) => (decision.onBehalfOf ?? decision).userId))
  const possible = block.approvers.filter(({ userId }) => heard.has(userId) || !involved.has(userId))
  const { quorum } = block
  const needed = quorum.kind === 'ANY' ? 1 : quorum.kind === 'ALL' ? block.approvers.length : quorum.count
  if (possible.length < needed)
    refuse(
      'RULE_BROKEN',
      'NOBODY_CAN_APPROVE',
      `Then no one could decide “${block.label}”: you have changed this ${turn.noun} or its approvers since, so you can’t approve it again. Ask an admin to restart the approvals.`,
    )
}

export const revokeDecision = (turn: Turn, command: CommandOf<'revokeDecision'>): void => {
  const { block, decision } = revocable(turn, command.blockId)
  inPerson(turn.actor)
  const reason = command.reason.trim()
  if (reason === '') refuse('INVALID', 'NOTE_REQUIRED', 'Add a reason for revoking your decision.')
  const without = { ...block, decisions: block.decisions.filter((one) => one !== decision) }
  stillDecidable(turn, without)
  const reopened = isDecided(block) && !quorumReached(without)
  const blocks = currentBlocks(turn.state)
  const after = blocks.map((one) =>
    one.id === block.id && reopened ? { ...without, status: 'PENDING' as const } : one,
  )
  const isTurn = turnsOf(after)
  const waiting = reopened ? laterThan(block, blocks).filter((one) => one.openedAt !== null && !isTurn(one)) : []
  // A step without approvers completed by itself, and does so again.
  const isFree = (one: Block) => one.approverType === 'NO_APPROVERS' && isDecided(one)
  turn.emit({
    type: 'decision.revoked',
    blockId: block.id,
    decision,
    reason,
    reopened,
    waitingAgainIds: waiting.filter((one) => !isDecided(one) || isFree(one)).map(({ id }) => id),
  })
  settle(turn)
}
