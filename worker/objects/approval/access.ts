import type { ApprovalActor } from '../../../schema/approvals/engine/commands.ts'
import type { PersonRef } from '../../../schema/approvals/engine/facts.ts'
import {
  type ApprovalState,
  type Block,
  type ContentChange,
  currentBlocks,
  type Involved,
  type Involvement,
  isDecided,
  mayBeDecided,
} from '../../../schema/approvals/engine/model.ts'
import { isFormContact } from '../../../schema/approvals/engine/send-back.ts'
import { beyondLimits, beyondWords } from '../../../schema/shared/delegation-limits.ts'
import { withStop } from '../../../schema/shared/name-lists.ts'
import { canonicalJson } from '../../core/hash.ts'
import { keptOut, refuseKeptOut } from './duties.ts'
import { scopeOf, subjectOf } from './subject.ts'
import { refuse, type Turn } from './turn.ts'

/** Who may do what to a request, and in which state of it. Each guard returns what it checked, or refuses. */

const isPerson = (actor: ApprovalActor, userId: string) => actor.kind === 'USER' && actor.userId === userId

/** How the actor, or the person acting as them, is involved in the request; undefined when they are not. */
const involvementOf = ({ involved }: ApprovalState, actor: ApprovalActor): Involved | undefined =>
  involved.find(({ userId }) => actor.userId === userId || actor.impersonatorUserId === userId)

/** People who filed it, edited it or chose its approvers, in person or as another member. */
export const isOwnRequest = (state: ApprovalState, actor: ApprovalActor): boolean =>
  involvementOf(state, actor) !== undefined

/** Whether the actor, or the person acting as them, filed it. */
export const filed = (state: ApprovalState, actor: ApprovalActor): boolean =>
  [actor.userId, actor.impersonatorUserId].some((id) =>
    state.involved.some(({ userId, how }) => userId === id && how === 'FILED'),
  )

const HANDS: Record<Involvement, string> = {
  FILED: 'you submitted',
  EDITED: 'you edited',
  CHOSE_APPROVERS: 'whose approvers you chose',
}

/** @param act "approve", "bypass a step of" */
export const refuseOwn = (state: ApprovalState, actor: ApprovalActor, act: string): never =>
  refuse(
    'FORBIDDEN',
    'OWN_REQUEST',
    `You can’t ${act} a ${subjectOf(state).noun} ${HANDS[involvementOf(state, actor)?.how ?? 'FILED']}. Someone else has to.`,
  )

/** No one decides while viewing or acting as another member. */
export const inPerson = (actor: ApprovalActor): void => {
  if (actor.impersonatorUserId !== null)
    refuse('FORBIDDEN', 'NOT_ALLOWED', 'You can’t decide while viewing as someone else.')
}

/** The vendor, who has no membership, continues a form that was sent to them. */
const isVendor = ({ requestor }: ApprovalState, actor: ApprovalActor): boolean =>
  actor.kind === 'SYSTEM' && isFormContact(requestor.userId) && actor.userId === requestor.userId

export const isRequestor = (state: ApprovalState, actor: ApprovalActor): boolean =>
  isPerson(actor, state.requestor.userId) || isPerson(actor, state.createdBy.userId) || isVendor(state, actor)

/** Whether the approver's time is over and the actor, as their manager, may decide for them. */
const isManagerOfLate = ({ escalations = [] }: Block, approver: PersonRef, actor: ApprovalActor): boolean =>
  escalations.some(
    ({ userId, manager }) => userId === approver.userId && manager !== null && isPerson(actor, manager.userId),
  )

/** Why the actor can't act for someone on this request, who delegated only a part to them. Null if they can. */
const beyond = (state: ApprovalState, actor: ApprovalActor, userId: string): string | null => {
  const limits = actor.delegationLimits?.[userId]
  const why = limits ? beyondLimits(limits, scopeOf(state)) : null
  return limits && why ? beyondWords(why, limits) : null
}

/** Someone behind the request made the actor a delegate of this person, and so would have chosen who decides. */
const isChosenBy = (state: ApprovalState, actor: ApprovalActor, userId: string): boolean => {
  const setBy = actor.delegationSetBy?.[userId]
  return setBy !== undefined && state.involved.some((one) => one.userId === setBy)
}

const delegators = (block: Block, actor: ApprovalActor): PersonRef[] =>
  block.approvers.filter((a) => actor.kind === 'USER' && actor.delegatorIds.includes(a.userId))

/**
 * The approvers the actor may decide for: themselves first, then those who delegated to them, as far as the delegation
 * reaches, then late ones.
 */
const standsFor = (state: ApprovalState, block: Block, actor: ApprovalActor): PersonRef[] => [
  ...block.approvers.filter((a) => isPerson(actor, a.userId)),
  ...delegators(block, actor).filter(
    ({ userId }) => beyond(state, actor, userId) === null && !isChosenBy(state, actor, userId),
  ),
  ...block.approvers.filter((a) => isManagerOfLate(block, a, actor)),
]

