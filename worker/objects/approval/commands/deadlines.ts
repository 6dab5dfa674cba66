import { isOwnChoice } from '../../../../schema/approvals/engine/choices/own-choices.ts'
import type { CommandOf } from '../../../../schema/approvals/engine/commands.ts'
import { deadlineSteps } from '../../../../schema/approvals/engine/deadlines.ts'
import { unsettled } from '../../../../schema/approvals/engine/facts.ts'
import { bySystem, pending } from '../access.ts'
import type { Turn } from '../turn.ts'

/** Reminds approvers whose time is running out, and lets managers decide for those whose time is over. */
export const checkDeadlines = (turn: Turn, command: CommandOf<'checkDeadlines'>): void => {
  bySystem(turn.actor)
  const state = pending(turn)
  const due = deadlineSteps(state).filter(({ at }) => at <= turn.now)
  const involved = new Set(state.involved.map(({ userId }) => userId))
  const behind = {
    requestor: state.requestor,
    onBehalfSubmitter: null,
    barredUserIds: [...involved],
    ...unsettled(state.submittedAt, state.targetType),
  }
  for (const block of state.blocks) {
    const of = (kind: 'NUDGE' | 'ESCALATE') =>
      due.filter((step) => step.kind === kind && step.blockId === block.id).map(({ userId }) => userId)
    const late = of('ESCALATE')
    const nudged = of('NUDGE')
    if (nudged.length > 0) turn.emit({ type: 'block.nudged', blockId: block.id, userIds: nudged })
    const people = late.map((userId) => {
      const manager = command.managers[userId] ?? null
      // No one decides on their own request, or is chosen by who is behind it. Approvers decide for themselves.
      const mayDecide =
        manager &&
        !involved.has(manager.userId) &&
        !isOwnChoice(manager.userId, manager.setBy, behind) &&
        block.approvers.every((one) => one.userId !== manager.userId)
      const name = block.approvers.find((one) => one.userId === userId)?.name ?? ''
      return { userId, name, manager: mayDecide ? { userId: manager.userId, name: manager.name } : null }
    })
    if (people.length > 0) turn.emit({ type: 'block.escalated', blockId: block.id, people })
  }
}
