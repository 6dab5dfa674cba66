import type { ApprovalMode } from '../../platform/company/approval-modes.ts'
import type { Exchange } from '../../shared/exchange.ts'
import type { ApproverType, Quorum, RuleSettings, RuleType } from '../workflows/definition.ts'
import { needsItsTurn } from '../workflows/rule-kinds.ts'
import type { Approver } from './approvers.ts'
import type { DeadlineRule } from './deadline-rule.ts'
import type { AskedPerson, Labels, PersonRef } from './facts.ts'
import type { SkippedRule, WorkflowSnapshot } from './plan.ts'
import type { RequestStatus, ShownStatus } from './statuses.ts'

/** The state of the approvals of one subject, as the ApprovalObject stores it and screens show it. */

/** The kind of thing that is approved: INTAKE_SUBMISSION, SPEND_REQUEST, BILL, … Each is registered as a subject. */
export type TargetType = string

export const BLOCK_STATUSES = ['PENDING', 'APPROVED', 'REJECTED'] as const
export type BlockStatus = (typeof BLOCK_STATUSES)[number]

export const WORK_STATUSES = [
  'PENDING',
  'IN_PROGRESS',
  'WAITING_ON_VENDOR',
  'WAITING_ON_REQUESTER',
  'WAITING_ON_EXTERNAL_PARTY',
] as const
export type WorkStatus = (typeof WORK_STATUSES)[number]

/** Fixed when a run starts. */
export interface RunSettings {
  mode: ApprovalMode
  enforceOrder: boolean
  /** Missing if nothing is due. */
  deadline?: DeadlineRule
}

export interface Decision extends PersonRef {
  /** The approver a delegate acted for. */
  onBehalfOf?: PersonRef
  decision: 'APPROVED' | 'REJECTED'
  comment: string
  /** The version of the content that the person saw, or null if the system decided. */
  answersVersion: number | null
  at: number
}

/** A decision that a later change undid. */
export interface EarlierDecision extends Decision {
  isBypass?: true
}

/** What an approver asked the requester to change, and how that ended. */
export interface SentBack {
  message: string
  at: number
  by: PersonRef
  /** The approver a delegate acted for. */
  onBehalfOf?: PersonRef
  /** Missing while the requester is asked. */
  ended?: { how: SendBackEnd; at: number; by: PersonRef; message: string }
}
/** The requester edited, or said that nothing changes; the sender took it back; someone bypassed the step. */
export type SendBackEnd = 'EDITED' | 'UNCHANGED' | 'TAKEN_BACK' | 'BYPASSED'

/** Why a person may not decide on a request. */
export type Involvement = 'FILED' | 'EDITED' | 'CHOSE_APPROVERS'
export interface Involved {
  userId: string
  how: Involvement
}

/** A period in one work status. `until` is null for the current one. */
export interface WorkStatusSpan extends PersonRef {
  status: WorkStatus
  at: number
  until: number | null
  spentMs: number | null
}

/** A period in which a request had one status. `until` is null for the current one. */
export interface StatusSpan {
  status: ShownStatus
  at: number
  until: number | null
}

/**
 * SENT waits for someone outside. ANSWERED asks the step's people to look at what came back, and REVIEWED waits for the
 * approvals that the answer has of its own. TO_FILL asks the step's people to fill something in, and ORDERED waits for
 * the accounting system.
 */
export const OUTSIDE_STATES = ['SENT', 'ANSWERED', 'REVIEWED', 'TO_FILL', 'ORDERED'] as const
export type OutsideState = (typeof OUTSIDE_STATES)[number]

export interface AutomaticTask {
  state: 'WAITING' | 'QUEUED' | 'RUNNING' | 'FAILED' | 'SUCCEEDED' | OutsideState
  attempts: number
  startedAt: number | null
  finishedAt: number | null
  error: string | null
  /** The response of the external system, for the screen. */
  result: unknown
  /** How much had happened outside when it was last told. What is older changes nothing. */
  revision?: number
}

/** Whether an automatic task has come to its people: with an answer from outside, or something to fill in. */
export const isBroughtToPeople = (state: AutomaticTask['state']): boolean => state === 'ANSWERED' || state === 'TO_FILL'

/** Whether a step's people are asked. An automatic task asks them when it fails or has something for them. */
export const asksPeople = ({ automatic }: Pick<Block, 'automatic'>): boolean =>
  !automatic || automatic.state === 'FAILED' || isBroughtToPeople(automatic.state)

/** What a CREATE_SERVICE task created. */
export interface CreatedService {
  id: string
  name: string
}