export const isApproverOf = (state: ApprovalState, block: Block, actor: ApprovalActor): boolean =>
  standsFor(state, block, actor).length > 0

const isApproverHere = (state: ApprovalState, actor: ApprovalActor): boolean =>
  currentBlocks(state).some((block) => isApproverOf(state, block, actor))

const refuseStranger = (state: ApprovalState, block: Block, actor: ApprovalActor): never => {
  for (const { userId, name } of delegators(block, actor)) {
    if (isChosenBy(state, actor, userId))
      refuse(
        'FORBIDDEN',
        'OWN_REQUEST',
        `The person who made you a delegate of ${name} submitted or changed this ${subjectOf(state).noun}, so you can’t decide for ${withStop(name)}`,
      )
    const limit = beyond(state, actor, userId)
    if (limit) refuse('FORBIDDEN', 'NOT_ALLOWED', `You can approve for ${name} ${limit}.`)
  }
  return refuse('FORBIDDEN', 'NOT_ALLOWED', `You are not an approver of “${block.label}”.`)
}

export const isAssigneeOf = (block: Block, actor: ApprovalActor): boolean =>
  block.assignee !== null && isPerson(actor, block.assignee.userId)

/** The person is asked because of what they did themselves. */
const choseSelf = ({ approvers }: Block, id: string): boolean =>
  approvers.some(({ userId, chose }) => userId === id && chose === true)

/**
 * Who the actor decides for on a block. No one decides on their own request, neither as approver nor as delegate nor by
 * impersonating someone, unless the rule asks the requester (invariant 5).
 */
export const representedBy = (state: ApprovalState, block: Block, actor: ApprovalActor): PersonRef => {
  const own = isOwnRequest(state, actor)
  const asked = (p: PersonRef) => block.approverType === 'REQUESTOR' && p.userId === state.requestor.userId
  const stood = standsFor(state, block, actor)
  const possible = stood.filter(({ userId }) => !choseSelf(block, userId))
  const elsewhere = keptOut(state, block, actor)
  if (elsewhere && (possible.length > 0 || block.duties?.keptOut.some((p) => isPerson(actor, p.userId))))
    return refuseKeptOut(block, elsewhere)
  if (stood.length > 0 && possible.length === 0)
    return refuse(
      'FORBIDDEN',
      'OWN_REQUEST',
      `You disabled or replaced a person who would have decided “${block.label}”, so you can’t decide it. Make someone else an admin, or bypass the step, which is marked.`,
    )
  if (possible.length === 0) return refuseStranger(state, block, actor)
  const allowed = possible.filter((p) => !own || asked(p))
  if (allowed.length === 0) return refuseOwn(state, actor, 'approve')
  // With "at least N" one person counts once, so acting again would only use up another approver's vote.
  const acted = block.quorum.kind === 'AT_LEAST' && block.decisions.some((d) => d.userId === actor.userId)
  const heard = new Set(block.decisions.map((d) => (d.onBehalfOf ?? d).userId))
  const next = acted ? undefined : allowed.find((p) => !heard.has(p.userId))
  return next ?? refuse('CONFLICT', 'ALREADY_DECIDED', `You have already decided on “${block.label}”.`)
}

export const alive = (turn: Turn): ApprovalState => {
  const { state } = turn
  if (state.deletedAt !== null) refuse('NOT_FOUND', 'DELETED', `This ${turn.noun} doesn’t exist.`)
  return state
}

export const unarchived = (turn: Turn): ApprovalState => {
  const state = alive(turn)
  if (state.archivedAt !== null) refuse('CONFLICT', 'ARCHIVED', `This ${turn.noun} is archived. Unarchive it first.`)
  return state
}

/** Still undecided: after a final status only restart, archive and comments are possible (invariant 2). */
export const pending = (turn: Turn): ApprovalState => {
  const state = unarchived(turn)
  if (state.status !== 'PENDING')
    refuse('CONFLICT', 'REQUEST_CLOSED', `The ${turn.noun} has already been ${state.status.toLowerCase()}.`)
  return state
}

/** A block of the current run that can still be changed. */
export const openBlock = (turn: Turn, blockId: string): Block => {
  const state = unarchived(turn)
  const block = state.blocks.find((b) => b.id === blockId)
  if (!block) return refuse('NOT_FOUND', 'BLOCK_NOT_FOUND', `This approval step doesn’t exist on this ${turn.noun}.`)
  if (isDecided(block) && block.run === state.run) {
    const done = block.bypassedAt ? 'bypassed' : block.status === 'REJECTED' ? 'rejected' : 'approved'
    const by = block.bypassedBy?.name ?? block.decisions.at(-1)?.name
    refuse('CONFLICT', 'ALREADY_DECIDED', `“${block.label}” has already been ${done}${by ? ` by ${by}` : ''}.`)
  }
  pending(turn)
  if (block.run !== state.run || block.closedAt !== null)
    refuse('CONFLICT', 'BLOCK_CLOSED', `“${block.label}” is closed because the approvals were restarted.`)
  return block
}

