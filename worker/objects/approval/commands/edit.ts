import type { CommandOf } from '../../../../schema/approvals/engine/commands.ts'
import type { NewBlock } from '../../../../schema/approvals/engine/events.ts'
import {
  type ApprovalState,
  type Block,
  type ContentChange,
  currentBlocks,
  sentBackBlocks,
} from '../../../../schema/approvals/engine/model.ts'
import type { Plan } from '../../../../schema/approvals/engine/plan.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import { isRequestor, pending, sawContent } from '../access.ts'
import {
  exchangeFor,
  factsOf,
  labelsOf,
  newBlock,
  partsOf,
  planningOf,
  planOrRefuse,
  readContent,
  settingOf,
  toldExchange,
} from '../planned.ts'
import { settle } from '../settle.ts'
import { subjectOf } from '../subject.ts'
import { refuse, type Turn } from '../turn.ts'
import { reopeningOf } from './reopen.ts'
import { endSendBack } from './send-back.ts'

/** Editing a pending request. Decisions are asked for again, unless the change is a minor one. */

const mayEdit = (turn: Turn, state: ApprovalState, keepAllDecisions: boolean): void => {
  const { actor } = turn
  const flags = planningOf(turn).editing
  if (!actor.isAdmin && flags?.restrictedToAdmins)
    refuse('FORBIDDEN', 'NOT_ALLOWED', `Only admins can edit ${turn.noun}s.`)
  if (!actor.isAdmin && !isRequestor(state, actor))
    refuse('FORBIDDEN', 'NOT_ALLOWED', `Only the requester and admins can edit this ${turn.noun}.`)
  if (keepAllDecisions && !(flags?.withApprovalBypass && (actor.isAdmin || actor.canBypass)))
    refuse('FORBIDDEN', 'NOT_ALLOWED', 'You need approval-bypass access to keep all decisions.')
}

/** Includes all sub-levels below, because removing a block removes its sub-levels. */
const withDescendants = (blocks: readonly Block[], ids: Set<string>): Set<string> => {
  const all = new Set(ids)
  for (let before = -1; before !== all.size; ) {
    before = all.size
    for (const block of blocks) if (block.parentId && all.has(block.parentId)) all.add(block.id)
  }
  return all
}

const addedBlocks = (turn: Turn, state: ApprovalState, plan: Plan, known: Set<string | null>): NewBlock[] => {
  let serial = state.nextBlock
  return plan.levels.flatMap((level) =>
    level.blocks
      .filter((planned) => !known.has(planned.ruleId))
      .map((planned) =>
        newBlock(planned, {
          targetId: state.targetId,
          run: state.run,
          level: level.number,
          subLevel: 0,
          parentId: null,
          serial: serial++,
          now: turn.now,
        }),
      ),
  )
}

interface Changed {
  content: unknown
  changes: ContentChange[]
  exchange: Exchange | undefined
  /** Whether the changes undo decisions. */
  restarts: boolean
  keepAllDecisions: boolean
  /** Whether the person may no longer decide after this. */
  barring: boolean
  reduction?: { blockId: string; note: string }
  documents?: { id: string; name: string }[]
}

/** Plans the changed content again, with the decisions that it leaves. */
export const changeContent = (turn: Turn, state: ApprovalState, changed: Changed): void => {
  const { content, changes, exchange, restarts, keepAllDecisions, barring, reduction, documents } = changed
  const facts = factsOf(turn, state, { content, exchange, barring })
  const plan = planOrRefuse(state.pinned.definitions, facts)
  const planned = new Map(plan.levels.flatMap((level) => level.blocks).map((b) => [b.ruleId, b]))
  const blocks = currentBlocks(state)
  const gone = blocks.filter((b) => b.ruleId !== null && !planned.has(b.ruleId)).map((b) => b.id)
  const removed = withDescendants(blocks, new Set(gone))
  const kept = blocks.filter((b) => !removed.has(b.id))
  const added = addedBlocks(turn, state, plan, new Set(kept.map((b) => b.ruleId)))
  const reopening = reopeningOf(kept, (block) => planned.get(block.ruleId ?? ''), added, {
    facts,
    restarts,
    keepAllDecisions,
    now: turn.now,
  })
  turn.emit({
    type: 'request.edited',
    version: state.version + 1,
    content: partsOf(content),
    ...toldExchange(state, exchange),
    changes,
    keptAllDecisions: keepAllDecisions,
    ...(reduction && { reduction }),
    ...(documents && { documents }),
    ...reopening,
    added,
    removedIds: [...removed],
    skipped: plan.skipped,
    labels: labelsOf(turn),
  })
  settle(turn)
}

export const edit = (turn: Turn, command: CommandOf<'edit'>): void => {
  const state = pending(turn)
  const { keepAllDecisions } = command
  mayEdit(turn, state, keepAllDecisions)
  sawContent(state, command.seenVersion)
  const subject = subjectOf(state)
  const exchange = exchangeFor(turn, state, 'SAME')
  const setting = settingOf(turn, state, exchange)
  const before = state.content
  const content = subject.edited(before, readContent(subject, command.content), setting)
  const changes = subject.changes(before, content, setting)
  if (changes.length === 0 && subject.isSame(before, content)) return
  const restarts = subject.restarting(changes, setting).length > 0
  // The edit answers everyone who sent it back.
  endSendBack(turn, 'EDITED', sentBackBlocks(state))
  changeContent(turn, turn.state, { content, changes, exchange, restarts, keepAllDecisions, barring: true })
}
