import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { id } from '../../shared/values.ts'
import type { Block, WorkStatus } from './model.ts'
import type { SkippedRule } from './plan.ts'
import type { RequestStatus } from './statuses.ts'

interface Ref {
  id: string
  name: string
}

/** A person by both names: `id`, and `userId` as in the commands that name people. */
export interface PersonInBlock extends Ref {
  userId: string
}

/** Names that the specification uses differently from the engine, and values computed from the stored ones (2 §3). */
export interface BlockFields {
  parentLevelGroupStatusId: string | null
  /** The blocks that the answers to an additional step added. */
  sublevels: { id: string; level: number; label: string }[]
  /** The comment of the bypass or of the last decision. */
  approverNote: string | null
  remindedWithNote: string | null
  remindedAt: string | null
  remindedBy: PersonInBlock | null
  bypassedAt: string | null
  bypassedBy: PersonInBlock | null
  /** Who added it by hand. */
  createdBy: PersonInBlock | null
  assigneeUser: PersonInBlock | null
  /** Whether its approvers were asked, which happens by email unless they turned emails off. */
  emailSent: boolean
  approvedAt: string | null
  approvedBy: PersonInBlock[]
  /** The last person who decided on behalf of someone else. */
  delegateApproverUser: PersonInBlock | null
  isManagerApprover: boolean
  isRequestor: boolean
  /** The units, groups and matrix cells that led to its approvers. */
  departments: Ref[]
  businessUnits: Ref[]
  groups: Ref[]
  /** What a task sends to a vendor, and what came back when it last looked. Null for other steps. */
  sendVendorForm: {
    toVendorId: string | null
    pocEmail: string | null
    emailCopy: string
    formsToSend: { id: string; name: string }[]
    submissions: {
      intakeSubmissionId: string
      intakeCategory: { id: string; name: string }
      status: string
      recipientName: string
      isClosed: boolean
      isSentBack: boolean
      sentAt: string
      submittedAt: string | null
    }[]
  } | null
  blockStatuses: { id: string; createdAt: string; user: PersonInBlock; blockStatus: WorkStatus }[]
  approverMatrixCells: {
    approverMatrixId: string
    approverMatrixName: string
    approverColumnId: string
    /** The position of the matrix row. */
    ordinal: number
  }[]
}

/** A block as the engine stores it, with what the current person can do with it. */
export interface BlockView extends Omit<Block, keyof BlockFields>, BlockFields {
  /** Whether the block's turn has come. */
  isAwaited: boolean
  /** When it started waiting, or null while it isn't. */
  awaitedSince: number | null
  /** Until when the first of its approvers should decide. Null without a deadline, and while it is paused. */
  dueAt: number | null
  canDecide: boolean
  canComplete: boolean
  /** Only its approvers can reject a task, which rejects the request. */
  canReject: boolean
  /** Can ask the requester to change something instead of deciding. */
  canSendBack: boolean
  /** Sent it back, and can stop asking. */
  canTakeBack: boolean
  /** Can take back their own decision with a reason. */
  canRevoke: boolean
  canRemind: boolean
  canBypass: boolean
  /** Can change the assignee, the approvers and the work status. */
  canRoute: boolean
  /** Can retry a failed automatic task. */
  canRetry: boolean
  /** The approver that the person would act for as a delegate. */
  onBehalfOf: { userId: string; name: string } | null
  /** How long its rule's steps usually take, in milliseconds. Null if too few were decided, or it is not waiting. */
  usualMs: number | null
  /** Who can decide for its approvers today. */
  delegates: BlockDelegate[]
}

export interface BlockDelegate {
  approverUserId: string
  userId: string
  name: string
  /** The last day. Null if it is open. */
  endsOn: string | null
  /** Why they can't decide this: "only up to $10,000". Null if they can. */
  limit: string | null
}

export interface ApprovalsView {
  status: RequestStatus
  /** The version of the answers. A decision must name the one the person saw. */
  version: number
  run: number
  sequence: number
  archived: boolean
  levels: { number: number; blocks: BlockView[] }[]
  skipped: SkippedRule[]
  workflow: { id: string; label: string; version: number } | null
  earlierRuns: number
  /** The other system that decided it, with its number or name there. Missing if Outlay does. */
  decidedIn?: { system: string; reference: string }
  /** Whether the person can add approvals and tasks, and choose the request's assignee. */
  canRoute: boolean
  canWatch: boolean
  canWithdraw: boolean
  /** It is sent back, and the person can answer that nothing changes. */
  canAnswer: boolean
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null

/** The engine's own types describe the answer, so only its outer shape is checked here. */
export const approvalsView = z.custom<ApprovalsView>((value) => isRecord(value) && 'levels' in (value as object))

export const getApprovals = endpoint({
  id: 'intake.get-approvals',
  method: 'GET',
  path: '/api/intake-submission/{id}/approvals',
  summary: 'The levels and blocks of a request, and what the person may do',
  params: z.object({ id }),
  response: approvalsView,
})
