import type { CommandOf } from '../../../../schema/approvals/engine/commands.ts'
import { sentBackBlocks } from '../../../../schema/approvals/engine/model.ts'
import { isTask } from '../../../../schema/approvals/workflows/rule-kinds.ts'
import { inPerson, inTurn, openBlock, representedBy, sawContent } from '../access.ts'
import { exchangeFor, settingOf } from '../planned.ts'
import { subjectOf } from '../subject.ts'
import { refuse, type Turn } from '../turn.ts'
import { changeContent } from './edit.ts'

/**
 * An approver takes something from what is asked for, and decides on what is left. Less than was approved is no reason to
 * ask again, but the rules may ask other people now.
 */
export const reduce = (turn: Turn, { blockId, seenVersion, note, given }: CommandOf<'reduce'>): void => {
  const block = openBlock(turn, blockId)
  const { state, actor, now } = turn
  representedBy(state, block, actor)
  inPerson(actor)
  if (isTask(block.ruleType))
    refuse('INVALID', 'NOT_AN_APPROVAL', `“${block.label}” is a task: only approvers can reduce or reject lines.`)
  if (sentBackBlocks(state).length > 0)
    refuse('CONFLICT', 'SENT_BACK', `The ${turn.noun} was sent back and is waiting for its requester.`)
  sawContent(state, seenVersion)
  inTurn(state, block)
  const subject = subjectOf(state)
  const exchange = exchangeFor(turn, state, 'SAME')
  const setting = settingOf(turn, state, exchange)
  const who = { by: { userId: actor.userId, name: actor.name }, at: now }
  const content =
    subject.reduced?.(state.content, given, who, setting) ??
    refuse('INVALID', 'INVALID_COMMAND', `A ${subject.noun} can only be approved or rejected as a whole.`)
  const changes = subject.changes(state.content, content, setting)
  const reduction = { blockId, note }
  changeContent(turn, state, {
    ...{ content, changes, exchange, reduction },
    restarts: false,
    keepAllDecisions: false,
    barring: false,
  })
}
