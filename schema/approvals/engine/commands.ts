import { z } from 'zod'
import type { DelegationLimits } from '../../shared/delegation-limits.ts'
import type { Exchange } from '../../shared/exchange.ts'
import { id, questionId } from '../../shared/values.ts'
import { approverType, quorum, ruleSettings } from '../workflows/definition.ts'
import { AD_HOC_RULE_TYPES } from '../workflows/rule-kinds.ts'
import type { Labels, PersonRef, PlanOrganisation } from './facts.ts'
import { OUTSIDE_STATES, type RunSettings, WORK_STATUSES } from './model.ts'
import type { WorkflowSnapshot } from './plan.ts'

/** The commands of an ApprovalObject, who gives them, and why they can be refused. */

const note = z.string().max(5000)
const personRef = z.object({ userId: id, name: z.string().max(300) })
const givenManager = personRef.extend({ setBy: z.object({ userId: id, at: z.number() }).optional() })
export type GivenManager = z.infer<typeof givenManager>
/** For an edit: everyone who watches the request from then on. If missing, watchers stay. */
const newWatchers = z.array(personRef).max(500).optional()
/** What is filed. Its subject checks it (worker/objects/approval/subject.ts). */
const content = z.record(z.string(), z.unknown())
const approverSpec = {
  approverType,
  approverGroupIds: z.array(id).max(100),
  approverUserIds: z.array(id).max(100),
  approverMatrixId: id.nullable(),
  approverMatrixColumnId: id.nullable(),
  quorum,
}

/** How much had happened outside when this was found. Nothing changes if the task knows more. */
const outside = { revision: z.number().int().optional() }

/** How something was decided in the system that it comes from. */
export const externalDecision = z.object({
  /** The system's name. */
  system: z.string().min(1).max(100),
  /** What it is called there, if it has a number or a name of its own. */
  reference: z.string().max(200),
  status: z.enum(['APPROVED', 'REJECTED']),
  submittedAt: z.number().int(),
  completedAt: z.number().int(),
})
export type ExternalDecision = z.output<typeof externalDecision>

