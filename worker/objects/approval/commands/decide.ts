import type { CommandOf } from '../../../../schema/approvals/engine/commands.ts'
import type { PersonRef } from '../../../../schema/approvals/engine/facts.ts'
import {
  type Block,
  currentBlocks,
  isDecided,
  isSentBack,
  mayBeDecided,
} from '../../../../schema/approvals/engine/model.ts'
import { isTask } from '../../../../schema/approvals/workflows/rule-kinds.ts'
import { inPerson, inTurn, mayBypass, openBlock, representedBy, sawContent } from '../access.ts'
import { settle } from '../settle.ts'
import { Refused, refuse, type Turn } from '../turn.ts'
import { endSendBack, notSentBack } from './send-back.ts'

/** Decisions of approvers and their delegates, and the bypass. */

export const recordDecision = (
  turn: Turn,
  block: Block,
  decision: 'APPROVED' | 'REJECTED',
  comment: string,
  represented: PersonRef | null,
): void => {
  const { userId, name } = turn.actor
  const delegated = represented && represented.userId !== userId
  turn.emit({
    type: 'block.decided',
    blockId: block.id,
    decision: {
      userId,
      name,
      ...(delegated && { onBehalfOf: { userId: represented.userId, name: represented.name } }),
      decision,
      comment,
      answersVersion: turn.actor.kind === 'SYSTEM' ? null : turn.state.version,
      at: turn.now,
    },
  })
}

const mine = (turn: Turn): { block: Block; represented: PersonRef } | null => {
  const { state, actor } = turn
  if (state.status !== 'PENDING') return null
  for (const block of currentBlocks(state)) {
    if (isTask(block.ruleType) || isDecided(block) || isSentBack(block) || !mayBeDecided(state, block)) continue
    try {
      return { block, represented: representedBy(state, block, actor) }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
    }
  }
  return null
}

export const decide = (turn: Turn, command: CommandOf<'decide'>): void => {
  const block = openBlock(turn, command.blockId)
  const represented = representedBy(turn.state, block, turn.actor)
  inPerson(turn.actor)
  if (isTask(block.ruleType) && command.decision === 'APPROVED')
    refuse('INVALID', 'NOT_AN_APPROVAL', `“${block.label}” is a task: complete it instead of approving it.`)
  sawContent(turn.state, command.seenVersion)
  inTurn(turn.state, block)
  notSentBack(turn, block)
  recordDecision(turn, block, command.decision, command.comment, represented)
  if (command.decision === 'REJECTED') {
    turn.emit({ type: 'block.rejected', blockId: block.id })
    turn.emit({ type: 'request.rejected', blockId: block.id })
    return
  }
  settle(turn)
  if (!command.allMyNonTaskBlocks) return
  for (let next = mine(turn); next; next = mine(turn)) {
    recordDecision(turn, next.block, 'APPROVED', command.comment, next.represented)
    settle(turn)
  }
}

export const bypass = (turn: Turn, command: CommandOf<'bypass'>): void => {
  const block = openBlock(turn, command.blockId)
  mayBypass(turn, block)
  inPerson(turn.actor)
  if (command.note.trim() === '') refuse('INVALID', 'NOTE_REQUIRED', 'Add a reason for bypassing this approval.')
  inTurn(turn.state, block)
  if (isSentBack(block)) endSendBack(turn, 'BYPASSED', [block], command.note)
  turn.emit({ type: 'block.bypassed', blockId: block.id, note: command.note })
  settle(turn)
}
