import type { EventOf } from '../../../schema/approvals/engine/events.ts'
import type { ApprovalState, Block } from '../../../schema/approvals/engine/model.ts'
import { born, reopening } from './apply-blocks.ts'

/** The blocks of a run that was moved to other definitions. */
export const reroutedBlocks = (state: ApprovalState, event: EventOf<'request.rerouted'>): Block[] => {
  const removed = new Set(event.removedIds)
  const moved = new Map(event.moved.map((one) => [one.blockId, one]))
  const blocks = state.blocks
    .filter(({ id }) => !removed.has(id))
    .map((block): Block => {
      const place = moved.get(block.id)
      if (!place) return block
      const { blockId: _, excludesEarlierDeciders, ...rest } = place
      const { excludesEarlierDeciders: __, ...before } = block
      return {
        ...before,
        ...rest,
        ...(excludesEarlierDeciders && { excludesEarlierDeciders: true as const }),
        sequence: event.sequence,
      }
    })
  return [...reopening({ ...state, blocks }, event), ...born(event.added, event)]
}
