import type { Answers, AnswerValue, FormDefinition } from '../intake/form.ts'
import type { Notes } from '../intake/notes.ts'
import type { Money } from '../shared/money.ts'
import type { Approver } from './approvers.ts'
import type { ApproverType, Quorum, RuleSettings, RuleType } from './definition.ts'
import type { AskedPerson, PersonRef } from './facts.ts'
import type { SkippedRule, WorkflowSnapshot } from './plan.ts'
import { needsItsTurn } from './rule-kinds.ts'

/** The state of a request's approvals, as the ApprovalObject keeps it and as screens read it. */

export const TARGET_TYPES = ['INTAKE_SUBMISSION', 'SPEND_REQUEST', 'BILL', 'PURCHASE_ORDER'] as const
export type TargetType = (typeof TARGET_TYPES)[number]

export const REQUEST_STATUSES = ['PENDING', 'APPROVED', 'REJECTED'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]
export type BlockStatus = RequestStatus

/** A request's status as lists show it: archived before all else. */
export const SHOWN_STATUSES = [...REQUEST_STATUSES, 'ARCHIVED'] as const
export type ShownStatus = (typeof SHOWN_STATUSES)[number]

export const WORK_STATUSES = [
  'PENDING',
  'IN_PROGRESS',
  'WAITING_ON_VENDOR',
  'WAITING_ON_REQUESTER',
  'WAITING_ON_EXTERNAL_PARTY',
] as const
export type WorkStatus = (typeof WORK_STATUSES)[number]

export const APPROVAL_MODES = ['EACH_LEVEL_GROUP', 'ALL_AT_ONCE'] as const
export type ApprovalMode = (typeof APPROVAL_MODES)[number]

/** Pinned when a run starts. */
export interface RunSettings {
  mode: ApprovalMode
  enforceOrder: boolean
}

export interface Decision extends PersonRef {
  /** The approver a delegate acted for. */
  onBehalfOf?: PersonRef
  decision: 'APPROVED' | 'REJECTED'
  comment: string
  /** The version of the answers that was seen; null where the system decided. */
  answersVersion: number | null
  at: number
}

/** A decision that a change of the request undid. */
export interface EarlierDecision extends Decision {
  isBypass?: true
}

/** Why someone may not decide on a request. */
export type Involvement = 'FILED' | 'EDITED' | 'CHOSE_APPROVERS'
export interface Involved {
  userId: string
  how: Involvement
}

/** One stretch of time in a work status; `until` is null for the present one. */
export interface WorkStatusSpan extends PersonRef {
  status: WorkStatus
  at: number
  until: number | null
  spentMs: number | null
}

/** One stretch of time in which a request showed a status; `until` is null for the present one. */
export interface StatusSpan {
  status: ShownStatus
  at: number
  until: number | null
}

export interface AutomaticTask {
  state: 'WAITING' | 'QUEUED' | 'RUNNING' | 'FAILED' | 'SUCCEEDED'
  attempts: number
  startedAt: number | null
  finishedAt: number | null
  error: string | null
  /** What the outside answered, for the screen. */
  result: unknown
}

/** What a CREATE_SERVICE made. */
export interface CreatedService {
  id: string
  name: string
}

/** A block ("level group status"): everything that a screen shows of it. Also the JSON in level_group_statuses. */
export interface Block {
  id: string
  /** The ADDITIONAL_STEP block that added this one as a sub-level. */
  parentId: string | null
  run: number
  level: number
  /** Order among the sub-levels of one parent; 0 for blocks without a parent. */
  subLevel: number
  ordinal: number
  /** Null for ad-hoc blocks. */
  ruleId: string | null
  ruleType: RuleType
  label: string
  reason: string
  approverType: ApproverType
  approvers: Approver[]
  approversNote: string | null
  watchers: Approver[]
  quorum: Quorum
  settings: RuleSettings
  /** Reason and approvers as planned: an edit that changes it reopens the block. */
  basis: string
  decisions: Decision[]
  status: BlockStatus
  workStatus: WorkStatus
  workStatusHistory: WorkStatusSpan[]
  assignee: AskedPerson | null
  /** When its turn came; null while earlier levels are undecided. */
  openedAt: number | null
  decidedAt: number | null
  /** Closed undecided: another block's rejection or a restart made it pointless. */
  closedAt: number | null
  bypassedAt: number | null
  bypassedBy: PersonRef | null
  bypassNote: string | null
  remindedAt: number | null
  remindedBy: PersonRef | null
  remindedNote: string | null
  /** Set by an edit of the answers that undid the block's decisions. */
  reopenedAt: number | null
  /** What was decided before such an edit or in the run before: the newest decision of each approver. */
  earlierDecisions?: EarlierDecision[]
  /** Decisions that someone with bypass access kept through an edit. */
  decisionsKept?: { at: number; by: PersonRef; version: number }
  /** Who added it by hand; null for blocks of the workflow. */
  createdBy: PersonRef | null
  createdAt: number
  automatic: AutomaticTask | null
  /** Of a CREATE_SERVICE that is done. */
  createdService?: CreatedService
  /** The last event that changed the block. */
  sequence: number
}

export interface AnswerChange {
  questionId: string
  label: string
  before: AnswerValue
  after: AnswerValue
  /** Of the note on the answer, not of the answer itself. */
  part?: 'NOTE'
}

/** What a request is, as filed: the part that an edit may change is `RequestContent`. */
export interface RequestContent {
  title: string
  /** As it was asked: in the currency of the answer. */
  amount: Money | null
  vendorId: string | null
  dueDate: string | null
}
export interface RequestIdentity {
  companyId: string
  targetType: TargetType
  targetId: string
  intakeCategoryId: string
  formVersion: number
  requestor: PersonRef
  /** Who filed it: the requester, or someone on their behalf. */
  createdBy: PersonRef
  createdAt: number
  /** Of who filed it by a public form: nobody of the company, so `requestor` names no user. */
  contact?: Contact | undefined
}

