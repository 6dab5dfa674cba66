import type { CommandOf } from '../../../../schema/approvals/engine/commands.ts'
import type { PersonRef } from '../../../../schema/approvals/engine/facts.ts'
import {
  type ApprovalState,
  type Block,
  currentBlocks,
  isDecided,
  isSentBack,
  type SendBackEnd,
  sentBackBlocks,
} from '../../../../schema/approvals/engine/model.ts'
import { isContact } from '../../../../schema/approvals/engine/send-back.ts'
import { inPerson, inTurn, isRequestor, openBlock, pending, representedBy } from '../access.ts'
import { refuse, type Turn } from '../turn.ts'

/** An approver asks the requester to change something. It is no decision, and those before it stand. */

const isOpen = (block: Block): boolean => !isDecided(block) && block.closedAt === null

const byRequester = ({ requestor, createdBy }: ApprovalState): PersonRef[] =>
  [requestor, createdBy].filter(({ userId }) => !isContact(userId))

export const sendBack = (turn: Turn, command: CommandOf<'sendBack'>): void => {
  const { state, actor, noun } = turn
  const block = openBlock(turn, command.blockId)
  const represented = representedBy(state, block, actor)
  inPerson(actor)
  inTurn(state, block)
  const message = command.message.trim()
  if (message === '')
    refuse('INVALID', 'NOTE_REQUIRED', 'Say what should change.', { fields: { message: 'Say what should change.' } })
  if (block.approverType === 'REQUESTOR')
    refuse('RULE_BROKEN', 'NOT_ALLOWED', `“${block.label}” is up to the requester, so it can’t be sent back.`)
  if (block.automatic) refuse('RULE_BROKEN', 'NOT_ALLOWED', `“${block.label}” runs automatically.`)
  if (byRequester(state).length === 0)
    refuse(
      'RULE_BROKEN',
      'NOT_ALLOWED',
      `This ${noun} came from outside your company, so no one here can change it. Reject it, or ask the sender.`,
    )
  notSentBack(turn, block)
  // Blocks whose turn has not come have no time of their own yet.
  const waiting = currentBlocks(state).filter(
    (one) =>
      isOpen(one) &&
      !one.automatic &&
      !one.workStatusBefore &&
      (one.id === block.id || (one.openedAt !== null && one.workStatus !== 'WAITING_ON_REQUESTER')),
  )
  turn.emit({
    type: 'block.sent-back',
    blockId: block.id,
    message,
    ...(represented.userId !== actor.userId && {
      onBehalfOf: { userId: represented.userId, name: represented.name },
    }),
    waitingIds: waiting.map(({ id }) => id),
  })
}

/** No one decides on a step that waits for an answer. */
export const notSentBack = ({ noun }: Turn, block: Block): void => {
  if (!isSentBack(block)) return
  const by = block.sentBack?.by.name ?? 'An approver'
  refuse('CONFLICT', 'SENT_BACK', `${by} sent the ${noun} back. “${block.label}” waits for the requester’s answer.`)
}

/** Ends the asking of these blocks. The others continue when no block asks any more. */
export const endSendBack = (turn: Turn, how: SendBackEnd, asking: readonly Block[], message = ''): void => {
  if (asking.length === 0) return
  const ids = new Set(asking.map(({ id }) => id))
  const { state } = turn
  const isOver = sentBackBlocks(state).every(({ id }) => ids.has(id))
  const resumed = currentBlocks(state).filter((one) => isOpen(one) && one.workStatusBefore)
  turn.emit({
    type: 'send-back.ended',
    how,
    blockIds: [...ids],
    message,
    resumedIds: isOver ? resumed.map(({ id }) => id) : [],
  })
}

export const answerSendBack = (turn: Turn, command: CommandOf<'answerSendBack'>): void => {
  const state = pending(turn)
  if (!isRequestor(state, turn.actor)) refuse('FORBIDDEN', 'NOT_ALLOWED', 'Only the requester can do this.')
  const asking = sentBackBlocks(state)
  if (asking.length === 0) refuse('CONFLICT', 'NOT_SENT_BACK', `You no longer need to change this ${turn.noun}.`)
  endSendBack(turn, 'UNCHANGED', asking, command.message.trim())
}

export const takeBackSendBack = (turn: Turn, command: CommandOf<'takeBackSendBack'>): void => {
  const { actor } = turn
  const block = openBlock(turn, command.blockId)
  const { sentBack } = block
  if (!isSentBack(block))
    refuse('CONFLICT', 'NOT_SENT_BACK', `“${block.label}” is no longer waiting for the requester.`)
  const senders = [sentBack?.by, sentBack?.onBehalfOf]
  if (!actor.isAdmin && !senders.some((sender) => sender?.userId === actor.userId))
    refuse('FORBIDDEN', 'NOT_ALLOWED', 'Only the person who sent it back and admins can do this.')
  inPerson(actor)
  endSendBack(turn, 'TAKEN_BACK', [block])
}