/** Who decides on a block, and how many have to. */
export interface BlockPeople {
  approverType: ApproverType
  approvers: Approver[]
  approversNote: string | null
  quorum: Quorum
}

/** Someone who can't decide on a block because they decided another one. */
export interface KeptOut extends PersonRef {
  blockId: string
  label: string
}

/** A block ("level group status") with everything that a screen shows. Also stored as JSON in level_group_statuses. */
export interface Block {
  id: string
  /** The ADDITIONAL_STEP block that added this one as a sub-level. */
  parentId: string | null
  run: number
  level: number
  /** Order among the sub-levels of one parent, or 0 without a parent. */
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
  /** Who decided an earlier step doesn't decide this one. */
  excludesEarlierDeciders?: true
  /** Who is left out for that, and who would be asked otherwise. */
  duties?: { keptOut: KeptOut[]; planned: BlockPeople } | null
  settings: RuleSettings
  /** The planned reason and approvers. An edit that changes them reopens the block. Only in the log. */
  basis: string
  decisions: Decision[]
  status: BlockStatus
  workStatus: WorkStatus
  workStatusHistory: WorkStatusSpan[]
  assignee: AskedPerson | null
  /** When its turn came, or null while earlier levels are undecided. */
  openedAt: number | null
  decidedAt: number | null
  /** Closed without a decision, because of another block's rejection or a restart. */
  closedAt: number | null
  bypassedAt: number | null
  bypassedBy: PersonRef | null
  bypassNote: string | null
  remindedAt: number | null
  remindedBy: PersonRef | null
  remindedNote: string | null
  /** Set when an edit undid the block's decisions. */
  reopenedAt: number | null
  /** Decisions before that edit or in the previous run: the newest one of each approver. */
  earlierDecisions?: EarlierDecision[]
  /** The last time its approvers sent the request back. */
  sentBack?: SentBack
  /** Its work status before the request was sent back, while that waits for the requester. */
  workStatusBefore?: WorkStatus | null
  /** Approvers who were reminded because their time is running out. */
  nudges?: { userId: string; at: number }[]
  /** Approvers whose time is over, with the manager who may decide for them. Null if there is none who may. */
  escalations?: { userId: string; manager: PersonRef | null; at: number }[]
  /** The last decision that its person took back, and why. */
  revoked?: { at: number; by: PersonRef; decision: Decision['decision']; reason: string }
  /** Decisions that someone with bypass access kept when editing. */
  decisionsKept?: { at: number; by: PersonRef; version: number }
  /** Who added it by hand, or null for blocks of the workflow. */
  createdBy: PersonRef | null
  createdAt: number
  automatic: AutomaticTask | null
  /** Set when a CREATE_SERVICE task is complete. */
  createdService?: CreatedService
  /** The last event that changed this block. */
  sequence: number
}

/** One difference between two versions of the content. */
export interface ContentChange {
  /** The key of what changed, as in conditions: for a request, the id of the question. */
  questionId: string
  label: string
  before: unknown
  after: unknown
  /** The version of the note on the answer, not of the answer. */
  part?: 'NOTE'
}

/** What was filed, apart from its content. None of it changes. */
export interface RequestIdentity {
  companyId: string
  targetType: TargetType
  targetId: string
  requestor: PersonRef
  /** Who filed it: the requester, or someone for them. */
  createdBy: PersonRef
  createdAt: number
}

/** Large and rarely read, so it is kept apart and isn't part of the view. */
export interface Pinned<Source = unknown> {
  /** The definitions that the run started with: a workflow, or every rule set that matched. */
  definitions: WorkflowSnapshot[]
  /** What the content stands on and edits don't change, such as the form of a request. */
  source: Source
  /** The rates for comparing amounts. Missing if there were none. */
  exchange?: Exchange
  labels: Labels
  /** What each edit changed, to show the differences when a decision is based on an old version. */
  history: { version: number; at: number; by: PersonRef; changes: ContentChange[] }[]
}

/** A pinned definition, without its rules. */
export type DefinitionRef = Pick<WorkflowSnapshot, 'id' | 'label' | 'version'>