/** The sender of a request that no member filed. */
export interface Contact {
  name: string
  email: string
}

/** What is heavy and rarely read: kept apart, not part of the view. */
export interface Pinned {
  workflow: WorkflowSnapshot | null
  form: FormDefinition
  labels: Record<string, Record<string, string>>
  /** What each edit changed, so that a stale decision can be shown the differences. */
  history: { version: number; at: number; by: PersonRef; changes: AnswerChange[] }[]
}

export interface ApprovalView extends RequestIdentity, RequestContent {
  /** The last event of the log that this state reflects. */
  sequence: number
  /** Of the answers. A decision names the one it saw. */
  version: number
  answers: Answers
  /** On answers, by question id; absent where there has never been one. */
  notes?: Notes
  status: RequestStatus
  run: number
  runStartedAt: number
  settings: RunSettings
  workflow: { id: string; label: string; version: number } | null
  /** The rules of the workflow that do not apply, and why. */
  skipped: SkippedRule[]
  /** Of every run; `currentBlocks` gives those of the present one. */
  blocks: Block[]
  removedBlocks: { id: string; sequence: number }[]
  nextBlock: number
  assignee: PersonRef | null
  /** Everybody behind a filing, an edit or a choice of approvers, the impersonator included. None of them decides. */
  involved: Involved[]
  /** Followers of the whole request; blocks have their own as well. */
  watchers: PersonRef[]
  archivedAt: number | null
  archiveMessage: string | null
  deletedAt: number | null
  submittedAt: number
  completedAt: number | null
  /** Every status since submission, one after the other without gaps; a deleted request has no present one. */
  statusHistory: StatusSpan[]
}

export interface ApprovalState extends ApprovalView {
  pinned: Pinned
}

/** The blocks that count: those of the present run. */
export const currentBlocks = (state: Pick<ApprovalView, 'blocks' | 'run'>): Block[] =>
  state.blocks.filter((block) => block.run === state.run)

export const isDecided = (block: Pick<Block, 'status'>): boolean => block.status !== 'PENDING'

const isCompleted = (block: Pick<Block, 'status'>): boolean => isDecided(block) && block.status !== 'REJECTED'

/**
 * Tells of each of these blocks whether its turn has come: every block of earlier levels is decided; a sub-level waits
 * for its parent and for the parent's earlier sub-levels. Made once for many blocks, so that long workflows stay cheap.
 */
export const turnsOf = (blocks: readonly Block[]): ((block: Block) => boolean) => {
  let openLevel = Number.POSITIVE_INFINITY
  const byId = new Map<string, Block>()
  const childrenOf = new Map<string, Block[]>()
  for (const block of blocks) {
    byId.set(block.id, block)
    if (!isDecided(block)) openLevel = Math.min(openLevel, block.level)
    if (block.parentId) childrenOf.set(block.parentId, [...(childrenOf.get(block.parentId) ?? []), block])
  }
  const done = (block: Block): boolean => isDecided(block) && (childrenOf.get(block.id) ?? []).every(done)
  return (block) => {
    if (block.level > openLevel) return false
    const parent = block.parentId ? byId.get(block.parentId) : undefined
    if (!parent) return true
    return (
      isDecided(parent) &&
      (childrenOf.get(parent.id) ?? []).every((other) => other.subLevel >= block.subLevel || done(other))
    )
  }
}

/** Of one block; see `turnsOf`. */
export const isTurnOf = (blocks: readonly Block[], block: Block): boolean => turnsOf(blocks)(block)

/** Whether the order of the run lets a block be decided now. */
export const mayBeDecided = (state: Pick<ApprovalView, 'blocks' | 'run' | 'settings'>, block: Block): boolean =>
  (!state.settings.enforceOrder && !needsItsTurn(block.ruleType)) || isTurnOf(currentBlocks(state), block)

/** Whether everybody was asked on submission and may act in any order. */
export const allMayActAtOnce = ({ settings }: Pick<ApprovalView, 'settings'>): boolean =>
  settings.mode === 'ALL_AT_ONCE' && !settings.enforceOrder

/** The blocks that someone should act on now: their turn has come, or everyone was asked at once. */
export const awaitedBlocks = (state: ApprovalView): Block[] => {
  if (state.status !== 'PENDING' || state.archivedAt !== null || state.deletedAt !== null) return []
  const blocks = currentBlocks(state)
  const isTurn = turnsOf(blocks)
  const anyOrder = allMayActAtOnce(state)
  return blocks.filter((block) => !isDecided(block) && ((anyOrder && !needsItsTurn(block.ruleType)) || isTurn(block)))
}

export const isAwaited = (state: ApprovalView, block: Block): boolean =>
  awaitedBlocks(state).some((awaited) => awaited.id === block.id)

/** Since when an awaited block waits: its people were asked then, and reminders count from then. */
export const awaitedSince = (state: Pick<ApprovalView, 'settings'>, block: Block): number => {
  const asked = Math.max(block.createdAt, block.reopenedAt ?? 0)
  return allMayActAtOnce(state) && !needsItsTurn(block.ruleType) ? asked : (block.openedAt ?? asked)
}

/** Completed blocks of all blocks of the run, 0 to 100: one that was rejected is no progress. */
export const progressOf = (state: ApprovalView): number => {
  if (state.status === 'APPROVED') return 100
  const blocks = currentBlocks(state)
  return blocks.length === 0 ? 0 : Math.floor((100 * blocks.filter(isCompleted).length) / blocks.length)
}
