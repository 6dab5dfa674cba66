import { resolveApprovers } from '../../../../schema/approvals/engine/approvers.ts'
import { type ApproverSpec, barredIn } from '../../../../schema/approvals/engine/choices/own-choices.ts'
import type { CommandOf } from '../../../../schema/approvals/engine/commands.ts'
import { keptFrom } from '../../../../schema/approvals/engine/duties.ts'
import type { PlanFacts } from '../../../../schema/approvals/engine/facts.ts'
import { type ApprovalState, type Block, currentBlocks, isDecided } from '../../../../schema/approvals/engine/model.ts'
import { capQuorum } from '../../../../schema/approvals/engine/plan.ts'
import type { Quorum, RuleType } from '../../../../schema/approvals/workflows/definition.ts'
import { isTask } from '../../../../schema/approvals/workflows/rule-kinds.ts'
import { filed, isOwnRequest, mayRoute, openBlock } from '../access.ts'
import { applyDuties } from '../duties.ts'
import { askedSince, type Barring, factsOf, identitiesOf, whoIn } from '../planned.ts'
import { quorumReached } from '../settle.ts'
import { refuse, type Turn } from '../turn.ts'
import { withoutBarred } from './reopen.ts'

/** Replaces the approvers of a block. This must neither decide a block nor help to decide it (invariant 6). */

interface Choice {
  /** What they are chosen for. */
  block: { label: string; ruleType: RuleType }
  /** Whether the person who chooses is barred from deciding. True when approvers are replaced. */
  barring: Barring
}

/** Approvers chosen manually: at least one person, and not the one who filed the request. */
export const chosenApprovers = (
  turn: Turn,
  state: ApprovalState,
  spec: ApproverSpec & { quorum: Quorum },
  { block, barring }: Choice,
) => {
  if (spec.approverType === 'NO_APPROVERS')
    refuse('INVALID', 'WRONG_APPROVERS', 'Choose who approves. To continue without approval, bypass the step.')
  if (spec.approverType === 'REQUESTOR' && (!isTask(block.ruleType) || isOwnRequest(state, turn.actor)))
    refuse('RULE_BROKEN', 'OWN_REQUEST', `Requesters can’t be chosen to approve their own ${turn.noun}s.`)
  const facts = factsOf(turn, state, { barring })
  if (spec.approverType === 'CUSTOM_APPROVERS') mayAllDecide(turn, spec.approverUserIds, facts)
  const resolved = resolveApprovers(spec, facts, block.label)
  if (resolved.problem) refuse('RULE_BROKEN', 'NOBODY_CAN_APPROVE', resolved.problem)
  const { approvers: found, note } = resolved
  const { quorum } = spec
  if (quorum.kind === 'AT_LEAST' && quorum.count > found.length)
    refuse(
      'RULE_BROKEN',
      'WRONG_APPROVERS',
      `${quorum.count} people have to approve, but only ${found.length} of those you chose can. Choose more people.`,
    )
  const byHand = `chosen by ${turn.actor.name}`
  const approvers = found.map((one) => ({ ...one, via: one.via.replace('named in the workflow', byHand) }))
  return { approvers, approversNote: note, quorum: capQuorum(quorum, approvers.length), facts }
}

/** People chosen by name must be able to decide. From a group, those who can are asked. */
const mayAllDecide = (turn: Turn, userIds: readonly string[], facts: PlanFacts): void => {
  const barred = barredIn(facts)
  const [first] = userIds.filter((id) => barred.has(id))
  if (first === undefined) return
  const message =
    first === turn.actor.userId || first === turn.actor.impersonatorUserId
      ? 'The person who changes a step’s approvers can’t approve it. Choose someone else.'
      : `${facts.organisation.people[first]?.name ?? 'Someone'} submitted or changed this ${turn.noun}, so they can’t approve it.`
  refuse('RULE_BROKEN', 'OWN_REQUEST', message, { fields: { approverUserIds: message } })
}

type Chosen = Pick<Block, 'approvers' | 'approversNote' | 'quorum'>

/** Without people who decided a step that this one has to be apart from. Refuses if one was chosen by name. */
const apart = (turn: Turn, block: Block, chosen: Chosen, namedIds: readonly string[]): Chosen => {
  if (block.approverType === 'REQUESTOR') return chosen
  const kept = keptFrom(currentBlocks(turn.state), block)
  const elsewhere = namedIds.map((userId) => kept.get(userId)).find((found) => found !== undefined)
  const approvers = chosen.approvers.filter(({ userId }) => !kept.has(userId))
  if (elsewhere || approvers.length === 0) {
    const message = elsewhere
      ? `${elsewhere.name} decided “${elsewhere.label}”, so they can’t decide “${block.label}”.`
      : `Everyone you chose decided an earlier step, so they can’t decide “${block.label}”. Choose someone else.`
    refuse('RULE_BROKEN', 'SEPARATE_DUTIES', message, { fields: { approverUserIds: message } })
  }
  return { ...chosen, approvers, quorum: capQuorum(chosen.quorum, approvers.length) }
}