/** @typeParam Content what people filed and can edit; only its subject knows what is in it */
export interface ApprovalView<Content = unknown> extends RequestIdentity {
  /** The last event in the log that this state includes. */
  sequence: number
  /** The version of the content. A decision names the one it is based on. */
  version: number
  content: Content
  status: RequestStatus
  run: number
  runStartedAt: number
  settings: RunSettings
  definitions: DefinitionRef[]
  /** The definitions' rules that don't apply, and why. */
  skipped: SkippedRule[]
  /** Blocks of all runs. `currentBlocks` returns those of the current one. */
  blocks: Block[]
  /** `ruleType` if it may have left something outside. */
  removedBlocks: { id: string; sequence: number; ruleType?: 'SEND_VENDOR_FORM' }[]
  nextBlock: number
  assignee: PersonRef | null
  /** Everyone who filed, edited or chose approvers, including anyone acting as them. None of them can decide. */
  involved: Involved[]
  /** People watching the whole request. Blocks have their own watchers too. */
  watchers: PersonRef[]
  archivedAt: number | null
  archiveMessage: string | null
  deletedAt: number | null
  submittedAt: number
  completedAt: number | null
  /** Every status since submission, without gaps. A deleted request has no current one. */
  statusHistory: StatusSpan[]
}

export interface ApprovalState<Content = unknown, Source = unknown> extends ApprovalView<Content> {
  pinned: Pinned<Source>
}

/** The blocks of the current run. */
export const currentBlocks = (state: Pick<ApprovalView, 'blocks' | 'run'>): Block[] =>
  state.blocks.filter((block) => block.run === state.run)

export const isDecided = (block: Pick<Block, 'status'>): boolean => block.status !== 'PENDING'

const isCompleted = (block: Pick<Block, 'status'>): boolean => isDecided(block) && block.status !== 'REJECTED'

/** Whether its approvers have asked the requester to change something and wait for an answer. */
export const isSentBack = (block: Pick<Block, 'status' | 'closedAt' | 'sentBack'>): boolean =>
  block.sentBack !== undefined && block.sentBack.ended === undefined && !isDecided(block) && block.closedAt === null

/** The steps that wait for an answer of the requester. While there are any, no approver is asked. */
export const sentBackBlocks = (state: Pick<ApprovalView, 'blocks' | 'run' | 'status'>): Block[] =>
  state.status === 'PENDING' ? currentBlocks(state).filter(isSentBack) : []

/**
 * Returns whether each block's turn has come: all blocks of earlier levels are decided, and a sub-level waits for its
 * parent and for the parent's earlier sub-levels. Prepared once for all blocks, so long workflows stay fast.
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

/** The same for one block. See `turnsOf`. */
export const isTurnOf = (blocks: readonly Block[], block: Block): boolean => turnsOf(blocks)(block)

/** Blocks that wait for their turn even if everything else may be done in any order. */
export const waitsForTurn = (block: Pick<Block, 'ruleType' | 'excludesEarlierDeciders'>): boolean =>
  needsItsTurn(block.ruleType) || block.excludesEarlierDeciders === true

/** Whether the block can be decided now, given the run's order. */
export const mayBeDecided = (state: Pick<ApprovalView, 'blocks' | 'run' | 'settings'>, block: Block): boolean =>
  (!state.settings.enforceOrder && !waitsForTurn(block)) || isTurnOf(currentBlocks(state), block)

/** Whether everyone was asked at submission and can act in any order. */
export const allMayActAtOnce = ({ settings }: Pick<ApprovalView, 'settings'>): boolean =>
  settings.mode === 'ALL_AT_ONCE' && !settings.enforceOrder

/**
 * The blocks that someone should act on now: their turn has come, or everyone was asked at once. While the request is
 * sent back, only its requester is asked.
 */
export const awaitedBlocks = (state: ApprovalView): Block[] => {
  if (state.status !== 'PENDING' || state.archivedAt !== null || state.deletedAt !== null) return []
  const blocks = currentBlocks(state)
  const isTurn = turnsOf(blocks)
  const anyOrder = allMayActAtOnce(state)
  const isWaiting = blocks.some(isSentBack)
  return blocks.filter(
    (block) =>
      !isDecided(block) &&
      (!isWaiting || block.approverType === 'REQUESTOR') &&
      ((anyOrder && !waitsForTurn(block)) || isTurn(block)),
  )
}

export const isAwaited = (state: ApprovalView, block: Block): boolean =>
  awaitedBlocks(state).some((awaited) => awaited.id === block.id)

/** When an awaited block started waiting: its people were asked then, and reminders count from then. */
export const awaitedSince = (state: Pick<ApprovalView, 'settings'>, block: Block): number => {
  const asked = Math.max(block.createdAt, block.reopenedAt ?? 0)
  return allMayActAtOnce(state) && !waitsForTurn(block) ? asked : (block.openedAt ?? asked)
}

/** The share of completed blocks in the run, 0 to 100. A rejected block isn't progress. */
export const progressOf = (state: ApprovalView): number => {
  if (state.status === 'APPROVED') return 100
  const blocks = currentBlocks(state)
  return blocks.length === 0 ? 0 : Math.floor((100 * blocks.filter(isCompleted).length) / blocks.length)
}
