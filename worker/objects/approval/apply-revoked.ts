import type { EventOf } from '../../../schema/approvals/engine/events.ts'
import type { ApprovalState, Block } from '../../../schema/approvals/engine/model.ts'
import { type Change, changeBlocks, endSpan } from './apply-blocks.ts'

/** As before its turn. */
const WAITING: Change = { status: 'PENDING', decidedAt: null, openedAt: null, workStatus: 'PENDING' }

/** The blocks without a decision that was revoked. */
export const revoked = (state: ApprovalState, event: EventOf<'decision.revoked'>): Block[] => {
  const waiting = new Set(event.waitingAgainIds)
  const { decision, reason } = event
  const isIt = ({ userId, at }: { userId: string; at: number }) => userId === decision.userId && at === decision.at
  const { userId, name } = event.actor
  return changeBlocks(
    state,
    event,
    (block) => block.id === event.blockId || waiting.has(block.id),
    (block) =>
      block.id === event.blockId
        ? {
            decisions: block.decisions.filter((one) => !isIt(one)),
            revoked: { at: event.at, by: { userId, name }, decision: decision.decision, reason },
            ...(event.reopened && { ...WAITING, ...endSpan(block, event.at) }),
          }
        : { ...WAITING, ...endSpan(block, event.at) },
  )
}
