import { adminsIn, resolveApprovers } from '../../../../schema/approvals/engine/approvers.ts'
import { barredIn } from '../../../../schema/approvals/engine/choices/own-choices.ts'
import type { NewBlock, ReplannedBlock } from '../../../../schema/approvals/engine/events.ts'
import type { PlanFacts } from '../../../../schema/approvals/engine/facts.ts'
import { type Block, isDecided, turnsOf } from '../../../../schema/approvals/engine/model.ts'
import { capQuorum, meetQuorum, type PlanBlock } from '../../../../schema/approvals/engine/plan.ts'
import { hasSay } from '../../../../schema/approvals/engine/restarting.ts'
import { askedSince, basisOf, whoIn } from '../planned.ts'
import { refuse } from '../turn.ts'

/** Which blocks a change of the answers undoes, and who is asked then. */

export interface Reopening {
  replanned: ReplannedBlock[]
  reopenedIds: string[]
  keptIds: string[]
  waitingAgainIds: string[]
}

interface Changing {
  facts: PlanFacts
  /** Whether any of the changes restarts approvals. */
  restarts: boolean
  keepAllDecisions: boolean
  now: number
}

type People = Pick<ReplannedBlock, 'approverType' | 'approvers' | 'approversNote' | 'watchers' | 'quorum'>

const peopleOf = ({ approverType, approvers, approversNote, watchers, quorum }: Block): People => ({
  approverType,
  approvers,
  approversNote,
  watchers,
  quorum,
})

/** Whether different people would be asked than planned, apart from those who may no longer decide. */
const asksOthers = (block: Block, planned: PlanBlock, barred: ReadonlySet<string | undefined>): boolean => {
  const wanted = (basis: string): string => {
    const { approverType, userIds } = whoIn(basis)
    return [approverType, ...userIds.filter((id) => !barred.has(id))].join()
  }
  return wanted(block.basis) !== wanted(basisOf(planned))
}

const changeOf = (
  block: Block,
  planned: PlanBlock | undefined,
  { facts, restarts, keepAllDecisions, now }: Changing,
): { replanned: ReplannedBlock | null; reopened: boolean; kept: boolean } => {
  const said = hasSay(block)
  const isNew = planned !== undefined && basisOf(planned) !== block.basis
  const undoes = said && (restarts || (isNew && asksOthers(block, planned, barredIn(facts))))
  const reopened = undoes && !keepAllDecisions
  const kept = undoes && keepAllDecisions
  if (!isNew) return { replanned: null, reopened, kept }
  const { reason, approverType, approvers, approversNote, watchers, quorum } = planned
  // A kept block keeps its people, because the deciders must not change under a decision.
  const people: People =
    said && !reopened
      ? peopleOf(block)
      : { approverType, approvers: askedSince(block, approvers, now), approversNote, watchers, quorum }
  return { replanned: { blockId: block.id, reason, basis: basisOf(planned), reopened, ...people }, reopened, kept }
}

/**
 * An open block without the people who may no longer decide, or null if it has none. People who have already decided
 * stay.
 */
export const withoutBarred = (block: Block, facts: PlanFacts, now: number): People | null => {
  const barred = barredIn(facts)
  const heard = new Set(block.decisions.map((decision) => (decision.onBehalfOf ?? decision).userId))
  const rest = block.approvers.filter(({ userId }) => !barred.has(userId) || heard.has(userId))
  if (block.approverType === 'REQUESTOR' || rest.length === block.approvers.length) return null
  if (rest.some(({ userId }) => !heard.has(userId))) {
    const asked = meetQuorum(block.quorum, { approvers: rest, note: block.approversNote }, () => adminsIn(facts))
    const { note: approversNote, quorum } = asked
    return { ...peopleOf(block), approvers: askedSince(block, asked.approvers, now), approversNote, quorum }
  }
  const { approvers, approversNote, problem } = fallback(block, facts)
  if (problem) refuse('RULE_BROKEN', 'NOBODY_CAN_APPROVE', problem)
  return {
    ...peopleOf(block),
    approverType: 'CUSTOM_APPROVERS',
    approvers: askedSince(block, approvers, now),
    approversNote,
    quorum: capQuorum(block.quorum, approvers.length),
  }
}

const fallback = ({ label, approvers }: Block, facts: PlanFacts) => {
  const spec = {
    approverType: 'CUSTOM_APPROVERS' as const,
    approverGroupIds: [],
    approverUserIds: approvers.map(({ userId }) => userId),
    approverMatrixId: null,
    approverMatrixColumnId: null,
  }
  const { approvers: found, note, problem } = resolveApprovers(spec, facts, label)
  return { approvers: found, approversNote: note, problem }
}

/** Open blocks that must wait again because earlier ones reopen or are added. */
const waitingAgain = (blocks: readonly Block[], reopened: ReadonlySet<string>, added: NewBlock[]): string[] => {
  const after: Block[] = [
    ...blocks.map((b): Block => (reopened.has(b.id) ? { ...b, status: 'PENDING' } : b)),
    ...added.map((b) => ({ ...b, sequence: 0 })),
  ]
  const isTurn = turnsOf(after)
  return after.filter((b) => !isDecided(b) && b.openedAt !== null && !reopened.has(b.id) && !isTurn(b)).map((b) => b.id)
}

/**
 * How a change of the answers affects the blocks that stay.
 * @param planOf how a block would be planned now; undefined keeps its reason and people
 * @param added new blocks
 */
export const reopeningOf = (
  blocks: readonly Block[],
  planOf: (block: Block) => PlanBlock | undefined,
  added: NewBlock[],
  changing: Changing,
): Reopening => {
  const replanned = new Map<string, ReplannedBlock>()
  const reopened = new Set<string>()
  const keptIds: string[] = []
  for (const block of blocks) {
    const change = changeOf(block, planOf(block), changing)
    if (change.replanned) replanned.set(block.id, change.replanned)
    if (change.reopened) reopened.add(block.id)
    if (change.kept) keptIds.push(block.id)
    if (isDecided(block) && !change.reopened) continue
    const said = change.reopened ? { ...block, decisions: [] } : block
    const asked = change.replanned ? { ...said, ...change.replanned } : said
    const people = withoutBarred(asked, changing.facts, changing.now)
    if (!people) continue
    // Fewer approvers can lower the quorum, which would decide the block, so it is asked again.
    const isUndone = hasSay(block)
    if (isUndone) reopened.add(block.id)
    const { reason, basis } = asked
    replanned.set(block.id, { blockId: block.id, reason, basis, reopened: isUndone, ...people })
  }
  return {
    replanned: [...replanned.values()],
    reopenedIds: [...reopened],
    keptIds: keptIds.filter((id) => !reopened.has(id)),
    waitingAgainIds: waitingAgain(blocks, reopened, added),
  }
}
