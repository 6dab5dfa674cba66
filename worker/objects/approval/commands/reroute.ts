import type { CommandOf } from '../../../../schema/approvals/engine/commands.ts'
import type { MovedBlock, NewBlock } from '../../../../schema/approvals/engine/events.ts'
import { type ApprovalState, type Block, currentBlocks, isDecided } from '../../../../schema/approvals/engine/model.ts'
import type { Plan, PlanBlock, WorkflowSnapshot } from '../../../../schema/approvals/engine/plan.ts'
import { hasSay } from '../../../../schema/approvals/engine/restarting.ts'
import type { WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import { isAutomatic, isTask } from '../../../../schema/approvals/workflows/rule-kinds.ts'
import { canonicalJson } from '../../../core/hash.ts'
import { pending } from '../access.ts'
import { earlierDecisionsOf } from '../apply-blocks.ts'
import {
  askedSince,
  basisOf,
  exchangeFor,
  factsOf,
  labelsOf,
  newBlock,
  planningOf,
  planOrRefuse,
  toldChoosers,
  toldExchange,
} from '../planned.ts'
import { settle } from '../settle.ts'
import { refuse, type Turn } from '../turn.ts'
import { reopeningOf } from './reopen.ts'

/**
 * Moves a run to the definitions as they are now, or plans it again with the ones it started with, because a matrix has
 * changed. Steps that are the same keep their decisions, wherever they are now.
 */

const rulesOf = (definitions: readonly WorkflowSnapshot[]): Map<string, { rule: WorkflowRule; level: number }> =>
  new Map(
    definitions.flatMap(({ definition }) =>
      definition.levels.flatMap(({ number, rules }) =>
        rules.map((rule): [string, { rule: WorkflowRule; level: number }] => [rule.id, { rule, level: number }]),
      ),
    ),
  )

const newVersions = (before: readonly WorkflowSnapshot[], after: readonly WorkflowSnapshot[]) => {
  const known = new Set(before.map(({ id, version }) => `${id} ${version}`))
  return after
    .filter(({ id, version }) => !known.has(`${id} ${version}`))
    .map(({ label, version }) => ({ label, version }))
}

interface Moving {
  state: ApprovalState
  /** By rule, as planned now. */
  planned: ReadonlyMap<string, PlanBlock & { level: number }>
  before: ReturnType<typeof rulesOf>
  after: ReturnType<typeof rulesOf>
}

/** A step that works in another way is another step. */
const isOther = (block: Block, { before, after, planned }: Moving): boolean => {
  if (block.ruleId === null) return false
  if (!planned.has(block.ruleId)) return true
  return before.get(block.ruleId)?.rule.type !== after.get(block.ruleId)?.rule.type
}

/** How many must approve, or who is left out, is part of what was decided. */
const asksOtherwise = ({ ruleId }: Block, { before, after }: Moving): boolean => {
  const [was, is] = [before.get(ruleId ?? '')?.rule, after.get(ruleId ?? '')?.rule]
  const partOf = (rule: WorkflowRule | undefined) =>
    canonicalJson([rule?.quorum ?? null, rule?.excludesEarlierDeciders === true])
  return partOf(was) !== partOf(is)
}

/** Where the step is now. One that a task added, or put at the end, stays where it is. */
const movedTo = (block: Block, { planned, before }: Moving): MovedBlock | null => {
  const plan = planned.get(block.ruleId ?? '')
  if (!plan) return null
  const stays = block.parentId !== null || before.get(plan.ruleId)?.level !== block.level
  const moved: MovedBlock = {
    blockId: block.id,
    level: stays ? block.level : plan.level,
    ordinal: stays ? block.ordinal : plan.ordinal,
    label: plan.label,
    reason: plan.reason,
    watchers: plan.watchers,
    settings: plan.settings,
    excludesEarlierDeciders: plan.excludesEarlierDeciders === true,
  }
  const { level, ordinal, label, reason, watchers, settings } = block
  const isSame =
    canonicalJson({ level, ordinal, label, reason, watchers, settings }) ===
      canonicalJson({ ...moved, blockId: undefined, excludesEarlierDeciders: undefined }) &&
    (block.excludesEarlierDeciders === true) === moved.excludesEarlierDeciders
  return isSame ? null : moved
}

const asMoved = (block: Block, moved: MovedBlock | undefined): Block => {
  if (!moved) return block
  const { blockId: _, excludesEarlierDeciders, ...rest } = moved
  return { ...block, ...rest, ...(excludesEarlierDeciders && { excludesEarlierDeciders: true as const }) }
}

/** Their work is done, or can't be taken back, so no change of people undoes it. */
const isDoneWork = (block: Block): boolean => isTask(block.ruleType) && block.status !== 'PENDING'

const addedBlocks = (
  turn: Turn,
  moving: Moving,
  plan: Plan,
  gone: readonly Block[],
  known: ReadonlySet<string | null>,
) => {
  const { state } = moving
  const earlier = new Map(gone.map((block) => [block.ruleId, earlierDecisionsOf(block, state.version)]))
  let serial = state.nextBlock
  return plan.levels.flatMap((level) =>
    level.blocks
      .filter(({ ruleId }) => !known.has(ruleId))
      .map((planned): NewBlock => {
        const place = { targetId: state.targetId, run: state.run, level: level.number, subLevel: 0, parentId: null }
        const block = newBlock(planned, { ...place, serial: serial++, now: turn.now })
        const said = earlier.get(planned.ruleId) ?? []
        return said.length > 0 ? { ...block, earlierDecisions: said } : block
      }),
  )
}

const withDescendants = (blocks: readonly Block[], gone: readonly Block[]): Block[] => {
  const ids = new Set(gone.map(({ id }) => id))
  for (let before = -1; before !== ids.size; ) {
    before = ids.size
    for (const block of blocks) if (block.parentId && ids.has(block.parentId)) ids.add(block.id)
  }
  return blocks.filter(({ id }) => ids.has(id))
}

export const reroute = (turn: Turn, command: CommandOf<'reroute'>): void => {
  const state = pending(turn)
  const planning = planningOf(turn)
  if (!turn.actor.mayReroute) refuse('FORBIDDEN', 'NOT_ALLOWED', 'Only admins can move requests in progress.')
  if (command.seenSequence !== undefined && command.seenSequence !== state.sequence)
    refuse('CONFLICT', 'CHANGED_SINCE', `The ${turn.noun} was changed since. Look at the difference again.`)
  const definitions = command.definitions === 'PINNED' ? state.pinned.definitions : planning.definitions
  if (!definitions) return void refuse('INTERNAL', 'PLANNING_MISSING', 'The approvals couldn’t be planned.')
  const exchange = exchangeFor(turn, state, 'SAME')
  const facts = factsOf(turn, state, { exchange, barring: 'CHOOSES' })
  const blocks = currentBlocks(state)
  // Who could decide a step again doesn't matter while its decision stays.
  const isSettled = (ruleId: string): boolean => blocks.some((block) => block.ruleId === ruleId && isDecided(block))
  const plan = planOrRefuse(definitions, facts, (ruleId) => !isSettled(ruleId))
  const planned = new Map(
    plan.levels.flatMap(({ number, blocks }) => blocks.map((b) => [b.ruleId, { ...b, level: number }])),
  )
  const moving: Moving = { state, planned, before: rulesOf(state.pinned.definitions), after: rulesOf(definitions) }

  const gone = withDescendants(
    blocks,
    blocks.filter((block) => isOther(block, moving)),
  )
  const running = gone.find(({ automatic }) => automatic?.state === 'RUNNING')
  if (running) refuse('CONFLICT', 'TASK_RUNNING', `“${running.label}” is running. Wait until it has finished.`)
  const stays = blocks.filter((block) => !gone.includes(block))
  const moved = stays.flatMap((block) => movedTo(block, moving) ?? [])
  const byBlock = new Map(moved.map((one) => [one.blockId, one]))
  const kept = stays.map((block) => asMoved(block, byBlock.get(block.id)))
  const added = addedBlocks(turn, moving, plan, gone, new Set(kept.map(({ ruleId }) => ruleId)))
  const isFixed = (block: Block) => isDoneWork(block) || isAutomatic(block.ruleType)
  const planOf = (block: Block) => (isFixed(block) ? undefined : planned.get(block.ruleId ?? ''))
  const changing = { facts, restarts: false, keepAllDecisions: false, now: turn.now }
  const reopening = reopeningOf(kept, planOf, added, changing)
  const replanned = new Map(reopening.replanned.map((one) => [one.blockId, one]))
  const reopened = new Set(reopening.reopenedIds)
  for (const block of kept) {
    const plan = planOf(block)
    if (!plan || !asksOtherwise(block, moving)) continue
    const { reason, approverType, approversNote, watchers, quorum } = plan
    const approvers = askedSince(block, plan.approvers, turn.now)
    const isUndone = hasSay(block)
    const people = { approverType, approvers, approversNote, watchers, quorum }
    replanned.set(block.id, { blockId: block.id, reason, basis: basisOf(plan), reopened: isUndone, ...people })
    if (isUndone) reopened.add(block.id)
  }
  const stuck = plan.problems.find(({ ruleId }) =>
    kept.some((block) => block.ruleId === ruleId && reopened.has(block.id)),
  )
  if (stuck) refuse('RULE_BROKEN', 'NOBODY_CAN_APPROVE', stuck.message)
  const isNothing = gone.length + moved.length + added.length + replanned.size === 0
  const sameDefinitions = canonicalJson(definitions) === canonicalJson(state.pinned.definitions)
  if (isNothing && sameDefinitions) return
  turn.emit({
    type: 'request.rerouted',
    definitions,
    newVersions: newVersions(state.pinned.definitions, definitions),
    ...toldExchange(state, exchange),
    moved,
    added,
    removedIds: gone.map(({ id }) => id),
    skipped: plan.skipped,
    labels: labelsOf(turn),
    replanned: [...replanned.values()],
    reopenedIds: [...reopened],
    ...toldChoosers(turn, state),
    waitingAgainIds: waitingAgainIn(kept, reopened, added, reopening.waitingAgainIds),
  })
  settle(turn)
}

/** Steps whose turn is over because others now come before them. */
const waitingAgainIn = (
  kept: readonly Block[],
  reopened: ReadonlySet<string>,
  added: readonly NewBlock[],
  known: readonly string[],
): string[] => {
  const open = [...kept.filter(({ id, status }) => status === 'PENDING' || reopened.has(id)), ...added]
  const first = Math.min(...open.map(({ level }) => level))
  const waits = kept.filter(
    ({ id, level, status, openedAt }) =>
      status === 'PENDING' && openedAt !== null && !reopened.has(id) && level > first,
  )
  return [...new Set([...known, ...waits.map(({ id }) => id)])]
}
