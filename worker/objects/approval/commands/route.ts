import type { CommandOf } from '../../../../schema/approvals/engine/commands.ts'
import { currentBlocks, isAwaited, isDecided, sentBackBlocks } from '../../../../schema/approvals/engine/model.ts'
import { alive, mayRemind, mayRoute, mayRouteRequest, mayWatch, openBlock, pending } from '../access.ts'
import { askedSince, newBlock } from '../planned.ts'
import { settle } from '../settle.ts'
import { refuse, type Turn } from '../turn.ts'
import { chosenApprovers } from './approvers.ts'

/** Routing: reminders, assignees, ad-hoc tasks, work status and watchers. */

export const remind = (turn: Turn, command: CommandOf<'remind'>): void => {
  const block = openBlock(turn, command.blockId)
  mayRemind(turn.state, turn.actor)
  if (sentBackBlocks(turn.state).length > 0 && block.approverType !== 'REQUESTOR')
    refuse('CONFLICT', 'SENT_BACK', `The ${turn.noun} was sent back and is waiting for its requester.`)
  if (!isAwaited(turn.state, block)) refuse('RULE_BROKEN', 'EARLIER_LEVEL_OPEN', `“${block.label}” hasn’t opened yet.`)
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
  mayRoute(turn.state, block, turn.actor)
  const { involved } = turn.state
  if (assignee && block.approverType !== 'REQUESTOR' && involved.some(({ userId }) => userId === assignee.userId))
    refuse(
      'RULE_BROKEN',
      'OWN_REQUEST',
      `${assignee.name} submitted or changed this ${turn.noun}, so they can’t decide on it.`,
    )
  if (block.assignee?.userId === assignee?.userId) return
  const [asked = null] = assignee ? askedSince(block, [assignee], turn.now) : []
  turn.emit({ type: 'block.assigned', blockId, assignee: asked })
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
  const chosen = chosenApprovers(turn, state, command, { block: command, barring: false })
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
    approvers: chosen.approvers,
    approversNote: chosen.approversNote,
    quorum: chosen.quorum,
  }
  const place = { targetId: state.targetId, run: state.run, level, subLevel: 0, parentId: null }
  const block = newBlock(planned, { ...place, serial: state.nextBlock, now: turn.now })
  const createdBy = { userId: actor.userId, name: actor.name }
  turn.emit({ type: 'blocks.added', how: 'AD_HOC', blocks: [{ ...block, createdBy }] })
  settle(turn)
}

export const setWorkStatus = (turn: Turn, command: CommandOf<'setWorkStatus'>): void => {
  const block = openBlock(turn, command.blockId)
  mayRoute(turn.state, block, turn.actor)
  const { workStatus } = command
  if (block.workStatus !== workStatus) turn.emit({ type: 'block.work-status-set', blockId: block.id, workStatus })
}

/**
 * Watching isn't part of the approval, so it can change after the final status too. Only differences from the list the
 * person saw are applied, so watchers that someone else added or removed meanwhile stay as they are.
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
