import { type ApproverSpec, resolveApprovers } from '../../../../schema/approvals/approvers.ts'
import type { CommandOf } from '../../../../schema/approvals/commands.ts'
import type { Quorum, RuleType } from '../../../../schema/approvals/definition.ts'
import { type ApprovalState, currentBlocks, isAwaited, isDecided } from '../../../../schema/approvals/model.ts'
import { capQuorum } from '../../../../schema/approvals/plan.ts'
import { isTask } from '../../../../schema/approvals/rule-kinds.ts'
import { alive, isOwnRequest, mayRemind, mayRoute, mayRouteRequest, mayWatch, openBlock, pending } from '../access.ts'
import { askedSince, factsOf, newBlock } from '../planned.ts'
import { refuse, settle, type Turn } from '../turn.ts'

/** Routing: reminders, assignees, other approvers, ad-hoc tasks, work status, watchers. */

export const remind = (turn: Turn, command: CommandOf<'remind'>): void => {
  const block = openBlock(turn, command.blockId)
  mayRemind(turn.state, turn.actor)
  if (!isAwaited(turn.state, block))
    refuse('RULE_BROKEN', 'EARLIER_LEVEL_OPEN', `It is not yet the turn of “${block.label}”.`)
  turn.emit({ type: 'block.reminded', blockId: block.id, note: command.note })
}

export const assign = (turn: Turn, command: CommandOf<'assign'>): void => {
  const { assignee, blockId } = command
  if (blockId === null) {
    const state = pending(turn)
    mayRouteRequest(state, turn.actor)
    if (state.assignee?.userId !== assignee?.userId) turn.emit({ type: 'request.assigned', assignee })
    return
  }
  const block = openBlock(turn, blockId)
  mayRoute(block, turn.actor)
  const { requestor, createdBy } = turn.state
  if (assignee && block.approverType !== 'REQUESTOR' && [requestor.userId, createdBy.userId].includes(assignee.userId))
    refuse('RULE_BROKEN', 'OWN_REQUEST', 'Requesters can’t be assigned to approve their own requests.')
  if (block.assignee?.userId === assignee?.userId) return
  const [asked = null] = assignee ? askedSince(block, [assignee], turn.now) : []
  turn.emit({ type: 'block.assigned', blockId, assignee: asked })
}

/** Approvers chosen by hand. They stand for people: nobody at all, or the requestor approving, is not a choice. */
const chosenApprovers = (
  turn: Turn,
  state: ApprovalState,
  spec: ApproverSpec & { quorum: Quorum },
  block: { label: string; ruleType: RuleType },
) => {
  if (spec.approverType === 'NO_APPROVERS')
    refuse('INVALID', 'WRONG_APPROVERS', 'Choose who approves. To continue without approval, bypass the step.')
  if (spec.approverType === 'REQUESTOR' && (!isTask(block.ruleType) || isOwnRequest(state, turn.actor)))
    refuse('RULE_BROKEN', 'OWN_REQUEST', 'Requesters can’t be chosen to approve their own requests.')
  const resolved = resolveApprovers(spec, factsOf(turn, state), block.label)
  if (resolved.problem) refuse('RULE_BROKEN', 'NOBODY_CAN_APPROVE', resolved.problem)
  const { approvers: found, note } = resolved
  const byHand = `chosen by ${turn.actor.name}`
  const approvers = found.map((one) => ({ ...one, via: one.via.replace('named in the workflow', byHand) }))
  return { approvers, approversNote: note, quorum: capQuorum(spec.quorum, approvers.length) }
}

export const replaceApprovers = (turn: Turn, command: CommandOf<'replaceApprovers'>): void => {
  const block = openBlock(turn, command.blockId)
  mayRoute(block, turn.actor)
  const { approverType } = command
  const chosen = chosenApprovers(turn, turn.state, command, block)
  const approvers = askedSince(block, chosen.approvers, turn.now)
  turn.emit({ type: 'block.approvers-replaced', blockId: block.id, approverType, ...chosen, approvers })
  settle(turn)
}

export const addTask = (turn: Turn, command: CommandOf<'addTask'>): void => {
  const state = pending(turn)
  const { actor } = turn
  mayRouteRequest(state, actor)
  const { label, ruleType, approverType, settings } = command
  const open = Math.min(
    ...currentBlocks(state)
      .filter((b) => !isDecided(b))
      .map((b) => b.level),
  )
  const level = command.level ?? open
  if (level < open)
    refuse('RULE_BROKEN', 'WRONG_LEVEL', 'That level is already done. Choose the open one or a later one.')
  const chosen = chosenApprovers(turn, state, command, command)
  const ordinals = currentBlocks(state)
    .filter((b) => b.level === level)
    .map((b) => b.ordinal)
  const planned = {
    ruleId: null,
    ruleType,
    label,
    ordinal: Math.max(-1, ...ordinals) + 1,
    reason: `Added by ${actor.name}`,
    approverType,
    watchers: [],
    settings,
    ...chosen,
  }
  const place = { targetId: state.targetId, run: state.run, level, subLevel: 0, parentId: null }
  const block = newBlock(planned, { ...place, serial: state.nextBlock, now: turn.now })
  const createdBy = { userId: actor.userId, name: actor.name }
  turn.emit({ type: 'blocks.added', how: 'AD_HOC', blocks: [{ ...block, createdBy }] })
  settle(turn)
}

export const setWorkStatus = (turn: Turn, command: CommandOf<'setWorkStatus'>): void => {
  const block = openBlock(turn, command.blockId)
  mayRoute(block, turn.actor)
  const { workStatus } = command
  if (block.workStatus !== workStatus) turn.emit({ type: 'block.work-status-set', blockId: block.id, workStatus })
}

/**
 * Who follows is no part of the approval, so it may change after the final status as well. Only what differs from the
 * list that was seen is changed: watchers whom somebody else has added or taken off meanwhile stay as they are.
 */
export const setWatchers = (turn: Turn, command: CommandOf<'setWatchers'>): void => {
  const state = alive(turn)
  mayWatch(state, turn.actor)
  const present = new Set(state.watchers.map(({ userId }) => userId))
  const seen = new Set(command.seenUserIds ?? present)
  const chosen = new Map(command.watchers.map((w) => [w.userId, w]))
  const kept = state.watchers.filter(({ userId }) => chosen.has(userId) || !seen.has(userId))
  const added = [...chosen.values()].filter(({ userId }) => !seen.has(userId) && !present.has(userId))
  const watchers = [...kept, ...added]
  turn.emit({ type: 'request.watchers-set', watchers, added: added.map(({ userId }) => userId) })
}
