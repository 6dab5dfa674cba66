import type { CommandOf } from '../../../../schema/approvals/engine/commands.ts'
import type { ApprovalEvent } from '../../../../schema/approvals/engine/events.ts'
import { isUndoable, UNDO_MS } from '../../../../schema/approvals/engine/undo.ts'
import { alive, inPerson } from '../access.ts'
import type { Past } from '../turn.ts'
import { Refused, refuse, type Turn } from '../turn.ts'

/** Undoes a decision within seconds, with everything that followed from it, if nothing depends on it yet. */

/** Events on one block that don't affect other blocks. */
const BESIDE: ReadonlySet<ApprovalEvent['type']> = new Set([
  'block.decided',
  'block.approved',
  'block.bypassed',
  'block.reminded',
  'block.nudged',
  'block.escalated',
  'block.assigned',
  'block.work-status-set',
  'block.duties-applied',
])
/** Events that affect no block. */
const ELSEWHERE: ReadonlySet<ApprovalEvent['type']> = new Set(['request.assigned', 'request.watchers-set'])

const isBeside = (event: ApprovalEvent, changed: ReadonlySet<string>): boolean => {
  if (ELSEWHERE.has(event.type)) return true
  if (event.type === 'decision.undone') return event.blocks.every(({ id }) => !changed.has(id))
  return BESIDE.has(event.type) && 'blockId' in event && !changed.has(event.blockId)
}

/** What happened since and still counts. A later decision that was undone counts as never made. */
const holding = (later: readonly ApprovalEvent[]): ApprovalEvent[] => {
  const undone = later.flatMap((event) => (event.type === 'decision.undone' ? [event] : []))
  return later.filter((event) => !undone.some(({ from, to }) => event.sequence >= from && event.sequence <= to))
}

/** The blocks that a decision changed, including those it opened or closed. */
const changedBy = ({ before, events }: Past): Set<string> => {
  const changed = new Set<string>()
  for (const event of events) {
    if ('blockId' in event) changed.add(event.blockId)
    if (event.type === 'blocks.opened') for (const id of event.blockIds) changed.add(id)
    if (event.type === 'request.rejected')
      for (const block of before.blocks)
        if (block.status === 'PENDING' && block.closedAt === null) changed.add(block.id)
  }
  return changed
}

const nothing = () =>
  new Refused({
    code: 'INVALID',
    reason: 'NOTHING_TO_UNDO',
    message: 'There’s no decision to undo here.',
  })

export const undoDecision = (turn: Turn, command: CommandOf<'undoDecision'>): void => {
  const { actor, past, now } = turn
  alive(turn)
  const first = past?.events[0]
  if (!past || first?.type !== 'block.decided' || !isUndoable(past.events)) throw nothing()
  if (first.actor.userId !== actor.userId)
    refuse('FORBIDDEN', 'NOT_ALLOWED', 'Only the person who decided can undo the decision.')
  inPerson(actor)
  if (past.later.some((event) => event.type === 'decision.undone' && event.to === command.sequence))
    refuse('CONFLICT', 'NOTHING_TO_UNDO', 'The decision has already been undone.')
  if (now - first.at >= UNDO_MS)
    refuse('CONFLICT', 'UNDO_OVER', 'A decision can only be undone for 10 seconds. Its emails are already being sent.')
  const changed = changedBy(past)
  const built = holding(past.later).find((event) => !isBeside(event, changed))
  if (built)
    refuse(
      'CONFLICT',
      'BUILT_ON',
      `${built.actor.name} has acted on the ${turn.noun} since, so your decision can’t be undone.`,
    )
  turn.emit({
    type: 'decision.undone',
    from: first.sequence,
    to: command.sequence,
    blockId: first.blockId,
    decision: first.decision.decision,
    blocks: past.before.blocks.filter(({ id }) => changed.has(id)),
    status: past.before.status,
    completedAt: past.before.completedAt,
  })
}
