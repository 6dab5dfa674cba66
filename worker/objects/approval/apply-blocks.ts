import type { ApprovalEvent, EventOf, NewBlock } from '../../../schema/approvals/engine/events.ts'
import type { ApprovalState, Block, EarlierDecision } from '../../../schema/approvals/engine/model.ts'

/** How an event changes blocks. Each changed block records the event, so that only it is projected again. */

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

/** Ends the current work-status period, so that the time spent adds up. */
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

const REOPENED: Change = {
  decisions: [],
  status: 'PENDING',
  decidedAt: null,
  openedAt: null,
  bypassedAt: null,
  bypassedBy: null,
  bypassNote: null,
  workStatus: 'PENDING',
}

/** The newest decision of each approver, so that a block's people can see it beside what changed. */
export const earlierDecisionsOf = (block: Block, version: number): EarlierDecision[] => {
  const { bypassedBy, bypassNote, bypassedAt, decisions, earlierDecisions = [] } = block
  const bypass: EarlierDecision[] =
    bypassedBy && bypassedAt !== null
      ? [
          {
            ...bypassedBy,
            decision: 'APPROVED',
            comment: bypassNote ?? '',
            answersVersion: version,
            at: bypassedAt,
            isBypass: true,
          },
        ]
      : []
  const newest = new Map<string, EarlierDecision>()
  for (const decision of [...earlierDecisions, ...decisions, ...bypass])
    newest.set((decision.onBehalfOf ?? decision).userId, decision)
  return [...newest.values()]
}

const isSame = (block: Block, planned: Pick<Block, 'approvers'> | undefined): boolean => {
  const idsOf = (approvers: Block['approvers'] = []) => approvers.map(({ userId }) => userId).join()
  return idsOf(block.approvers) === idsOf(planned?.approvers)
}

/** The blocks after the answers changed: planned again, undone, kept, or waiting for their turn again. */
export const reopening = (
  state: ApprovalState,
  event: EventOf<'request.edited' | 'answers.added' | 'request.rerouted'>,
): Block[] => {
  const waiting = new Set(event.waitingAgainIds)
  const reopened = new Set(event.reopenedIds)
  const kept = new Set(event.keptIds)
  const replanned = new Map(event.replanned?.map((r) => [r.blockId, r]))
  const by = { userId: event.actor.userId, name: event.actor.name }
  return changeBlocks(
    state,
    event,
    (b) => replanned.has(b.id) || waiting.has(b.id) || reopened.has(b.id) || kept.has(b.id),
    (b) => {
      const again: Change = waiting.has(b.id) ? { openedAt: null, ...endSpan(b, event.at) } : {}
      const { blockId: _, reopened: isUndone, ...planned } = replanned.get(b.id) ?? { blockId: b.id, reopened: false }
      // Newly planned people are compared with who decided again.
      const apart: Change = b.duties && replanned.has(b.id) && !isSame(b, replanned.get(b.id)) ? { duties: null } : {}
      const keptHere: Change = kept.has(b.id)
        ? { decisionsKept: { at: event.at, by, version: 'version' in event ? event.version : state.version } }
        : {}
      if (!isUndone && !reopened.has(b.id)) return { ...planned, ...apart, ...again, ...keptHere }
      const automatic = b.automatic && { ...b.automatic, state: 'WAITING' as const, error: null }
      return {
        ...planned,
        ...apart,
        ...REOPENED,
        ...endSpan(b, event.at),
        reopenedAt: event.at,
        automatic,
        ...(b.nudges && { nudges: [] }),
        ...(b.escalations && { escalations: [] }),
        // Older events didn't store what they undid.
        ...(reopened.has(b.id) && { earlierDecisions: earlierDecisionsOf(b, state.version) }),
      }
    },
  )
}
