import { blockDueAt } from '../../../../schema/approvals/engine/deadlines.ts'
import { keptFrom } from '../../../../schema/approvals/engine/duties.ts'
import type { BlockFields, BlockView } from '../../../../schema/approvals/engine/endpoints.ts'
import {
  type ApprovalView,
  allMayActAtOnce,
  asksPeople,
  awaitedSince,
  type Block,
  currentBlocks,
  isDecided,
  isSentBack,
  type RunSettings,
  waitsForTurn,
} from '../../../../schema/approvals/engine/model.ts'
import { notRevocable } from '../../../../schema/approvals/engine/revoking.ts'
import { isContact } from '../../../../schema/approvals/engine/send-back.ts'
import { isTask } from '../../../../schema/approvals/workflows/rule-kinds.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { mayRemind, routesEverything, type SubjectAccess } from './access.ts'

/**
 * What the person can do with a block, for the screen. The request's object applies the same rules to the action itself
 * (worker/objects/approval/access).
 */

/** Anyone who filed or changed it or chose its approvers. The person behind an impersonation counts too. */
const isOwnRequest = (access: SubjectAccess, involvedIds: readonly string[], actor: StaffActor): boolean =>
  [access.requestorUserId, access.createdByUserId, ...involvedIds].some(
    (userId) => userId === actor.userId || userId === actor.impersonator?.userId,
  )

interface RunView {
  /** Whether anything in it can still be decided. */
  open: boolean
  settings: RunSettings
  involvedIds: readonly string[]
  /** Whether it waits for its requester. */
  isSentBack: boolean
  /** All of the run. */
  blocks: readonly Block[]
}

/** For a request that is known to be open. */
export const runOf = (state: Pick<ApprovalView, 'settings' | 'involved' | 'blocks' | 'run'>): RunView => {
  const blocks = currentBlocks(state)
  return {
    open: true,
    settings: state.settings,
    isSentBack: blocks.some(isSentBack),
    involvedIds: state.involved.map(({ userId }) => userId),
    blocks,
  }
}

/** The approvers the person can act for: themselves first. */
const standsFor = (
  block: Block,
  actor: StaffActor,
  { actsFor }: SubjectAccess,
  involvedIds: readonly string[] = [],
) => [
  ...block.approvers.filter(({ userId }) => userId === actor.userId),
  ...block.approvers.filter(
    ({ userId }) =>
      actor.delegatorIds.includes(userId) &&
      actsFor.includes(userId) &&
      !involvedIds.includes(actor.delegationSetBy[userId] ?? ''),
  ),
  ...block.approvers.filter(({ userId }) =>
    (block.escalations ?? []).some((one) => one.userId === userId && one.manager?.userId === actor.userId),
  ),
]

/** Blocks in reading order, each followed by the sub-levels that its answers added. */
export const inReadingOrder = (blocks: readonly Block[]): Block[] => {
  const known = new Set(blocks.map(({ id }) => id))
  const withSubLevels = (block: Block): Block[] => [
    block,
    ...blocks
      .filter(({ parentId }) => parentId === block.id)
      .sort((a, b) => a.subLevel - b.subLevel || a.ordinal - b.ordinal)
      .flatMap(withSubLevels),
  ]
  return blocks.filter(({ parentId }) => parentId === null || !known.has(parentId)).flatMap(withSubLevels)
}

export const mayRouteRequest = (blocks: readonly Block[], access: SubjectAccess, actor: StaffActor): boolean =>
  routesEverything(access, actor) || blocks.some((block) => standsFor(block, actor, access).length > 0)

export const mayWatch = (blocks: readonly Block[], access: SubjectAccess, actor: StaffActor): boolean =>
  mayRouteRequest(blocks, access, actor) ||
  access.requestorUserId === actor.userId ||
  access.createdByUserId === actor.userId

/** The sender, the approver they acted for, and admins. */
const maySendersTakeBack = ({ sentBack }: Block, actor: StaffActor): boolean =>
  actor.policy.flags.hasAdminAccess ||
  [sentBack?.by, sentBack?.onBehalfOf].some((sender) => sender?.userId === actor.userId)

