import type { ApprovalsView } from '../../../../schema/approvals/engine/endpoints.ts'
import { type Block, isSentBack, type RunSettings } from '../../../../schema/approvals/engine/model.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { toUsualTimes } from '../engine/index.ts'
import type { SubjectAccess } from './access.ts'
import { delegatesOf } from './acting.ts'
import { blockFields } from './block-fields.ts'
import { inReadingOrder, mayRouteRequest, mayWatch, toBlockView } from './block-view.ts'

/** The approvals of a subject as screens show them, from its projection. */

type Row = Record<string, unknown>

/** What a projection stores beside the subject's row. */
export interface StoredPlan extends Pick<ApprovalsView, 'skipped' | 'workflow' | 'decidedIn'> {
  settings?: RunSettings
  involvedIds?: string[]
}

interface Stored {
  access: SubjectAccess
  status: ApprovalsView['status']
  run: number
  sequence: number
  archived: boolean
  plan: StoredPlan | null
  /** Rows with the `block` of the current run, in order. */
  blocks: readonly Row[]
  /** Rows with the `blockId` of blocks whose approvers were emailed. */
  mailed: readonly Row[]
  /** Those of `delegatesStatement`. */
  delegates: readonly Row[]
  /** Those of `usualTimesStatement`. */
  usualTimes: readonly Row[]
}

/** Levels and blocks, with what the person can do for each. */
export const approvalsViewOf = (actor: StaffActor, stored: Stored): ApprovalsView => {
  const { access, status, archived, plan } = stored
  const blocks = stored.blocks.map((row) => JSON.parse(String(row.block)) as Block)
  const mailedIds = new Set(stored.mailed.map((row) => String(row.blockId)))
  const isWaiting = blocks.some(isSentBack)
  const usual = toUsualTimes(stored.usualTimes)
  const run = {
    isSentBack: isWaiting,
    open: status === 'PENDING' && !archived,
    involvedIds: plan?.involvedIds ?? [],
    blocks,
    // Requests submitted before runs stored their settings use the company's.
    settings: plan?.settings ?? {
      mode: actor.company.requestApprovalMode,
      enforceOrder: actor.policy.company.enforceIntakeApprovalOrder,
    },
  }
  const isFiler = access.requestorUserId === actor.userId || access.createdByUserId === actor.userId
  return {
    status,
    version: access.version,
    run: stored.run,
    sequence: stored.sequence,
    archived,
    levels: [...new Set(blocks.map((block) => block.level))].map((number) => ({
      number,
      blocks: inReadingOrder(blocks.filter((block) => block.level === number)).map((block) => ({
        ...toBlockView(block, actor, run, access),
        ...blockFields(block, blocks, mailedIds),
        usualMs: (run.open && block.ruleId && block.status === 'PENDING' && usual.get(block.ruleId)) || null,
        delegates: run.open ? delegatesOf(block, stored.delegates, run.involvedIds) : [],
      })),
    })),
    skipped: plan?.skipped ?? [],
    workflow: plan?.workflow ?? null,
    earlierRuns: Math.max(0, stored.run - 1),
    ...(plan?.decidedIn && { decidedIn: plan.decidedIn }),
    canRoute: run.open && mayRouteRequest(blocks, access, actor),
    canWatch: mayWatch(blocks, access, actor),
    canWithdraw: run.open && isFiler && !actor.impersonator,
    canAnswer: run.open && isFiler && isWaiting,
  }
}