export const approvalCommand = z.discriminatedUnion('type', [
  /** Needs planning. Files the request and starts run 1. */
  z.object({
    type: z.literal('submit'),
    targetType: z.string().min(1).max(64),
    targetId: id,
    requestor: personRef,
    createdBy: personRef,
    /** When the draft was created, or the time of submission if there was none. */
    createdAt: z.number().int().optional(),
    watchers: z.array(personRef).max(500).optional(),
    /** What stays whatever is edited, as its subject knows it. */
    source: content.optional(),
    content,
  }),
  /** Takes over what was decided in another system. No one is asked or told. */
  z.object({
    type: z.literal('import'),
    targetType: z.string().min(1).max(64),
    targetId: id,
    requestor: personRef,
    external: externalDecision,
    source: content.optional(),
    content,
  }),
  /** Needs planning. Starts a new run with new content, on a pending or rejected request. */
  z.object({ type: z.literal('resubmit'), seenVersion: z.number().int(), watchers: newWatchers, content }),
  /** Needs planning, with definitions unless PINNED. Plans the run again without starting a new one. */
  z.object({
    type: z.literal('reroute'),
    /** As they are now, or those the run started with: then only people change. */
    definitions: z.enum(['CURRENT', 'PINNED']),
    /** Refused if anything has happened since that event. */
    seenSequence: z.number().int().min(1).optional(),
  }),
  /** Needs planning. Starts a new run with the current content. */
  z.object({ type: z.literal('restart'), note: note.optional() }),
  z.object({
    type: z.literal('decide'),
    blockId: id,
    decision: z.enum(['APPROVED', 'REJECTED']),
    comment: note.default(''),
    /** The version of the content that the approver saw. */
    seenVersion: z.number().int(),
    /** Also approves the actor's other open approvals, as far as the order allows. */
    allMyNonTaskBlocks: z.boolean().default(false),
  }),
  /** Only within seconds, and only while nothing depends on it. */
  z.object({
    type: z.literal('undoDecision'),
    /** The last event of the decision, from its answer. */
    sequence: z.number().int().min(1),
  }),
  /** One's own decision, while nothing that followed from it has left the house. */
  z.object({ type: z.literal('revokeDecision'), blockId: id, reason: note }),
  /** An ADDITIONAL_STEP needs planning and answers. */
  z.object({
    type: z.literal('completeTask'),
    blockId: id,
    comment: note.default(''),
    seenVersion: z.number().int().optional(),
    answers: z.record(questionId, z.unknown()).optional(),
    /** Required for a CREATE_SERVICE task: the service that was created. */
    createdService: z.object({ id, name: z.string().max(200) }).optional(),
    notes: z.record(questionId, z.string()).optional(),
  }),
  z.object({ type: z.literal('bypass'), blockId: id, note }),
  /** The requester takes back what is not decided yet. */
  z.object({ type: z.literal('withdraw'), message: note.default('') }),
  /** Asks the requester to change something, instead of deciding. */
  z.object({ type: z.literal('sendBack'), blockId: id, message: note }),
  /** The requester answers everyone who sent it back that nothing changes. An edit answers by itself. */
  z.object({ type: z.literal('answerSendBack'), message: note.default('') }),
  /** The sender no longer asks. */
  z.object({ type: z.literal('takeBackSendBack'), blockId: id }),
  z.object({ type: z.literal('remind'), blockId: id, note: note.default('') }),
  /** Without a block, sets the assignee of the request. */
  z.object({ type: z.literal('assign'), blockId: id.nullable(), assignee: personRef.nullable() }),
  /** Needs planning (facts). */
  z.object({
    type: z.literal('replaceApprovers'),
    blockId: id,
    /** Set when someone leaves: the person who disables them did not choose the approvers. */
    isHandOver: z.boolean().optional(),
    ...approverSpec,
  }),
  /** Needs planning (facts). Without `level`, adds to the level that is open now. */
  z.object({
    type: z.literal('addTask'),
    ruleType: z.enum(AD_HOC_RULE_TYPES),
    label: z.string().trim().min(1).max(200),
    settings: ruleSettings,
    level: z.number().int().min(1).optional(),
    ...approverSpec,
  }),
  z.object({ type: z.literal('setWorkStatus'), blockId: id, workStatus: z.enum(WORK_STATUSES) }),
  z.object({
    type: z.literal('setWatchers'),
    watchers: z.array(personRef).max(500),
    /** The list that the person saw. Without it, `watchers` replaces the current list. */
    seenUserIds: z.array(id).max(500).optional(),
  }),
  /** Needs planning (facts, editing). */
  z.object({
    type: z.literal('edit'),
    seenVersion: z.number().int(),
    keepAllDecisions: z.boolean().default(false),
    watchers: newWatchers,
    content,
  }),
  /** Needs planning. An approver takes something from what is asked for; its subject says what that can be. */
  z.object({
    type: z.literal('reduce'),
    blockId: id,
    /** The version of the content that the approver saw. */
    seenVersion: z.number().int(),
    note: note.min(1),
    given: content,
  }),
  /** Needs planning. Documents beside the content are taken away. Those who decided with one of them are asked again. */
  z.object({
    type: z.literal('removeDocuments'),
    documents: z.array(z.object({ id, name: z.string(), attachedAt: z.number().int() })).min(1),
  }),
  z.object({ type: z.literal('archive'), message: note.default('') }),
  z.object({ type: z.literal('unarchive'), message: note.default('') }),
  z.object({
    type: z.literal('delete'),
    /** Refused if anything has happened since that event. */
    seenSequence: z.number().int().min(1).optional(),
  }),
  /** The next five are for automatic tasks. All but the retry come from the system. */
  z.object({ type: z.literal('taskStarted'), blockId: id }),
  z.object({
    type: z.literal('taskFailed'),
    blockId: id,
    error: z.string().max(5000),
    ...outside,
    result: z.unknown().optional(),
  }),
  z.object({ type: z.literal('taskSucceeded'), blockId: id, result: z.unknown(), ...outside }),
  /** It waits for someone outside, or their answer arrived. */
  z.object({
    type: z.literal('taskWaits'),
    blockId: id,
    state: z.enum(OUTSIDE_STATES),
    revision: z.number().int(),
    result: z.unknown(),
  }),
  z.object({ type: z.literal('retryTask'), blockId: id }),
  /** From the object's alarm: the managers of approvers whose time is over, with who gave them to these, if known. */
  z.object({ type: z.literal('checkDeadlines'), managers: z.record(id, givenManager.nullable()).default({}) }),
])
export type ApprovalCommand = z.infer<typeof approvalCommand>
/** As a caller writes it: fields with a default may be missing. */
export type ApprovalCommandInput = z.input<typeof approvalCommand>
export type CommandOf<T extends ApprovalCommand['type']> = Extract<ApprovalCommand, { type: T }>

