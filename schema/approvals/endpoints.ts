import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { id } from '../shared/values.ts'
import type { Block, WorkStatus } from './model.ts'
import type { SkippedRule } from './plan.ts'

interface Ref {
  id: string
  name: string
}

/** What the specification calls differently than the engine, or what follows from what it keeps (2 §3). */
export interface BlockFields {
  parentLevelGroupStatusId: string | null
  /** The blocks that the answers to an additional step have brought. */
  sublevels: { id: string; level: number; label: string }[]
  /** Said with the bypass or with the last decision. */
  approverNote: string | null
  remindedWithNote: string | null
  assigneeUser: Ref | null
  /** Whether its approvers have been asked, which they are by mail unless they want none. */
  emailSent: boolean
  approvedAt: string | null
  approvedBy: Ref[]
  /** The person who last decided on behalf of someone else. */
  delegateApproverUser: Ref | null
  isManagerApprover: boolean
  isRequestor: boolean
  /** What led to its approvers. */
  departments: Ref[]
  businessUnits: Ref[]
  groups: Ref[]
  blockStatuses: { id: string; createdAt: string; user: Ref; blockStatus: WorkStatus }[]
  approverMatrixCells: {
    approverMatrixId: string
    approverMatrixName: string
    approverColumnId: string
    /** Of the row. */
    ordinal: number
  }[]
}

/** A block as the engine keeps it, with what the person who asks may do with it now. */
export interface BlockView extends Block, BlockFields {
  /** Whether it is this block's turn. */
  isAwaited: boolean
  /** Since when it waits; null while it does not. */
  awaitedSince: number | null
  canDecide: boolean
  canComplete: boolean
  /** A task is rejected by its approvers only, and with it the request. */
  canReject: boolean
  canRemind: boolean
  canBypass: boolean
  /** Assignee, approvers, work status. */
  canRoute: boolean
  /** An automatic task that failed. */
  canRetry: boolean
  /** The approver the person would act for as a delegate. */
  onBehalfOf: { userId: string; name: string } | null
}

export interface ApprovalsView {
  status: 'PENDING' | 'APPROVED' | 'REJECTED'
  /** Of the answers: a decision must name the version that was on the screen. */
  version: number
  run: number
  sequence: number
  archived: boolean
  levels: { number: number; blocks: BlockView[] }[]
  skipped: SkippedRule[]
  workflow: { id: string; label: string; version: number } | null
  earlierRuns: number
  /** Whether the person may add approvals and tasks, and choose the request's assignee. */
  canRoute: boolean
  canWatch: boolean
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null

/** The engine's own types describe the answer; the border only checks that it is one. */
export const approvalsView = z.custom<ApprovalsView>((value) => isRecord(value) && 'levels' in (value as object))

export const getApprovals = endpoint({
  id: 'intake.get-approvals',
  method: 'GET',
  path: '/api/intake-submission/{id}/approvals',
  summary: 'The levels and blocks of a request, and what the person may do',
  params: z.object({ id }),
  response: approvalsView,
})