/** How many people have to approve. */
const needed = (quorum: Quorum, people: number): number => {
  if (quorum.kind === 'ANY') return Math.min(1, people)
  return quorum.kind === 'ALL' ? people : Math.min(quorum.count, people)
}

const mayLower = ({ actor }: Turn): boolean => actor.isAdmin || actor.canBypass

/** As many as the workflow asks of the people it planned. For a block added by hand, as many as now. */
const neededOf = (state: ApprovalState, block: Block): number => {
  const rules = state.pinned.definitions.flatMap(({ definition }) => definition.levels.flatMap((level) => level.rules))
  const rule = rules.find(({ id }) => id === block.ruleId)
  return rule ? needed(rule.quorum, whoIn(block.basis).userIds.length) : needed(block.quorum, block.approvers.length)
}

const isNewHere = ({ approvers }: Block, id: string): boolean => approvers.every(({ userId }) => userId !== id)

export const replaceApprovers = (turn: Turn, command: CommandOf<'replaceApprovers'>): void => {
  const { state, actor } = turn
  const block = openBlock(turn, command.blockId)
  mayRoute(state, block, actor)
  const { approverType, isHandOver = false } = command
  if (!isHandOver && filed(state, actor))
    refuse('FORBIDDEN', 'OWN_REQUEST', `You can’t choose who approves a ${turn.noun} you submitted.`)
  const { facts, ...found } = chosenApprovers(turn, state, command, { block, barring: !isHandOver && 'CHOOSES' })
  const chosen = isHandOver ? found : apart(turn, block, found, command.approverUserIds)
  const { label } = block
  if (!isHandOver && !mayLower(turn)) {
    const before = neededOf(state, block)
    if (needed(chosen.quorum, chosen.approvers.length) < before)
      refuse(
        'FORBIDDEN',
        'WRONG_APPROVERS',
        `“${label}” needs ${before === 1 ? '1 approval' : `${before} approvals`}. Fewer take approval-bypass access.`,
      )
  }
  if (block.ruleType === 'APPROVAL' && quorumReached({ ...block, ...chosen }))
    refuse(
      'RULE_BROKEN',
      'WRONG_APPROVERS',
      `With these approvers, “${label}” would be approved immediately. Choose someone who hasn’t approved it yet.`,
    )
  const approvers = askedSince(block, chosen.approvers, turn.now).map((one) =>
    isHandOver && isNewHere(block, one.userId) && identitiesOf(actor).includes(one.userId)
      ? { ...one, chose: true as const }
      : one,
  )
  turn.emit({
    type: 'block.approvers-replaced',
    blockId: block.id,
    approverType,
    ...chosen,
    approvers,
    ...(isHandOver && { isConsequence: true as const }),
  })
  // Someone who no longer decides must not keep the task by being assigned to it.
  const isGone = (userId: string) =>
    block.approvers.some((one) => one.userId === userId) && !approvers.some((one) => one.userId === userId)
  if (block.assignee && isGone(block.assignee.userId))
    turn.emit({ type: 'block.assigned', blockId: block.id, assignee: null })
  if (!isHandOver) leaveOthers(turn, block.id, facts)
  applyDuties(turn)
}

/** The person who chose approvers can't decide other steps either, so those must be decidable without them. */
const leaveOthers = (turn: Turn, chosenBlockId: string, facts: PlanFacts): void => {
  for (const block of currentBlocks(turn.state)) {
    if (block.id === chosenBlockId || isDecided(block) || block.closedAt !== null) continue
    const rest = withoutBarred(block, facts, turn.now)
    if (!rest) continue
    const isHanded = rest.approvers.every(({ userId }) => block.approvers.every((one) => one.userId !== userId))
    const isLess = isHanded || needed(rest.quorum, rest.approvers.length) < needed(block.quorum, block.approvers.length)
    if (isLess && !mayLower(turn))
      refuse(
        'RULE_BROKEN',
        'WRONG_APPROVERS',
        `You have to approve “${block.label}”, and the person who chooses approvers can’t approve. Ask an admin to change them.`,
      )
    if (block.ruleType === 'APPROVAL' && quorumReached({ ...block, ...rest }))
      refuse('RULE_BROKEN', 'WRONG_APPROVERS', `Without you, “${block.label}” would be approved immediately.`)
    const { approverType, approvers, approversNote, quorum } = rest
    turn.emit({
      type: 'block.approvers-replaced',
      blockId: block.id,
      approverType,
      approvers,
      approversNote,
      quorum,
      isConsequence: true,
    })
  }
}