/** What the Worker loads for commands that plan. It is neither part of the client's input nor of the command's hash. */
export interface PlanningContext {
  requestor: PersonRef & { managerUserId: string | null }
  organisation: PlanOrganisation
  /** Names of the ids in the content. */
  labels: Labels
  /** Today's rates. */
  exchange?: Exchange | undefined
  /** What the subject needs besides the content to tell its facts. */
  loaded?: unknown
  /** Chosen by `chooseDefinitions`. Needed only for submit, resubmit and restart. */
  definitions?: WorkflowSnapshot[]
  /** Needed only for submit, resubmit and restart. */
  settings?: RunSettings
  /** Who changed these definitions and matrices, and when. The person who chose who decides may not decide. */
  choosers?: readonly { userId: string; at: number }[]
  /** The company's current settings for editing. */
  editing?: { restrictedToAdmins: boolean; withApprovalBypass: boolean }
}

/** Who gives the command, with their current rights. The Worker builds it from the session, never from input. */
export interface ApprovalActor {
  kind: 'USER' | 'SYSTEM'
  companyId: string
  userId: string
  name: string
  impersonatorUserId: string | null
  /** The API key used for the command, if any. */
  apiKeyId?: string
  isAdmin: boolean
  /** Has approval-bypass access. */
  canBypass: boolean
  /** Owns the request's category. */
  isCategoryOwner: boolean
  submitsForOthers: boolean
  /** Configures approvals, and can move what is in progress to a new version. */
  mayReroute?: boolean
  /** The people the actor can act for today as a delegate. */
  delegatorIds: string[]
  /** By person: what they delegated, if it isn't everything. */
  delegationLimits?: Readonly<Record<string, DelegationLimits>>
  /** By person who delegates: someone else, who made the actor their delegate. */
  delegationSetBy?: Readonly<Record<string, string>>
}

export const REFUSAL_REASONS = [
  'NOT_SUBMITTED',
  'ALREADY_SUBMITTED',
  'DELETED',
  'ARCHIVED',
  'NOT_ARCHIVED',
  'REQUEST_CLOSED',
  'BLOCK_NOT_FOUND',
  'BLOCK_CLOSED',
  'ALREADY_DECIDED',
  'EARLIER_LEVEL_OPEN',
  'ANSWERS_CHANGED',
  'COMMAND_REUSED',
  'NOT_ALLOWED',
  'OWN_REQUEST',
  'SEPARATE_DUTIES',
  'NOT_AN_APPROVAL',
  'NOT_A_TASK',
  'NOT_AUTOMATIC',
  'TASK_RUNNING',
  'NOTE_REQUIRED',
  'ANSWERS_INVALID',
  'NOBODY_CAN_APPROVE',
  'RATE_MISSING',
  'PLANNING_MISSING',
  'WRONG_LEVEL',
  'WRONG_APPROVERS',
  'INVALID_COMMAND',
  'NOTHING_TO_UNDO',
  'UNDO_OVER',
  'BUILT_ON',
  'CHANGED_SINCE',
  'DECIDED',
  'SENT_BACK',
  'NOT_SENT_BACK',
] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

export interface Refusal {
  code: 'FORBIDDEN' | 'NOT_FOUND' | 'INVALID' | 'CONFLICT' | 'RULE_BROKEN' | 'INTERNAL'
  reason: RefusalReason
  /** A sentence that people can read. */
  message: string
  /** ANSWERS_INVALID: messages by question id. */
  fields?: Record<string, string>
  /** ANSWERS_CHANGED: `{ seenVersion, version, changes: ContentChange[] }`; NOBODY_CAN_APPROVE: the plan's problems. */
  details?: unknown
}
