import type { ApprovalEvent, NewBlock } from '../../../schema/approvals/events.ts'
import type { ApprovalState, Block } from '../../../schema/approvals/model.ts'

/** How an event changes blocks: each changed block remembers the event, so that only it is projected again. */

export type Change = Partial<Omit<Block, 'id' | 'sequence'>>

export const changeBlocks = (
  state: ApprovalState,
  event: ApprovalEvent,
  which: (block: Block) => boolean,
  change: (block: Block) => Change,
): Block[] => state.blocks.map((b) => (which(b) ? { ...b, ...change(b), sequence: event.sequence } : b))

export const changeBlock = (
  state: ApprovalState,
  event: ApprovalEvent & { blockId: string },
  change: (block: Block) => Change,
): ApprovalState => ({ ...state, blocks: changeBlocks(state, event, (b) => b.id === event.blockId, change) })

export const born = (blocks: readonly NewBlock[], event: ApprovalEvent): Block[] =>
  blocks.map((block) => ({ ...block, sequence: event.sequence }))

/** Ends the present work-status span, so that the time spent adds up. */
export const endSpan = (block: Block, at: number): Pick<Block, 'workStatusHistory'> => ({
  workStatusHistory: block.workStatusHistory.map((span) =>
    span.until === null ? { ...span, until: at, spentMs: at - span.at } : span,
  ),
})

export const decided = (block: Block, event: ApprovalEvent, status: Block['status']): Change => ({
  status,
  decidedAt: event.at,
  openedAt: block.openedAt ?? event.at,
  ...endSpan(block, event.at),
})

export const closeOpen = (state: ApprovalState, event: ApprovalEvent): Block[] =>
  changeBlocks(
    state,
    event,
    (b) => b.status === 'PENDING' && b.closedAt === null,
    (b) => ({ closedAt: event.at, ...endSpan(b, event.at) }),
  )
