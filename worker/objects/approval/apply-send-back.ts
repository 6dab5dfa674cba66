import type { EventOf } from '../../../schema/approvals/engine/events.ts'
import type { ApprovalState, Block } from '../../../schema/approvals/engine/model.ts'
import { type Change, changeBlocks, endSpan } from './apply-blocks.ts'

/** How sending back changes blocks. The time until the answer counts as waiting on the requester. */

type SendBack = EventOf<'block.sent-back'>
type Ended = EventOf<'send-back.ended'>

const inWorkStatus = (block: Block, status: Block['workStatus'], { at, actor }: SendBack | Ended): Change => ({
  workStatus: status,
  workStatusHistory: [
    ...endSpan(block, at).workStatusHistory,
    { status, userId: actor.userId, name: actor.name, at, until: null, spentMs: null },
  ],
})

/** One that waited for the requester anyway has nothing else to return to. */
const before = ({ workStatus }: Block): Block['workStatus'] =>
  workStatus === 'WAITING_ON_REQUESTER' ? 'PENDING' : workStatus

export const sentBack = (state: ApprovalState, event: SendBack): Block[] => {
  const { at, actor, message, onBehalfOf, blockId } = event
  const waiting = new Set(event.waitingIds)
  const by = { userId: actor.userId, name: actor.name }
  return changeBlocks(
    state,
    event,
    (b) => b.id === blockId || waiting.has(b.id),
    (b) => ({
      ...(waiting.has(b.id) && { ...inWorkStatus(b, 'WAITING_ON_REQUESTER', event), workStatusBefore: before(b) }),
      ...(b.id === blockId && { sentBack: { message, at, by, ...(onBehalfOf && { onBehalfOf }) } }),
    }),
  )
}

/** Blocks return to their work status, unless someone has set another one meanwhile. */
export const answered = (state: ApprovalState, event: Ended): Block[] => {
  const { at, actor, how, message } = event
  const ended = new Set(event.blockIds)
  const resumed = new Set(event.resumedIds)
  const by = { userId: actor.userId, name: actor.name }
  return changeBlocks(
    state,
    event,
    (b) => ended.has(b.id) || resumed.has(b.id),
    (b) => {
      const { workStatusBefore } = b
      const isBack = resumed.has(b.id) && workStatusBefore && b.workStatus === 'WAITING_ON_REQUESTER'
      return {
        ...(isBack && inWorkStatus(b, workStatusBefore, event)),
        ...(resumed.has(b.id) && { workStatusBefore: null }),
        ...(ended.has(b.id) && b.sentBack && { sentBack: { ...b.sentBack, ended: { how, at, by, message } } }),
      }
    },
  )
}
