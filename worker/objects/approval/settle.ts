import { type Block, currentBlocks, isDecided, turnsOf } from '../../../schema/approvals/engine/model.ts'
import { isAutomatic } from '../../../schema/approvals/workflows/rule-kinds.ts'
import { applyDuties } from './duties.ts'
import type { Turn } from './turn.ts'

/** What follows from a command. */

/** Whether the decisions of a block reach its quorum. An approver counts once, and so does a person for AT_LEAST. */
export const quorumReached = (block: Block): boolean => {
  const approvals = block.decisions.filter((d) => d.decision === 'APPROVED')
  const represented = new Set(approvals.map((d) => (d.onBehalfOf ?? d).userId))
  const approving = block.approvers.filter((a) => represented.has(a.userId)).length
  if (block.quorum.kind === 'ANY') return approving > 0
  if (block.quorum.kind === 'ALL') return approving > 0 && approving === block.approvers.length
  const people = new Set(approvals.map((d) => d.userId)).size
  return Math.min(approving, people) >= block.quorum.count
}

const isFree = (block: Block): boolean => block.approverType === 'NO_APPROVERS' && !isAutomatic(block.ruleType)

/**
 * Applies the consequences of a command until nothing more follows: blocks with their quorum are approved, blocks whose
 * turn has come open, blocks without approvers complete, and a finished run approves the request.
 */
export const settle = (turn: Turn): void => {
  for (;;) {
    const { state } = turn
    if (state.status !== 'PENDING') return
    applyDuties(turn)
    const blocks = currentBlocks(turn.state)
    const ready = blocks.filter((b) => !isDecided(b) && b.ruleType === 'APPROVAL' && quorumReached(b))
    for (const block of ready) turn.emit({ type: 'block.approved', blockId: block.id, how: 'DECISIONS' })
    if (ready.length > 0) continue
    const isTurn = turnsOf(blocks)
    const opening = blocks.filter((b) => !isDecided(b) && b.openedAt === null && isTurn(b))
    if (opening.length > 0) turn.emit({ type: 'blocks.opened', blockIds: opening.map((b) => b.id) })
    const free = opening.filter(isFree)
    for (const block of free) turn.emit({ type: 'block.approved', blockId: block.id, how: 'NO_APPROVERS' })
    if (free.length > 0) continue
    if (blocks.every(isDecided)) turn.emit({ type: 'request.approved' })
    return
  }
}
