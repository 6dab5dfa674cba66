import type { Approver } from '../../../schema/approvals/engine/approvers.ts'
import type { ApprovalActor } from '../../../schema/approvals/engine/commands.ts'
import { keptFrom } from '../../../schema/approvals/engine/duties.ts'
import {
  type ApprovalState,
  type Block,
  type BlockPeople,
  currentBlocks,
  isDecided,
  type KeptOut,
} from '../../../schema/approvals/engine/model.ts'
import { meetQuorum } from '../../../schema/approvals/engine/plan.ts'
import { askedSince } from './planned.ts'
import { refuse, type Turn } from './turn.ts'

/** Duties across steps (schema/approvals/engine/duties.ts): who is left out of a step, and who decides it then. */

/** The person who acts, or for whom they act, decided a step that this one has to be apart from. */
export const keptOut = (state: ApprovalState, block: Block, actor: ApprovalActor): KeptOut | undefined => {
  if (actor.kind !== 'USER' || block.approverType === 'REQUESTOR') return
  const kept = keptFrom(currentBlocks(state), block)
  return kept.get(actor.userId) ?? (actor.impersonatorUserId ? kept.get(actor.impersonatorUserId) : undefined)
}

export const refuseKeptOut = (block: Block, { label }: KeptOut): never =>
  refuse('FORBIDDEN', 'SEPARATE_DUTIES', `You decided “${label}”. Someone else has to decide “${block.label}”.`)

const peopleOf = ({ approverType, approvers, approversNote, quorum }: Block): BlockPeople => ({
  approverType,
  approvers,
  approversNote,
  quorum,
})

const heardOn = (block: Block): Set<string> =>
  new Set(block.decisions.map((decision) => (decision.onBehalfOf ?? decision).userId))

/** Admins who can decide in place of people who are kept out. */
const otherAdmins = (turn: Turn, block: Block, kept: ReadonlyMap<string, KeptOut>): Approver[] => {
  const { organisation } = turn.planning ?? refuse('INTERNAL', 'PLANNING_MISSING', 'The approvals couldn’t be planned.')
  const involved = new Set(turn.state.involved.map(({ userId }) => userId))
  const heard = heardOn(block)
  return organisation.admins.flatMap((userId): Approver[] => {
    const person = organisation.people[userId]
    const mayNot = !person || person.disabled || involved.has(userId) || kept.has(userId) || heard.has(userId)
    return mayNot ? [] : [{ userId, name: person.name, via: 'admin' }]
  })
}

/** The same in place of everyone. Refuses if there is none. */
const admins = (turn: Turn, block: Block, kept: ReadonlyMap<string, KeptOut>): Approver[] => {
  const found = otherAdmins(turn, block, kept)
  if (found.length === 0)
    refuse(
      'RULE_BROKEN',
      'NOBODY_CAN_APPROVE',
      `Then no one could decide “${block.label}”: people who decided an earlier step can’t, and no other admin is available. Ask an admin to change its approvers first.`,
    )
  return found
}

/** Who is asked without those who are kept out. */
const without = (turn: Turn, block: Block, planned: BlockPeople, kept: ReadonlyMap<string, KeptOut>): BlockPeople => {
  const heard = heardOn(block)
  const rest = planned.approvers.filter(({ userId }) => !kept.has(userId) || heard.has(userId))
  // Fewer people must not complete a step that some of them have approved.
  if (rest.some(({ userId }) => !heard.has(userId))) {
    const before = { approvers: rest, note: planned.approversNote }
    const { approvers, note, quorum } = meetQuorum(planned.quorum, before, () => otherAdmins(turn, block, kept))
    return { ...planned, approvers, approversNote: note, quorum }
  }
  const approved = new Set(block.decisions.map(({ userId }) => userId)).size
  return {
    approverType: 'CUSTOM_APPROVERS',
    approvers: [...rest, ...admins(turn, block, kept)],
    approversNote: 'Goes to admins: everyone who could approve decided an earlier step',
    quorum: approved === 0 ? { kind: 'ANY' } : { kind: 'AT_LEAST', count: approved + 1 },
  }
}

/** Who would be asked without the rule, apart from people who may no longer decide at all. */
const plannedFor = ({ state }: Turn, block: Block): BlockPeople => {
  const planned = block.duties?.planned
  if (!planned) return peopleOf(block)
  const involved = new Set(state.involved.map(({ userId }) => userId))
  const approvers = planned.approvers.filter(({ userId }) => !involved.has(userId))
  return approvers.length > 0 ? { ...planned, approvers } : peopleOf(block)
}

/** Leaves out of every open step who may not decide it anymore, and brings back who may again. */
export const applyDuties = (turn: Turn): void => {
  const blocks = currentBlocks(turn.state)
  if (!blocks.some(({ excludesEarlierDeciders }) => excludesEarlierDeciders)) return
  for (const block of blocks) {
    if (isDecided(block) || block.closedAt !== null || block.approverType === 'REQUESTOR') continue
    const planned = plannedFor(turn, block)
    const kept = keptFrom(blocks, block)
    const heard = heardOn(block)
    const out = planned.approvers.flatMap(({ userId }) => {
      const found = heard.has(userId) ? undefined : kept.get(userId)
      return found ? [found] : []
    })
    const idsOf = (people: readonly { userId: string }[]) => people.map(({ userId }) => userId).join()
    if (idsOf(out) === idsOf(block.duties?.keptOut ?? [])) continue
    const people = out.length === 0 ? planned : without(turn, block, planned, kept)
    turn.emit({
      type: 'block.duties-applied',
      blockId: block.id,
      keptOut: out,
      ...people,
      approvers: askedSince(block, people.approvers, turn.now),
      planned,
    })
  }
}
