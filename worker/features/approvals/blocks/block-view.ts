import type { BlockFields, BlockView } from '../../../../schema/approvals/engine/endpoints.ts'
import {
  type ApprovalView,
  allMayActAtOnce,
  awaitedSince,
  type Block,
  isDecided,
  type RunSettings,
} from '../../../../schema/approvals/engine/model.ts'
import { isTask, needsItsTurn } from '../../../../schema/approvals/workflows/rule-kinds.ts'
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
}

/** For a request that is known to be open. */
export const runOf = ({ settings, involved }: Pick<ApprovalView, 'settings' | 'involved'>): RunView => ({
  open: true,
  settings,
  involvedIds: involved.map(({ userId }) => userId),
})

/** The approvers the person can act for: themselves first. */
const standsFor = (block: Block, actor: StaffActor) => [
  ...block.approvers.filter((approver) => approver.userId === actor.userId),
  ...block.approvers.filter((approver) => actor.delegatorIds.includes(approver.userId)),
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
  routesEverything(access, actor) || blocks.some((block) => standsFor(block, actor).length > 0)

export const mayWatch = (blocks: readonly Block[], access: SubjectAccess, actor: StaffActor): boolean =>
  mayRouteRequest(blocks, access, actor) ||
  access.requestorUserId === actor.userId ||
  access.createdByUserId === actor.userId

export const toBlockView = (
  block: Block,
  actor: StaffActor,
  { open, settings, involvedIds }: RunView,
  access: SubjectAccess,
): Omit<BlockView, keyof BlockFields> => {
  const waiting = open && !isDecided(block) && block.closedAt === null
  const anyOrder = !needsItsTurn(block.ruleType)
  const isAwaited = waiting && (block.openedAt !== null || (anyOrder && allMayActAtOnce({ settings })))
  // With an enforced order a later block isn't open yet. Without it, it can be decided early.
  const inTurn = isAwaited || (waiting && anyOrder && !settings.enforceOrder)
  const own = isOwnRequest(access, involvedIds, actor)
  // No one decides while viewing as someone else.
  const inPerson = actor.impersonator === null || actor.impersonator === undefined
  const asked = (userId: string) => block.approverType === 'REQUESTOR' && userId === access.requestorUserId
  const possible = standsFor(block, actor)
  const heard = new Set(block.decisions.map((decision) => (decision.onBehalfOf ?? decision).userId))
  const acted = block.quorum.kind === 'AT_LEAST' && block.decisions.some(({ userId }) => userId === actor.userId)
  const principal = acted ? undefined : possible.find(({ userId }) => (!own || asked(userId)) && !heard.has(userId))
  const mayAct = inTurn && inPerson && principal !== undefined
  const isAssignee = block.assignee?.userId === actor.userId
  const mayWork = inTurn && inPerson && isAssignee && (!own || block.approverType === 'REQUESTOR')
  const isRunning = block.automatic?.state === 'RUNNING'
  const canRoute = waiting && (routesEverything(access, actor) || possible.length > 0 || isAssignee)
  const task = isTask(block.ruleType)
  const canComplete = task && !isRunning && (mayAct || (mayWork && possible.length === 0))
  return {
    ...block,
    isAwaited,
    awaitedSince: isAwaited ? awaitedSince({ settings }, block) : null,
    canDecide: mayAct && !task,
    // Manual completion if it can't work automatically.
    canComplete: canComplete && (!block.automatic || block.automatic.state === 'FAILED'),
    canReject: mayAct && task,
    // No one is waited for while it runs automatically.
    canRemind:
      isAwaited &&
      (!block.automatic || block.automatic.state === 'FAILED') &&
      !possible.some(({ userId }) => userId === actor.userId) &&
      mayRemind(access, actor),
    canBypass:
      inTurn && inPerson && can(actor.policy, 'approvals.bypass') && (!own || block.approverType === 'REQUESTOR'),
    canRoute,
    canRetry: canRoute && isAwaited && block.automatic?.state === 'FAILED',
    onBehalfOf:
      principal && principal.userId !== actor.userId ? { userId: principal.userId, name: principal.name } : null,
  }
}