/** Who assigns it, as the object decides: its approvers and those who act for them, its assignee, owners, admins. */
export const mayRouteBlock = (block: Block, access: SubjectAccess, actor: StaffActor): boolean =>
  routesEverything(access, actor) ||
  standsFor(block, actor, access, []).length > 0 ||
  block.assignee?.userId === actor.userId

export const toBlockView = (
  block: Block,
  actor: StaffActor,
  { open, settings, involvedIds, blocks, isSentBack: isReturned }: RunView,
  access: SubjectAccess,
): Omit<BlockView, keyof BlockFields | 'delegates' | 'usualMs'> => {
  const waiting = open && !isDecided(block) && block.closedAt === null
  const anyOrder = !waitsForTurn(block)
  const isOpen = waiting && (block.openedAt !== null || (anyOrder && allMayActAtOnce({ settings })))
  // With an enforced order a later block isn't open yet. Without it, it can be decided early.
  const inTurn = isOpen || (waiting && anyOrder && !settings.enforceOrder)
  const isAwaited = isOpen && (!isReturned || block.approverType === 'REQUESTOR')
  // No one decides on it before the requester answers.
  const asks = waiting && isSentBack(block)
  const own = isOwnRequest(access, involvedIds, actor)
  // No one decides while viewing as someone else.
  const inPerson = actor.impersonator === null || actor.impersonator === undefined
  const asked = (userId: string) => block.approverType === 'REQUESTOR' && userId === access.requestorUserId
  // A person whom the only admin disabled would have decided: schema/approvals/engine/approvers.ts.
  const possible = standsFor(block, actor, access, involvedIds).filter(
    (one) => !(one.userId === actor.userId && one.chose),
  )
  const heard = new Set(block.decisions.map((decision) => (decision.onBehalfOf ?? decision).userId))
  const acted = block.quorum.kind === 'AT_LEAST' && block.decisions.some(({ userId }) => userId === actor.userId)
  const principal = acted ? undefined : possible.find(({ userId }) => (!own || asked(userId)) && !heard.has(userId))
  // Someone else has to decide it, even if they would act for another person.
  const isApart = block.approverType !== 'REQUESTOR' && keptFrom(blocks, block).has(actor.userId)
  const mayAct = inTurn && inPerson && !asks && principal !== undefined && !isApart
  const isAssignee = block.assignee?.userId === actor.userId
  const mayWork = inTurn && inPerson && !asks && isAssignee && (!own || block.approverType === 'REQUESTOR')
  const isSent = block.automatic?.state === 'SENT'
  const isRunning = block.automatic?.state === 'RUNNING'
  const canRoute = waiting && (routesEverything(access, actor) || possible.length > 0 || isAssignee)
  const task = isTask(block.ruleType)
  const canComplete = task && !isRunning && (mayAct || (mayWork && possible.length === 0))
  return {
    ...block,
    isAwaited,
    dueAt: isAwaited ? blockDueAt({ settings }, block) : null,
    awaitedSince: isAwaited ? awaitedSince({ settings }, block) : null,
    canDecide: mayAct && !task,
    // Manual completion if it can't work automatically.
    canComplete: canComplete && asksPeople(block),
    canReject: mayAct && task,
    canRevoke: inPerson && open && notRevocable(block, actor.userId, { status: 'PENDING', blocks }) === null,
    canSendBack:
      mayAct &&
      !block.automatic &&
      block.approverType !== 'REQUESTOR' &&
      [access.requestorUserId, access.createdByUserId].some((userId) => !isContact(userId)),
    canTakeBack: asks && inPerson && maySendersTakeBack(block, actor),
    // No one is waited for while it runs automatically.
    canRemind:
      isAwaited &&
      (isSent || (asksPeople(block) && !possible.some(({ userId }) => userId === actor.userId))) &&
      mayRemind(access, actor),
    canBypass:
      inTurn &&
      inPerson &&
      !isApart &&
      can(actor.policy, 'approvals.bypass') &&
      (!own || block.approverType === 'REQUESTOR'),
    canRoute,
    canRetry: canRoute && isAwaited && block.automatic?.state === 'FAILED',
    onBehalfOf:
      principal && principal.userId !== actor.userId && !isApart
        ? { userId: principal.userId, name: principal.name }
        : null,
  }
}