/** With enforced order a block waits until the earlier levels are done (invariant 4). */
export const inTurn = (state: ApprovalState, block: Block): void => {
  if (!mayBeDecided(state, block))
    refuse('RULE_BROKEN', 'EARLIER_LEVEL_OPEN', `“${block.label}” opens when the earlier levels are done.`)
}

const allow = (allowed: boolean, sentence: string): void => {
  if (!allowed) refuse('FORBIDDEN', 'NOT_ALLOWED', sentence)
}

/** Approvers of the block (assignee too), owners of the category, admins. */
export const mayRoute = (state: ApprovalState, block: Block, actor: ApprovalActor): void =>
  allow(
    actor.isAdmin || actor.isCategoryOwner || isApproverOf(state, block, actor) || isAssigneeOf(block, actor),
    'Only this step’s approvers, category owners and admins can do this.',
  )

export const mayRouteRequest = (state: ApprovalState, actor: ApprovalActor): void =>
  allow(
    actor.isAdmin || actor.isCategoryOwner || isApproverHere(state, actor),
    `Only the ${subjectOf(state).noun}’s approvers, category owners and admins can do this.`,
  )

export const mayWatch = (state: ApprovalState, actor: ApprovalActor): void =>
  allow(
    actor.isAdmin || actor.isCategoryOwner || isRequestor(state, actor) || isApproverHere(state, actor),
    'Only the requester, approvers, category owners and admins can change watchers.',
  )

export const mayRemind = (state: ApprovalState, actor: ApprovalActor): void =>
  allow(
    actor.isAdmin ||
      actor.isCategoryOwner ||
      isRequestor(state, actor) ||
      isApproverHere(state, actor) ||
      [...state.watchers, ...currentBlocks(state).flatMap((b) => b.watchers)].some((w) => isPerson(actor, w.userId)),
    'Only the requester, watchers, approvers and admins can send a reminder.',
  )

/** No other admin could decide. Asks for the organization if it isn't there. */
const isOnlyAdmin = ({ planning, state }: Turn, actor: ApprovalActor): boolean => {
  const { organisation } = planning ?? refuse('INTERNAL', 'PLANNING_MISSING', 'The approvals couldn’t be planned.')
  const barred = new Set([...state.involved.map(({ userId }) => userId), actor.userId])
  return organisation.admins.every((userId) => barred.has(userId))
}

/** A person who chose who decides may bypass if they are the only admin, so that a small company can go on. It is marked. */
export const mayBypass = (turn: Turn, block: Block): void => {
  const { state, actor } = turn
  allow(actor.isAdmin || actor.canBypass, 'You don’t have approval-bypass access.')
  const isChooser = actor.isAdmin && involvementOf(state, actor)?.how === 'CHOSE_APPROVERS'
  if (isOwnRequest(state, actor) && block.approverType !== 'REQUESTOR' && !(isChooser && isOnlyAdmin(turn, actor)))
    refuseOwn(state, actor, 'bypass a step of')
  const elsewhere = keptOut(state, block, actor)
  if (elsewhere) refuseKeptOut(block, elsewhere)
}

export const mayManage = (state: ApprovalState, actor: ApprovalActor): void =>
  allow(actor.isAdmin || isRequestor(state, actor), 'Only the requester and admins can do this.')

export const bySystem = (actor: ApprovalActor): void =>
  allow(actor.kind === 'SYSTEM', 'Only the system reports on automatic tasks.')

/** What changed since a version of the content, with each part once. */
export const changesSince = (state: ApprovalState, seenVersion: number): ContentChange[] => {
  const changes = new Map<string, ContentChange>()
  for (const edit of state.pinned.history.filter((h) => h.version > seenVersion))
    for (const change of edit.changes) {
      const key = `${change.questionId} ${change.part ?? ''}`
      const first = changes.get(key)
      changes.set(key, first ? { ...change, before: first.before } : change)
    }
  // What was changed back hasn't changed.
  return [...changes.values()].filter(({ before, after }) => canonicalJson(before) !== canonicalJson(after))
}

/** Refuses with the differences if the content the actor saw is out of date. */
export const sawContent = (state: ApprovalState, seenVersion: number): void => {
  if (seenVersion === state.version) return
  refuse(
    'CONFLICT',
    'ANSWERS_CHANGED',
    `The answers changed since you opened this ${subjectOf(state).noun}. Look at them again.`,
    {
      details: { seenVersion, version: state.version, changes: changesSince(state, seenVersion) },
    },
  )
}
