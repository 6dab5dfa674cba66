import { z } from 'zod'
import type { Exchange } from '../../shared/exchange.ts'
import type { ApproverType, Quorum, RuleSettings } from '../workflows/definition.ts'
import type { Approver } from './approvers.ts'
import type { ExternalDecision } from './commands.ts'
import type { AskedPerson, Labels, PersonRef } from './facts.ts'
import type {
  Block,
  BlockPeople,
  ContentChange,
  CreatedService,
  Decision,
  KeptOut,
  OutsideState,
  RequestIdentity,
  RunSettings,
  SendBackEnd,
  WorkStatus,
} from './model.ts'
import type { SkippedRule, WorkflowSnapshot } from './plan.ts'
import type { RequestStatus } from './statuses.ts'
import { upcast } from './upcasts.ts'

/**
 * What happened to a request, or whatever else is approved. Events record outcomes, not inputs: replaying them needs no
 * planner and no rules, so old logs give the same state after the rules change. If an event's meaning or shape changes,
 * it gets a new schemaVersion and an upcast.
 */
export const EVENT_SCHEMA_VERSION = 3

/** A block as a run or a task adds it. */
export type NewBlock = Omit<Block, 'sequence'>

interface NewRun {
  run: number
  definitions: WorkflowSnapshot[]
  settings: RunSettings
  blocks: NewBlock[]
  skipped: SkippedRule[]
}
interface NewContent {
  version: number
  /** All of it, or the parts that could change. The others stay as they were. */
  content: ContentParts
  changes: ContentChange[]
  /** Set if amounts are compared with other rates than before. */
  exchange?: Exchange
}
/** Parts of the content, by name. */
export type ContentParts = Readonly<Record<string, unknown>>

/** How a change of the content affects the existing blocks. */
interface Reopening {
  replanned: ReplannedBlock[]
  /** Blocks whose decisions are undone but kept for display. Missing before version 2, which kept none. */
  reopenedIds?: string[]
  /** Decided blocks that stay decided because the editor chose to keep all decisions. */
  keptIds?: string[]
  /** Open blocks that must wait again because an earlier one reopened. */
  waitingAgainIds: string[]
}
/** A block that is the same as before, as the definitions describe it now. */
export interface MovedBlock {
  blockId: string
  level: number
  ordinal: number
  label: string
  reason: string
  watchers: Approver[]
  settings: RuleSettings
  excludesEarlierDeciders: boolean
}
/** A block whose plan changed with an edit. */
export interface ReplannedBlock {
  blockId: string
  reason: string
  approverType: ApproverType
  approvers: Approver[]
  approversNote: string | null
  watchers: Approver[]
  quorum: Quorum
  basis: string
  /** The block's decisions are undone. */
  reopened: boolean
}

export type ApprovalEventBody =
  | ({
      type: 'request.submitted'
      content: ContentParts
      source: unknown
      labels: Labels
      exchange?: Exchange
      watchers: PersonRef[]
    } & RequestIdentity &
      NewRun)
  | ({
      type: 'request.imported'
      content: ContentParts
      source: unknown
      labels: Labels
      external: ExternalDecision
    } & RequestIdentity)
  | ({
      type: 'request.restarted'
      note: string
      labels: Labels
      /** The rates of the new run. */
      exchange?: Exchange
      /** Null if the content doesn't change. */
      edit: NewContent | null
      /** Set if something else is filed than before, by this person: who had to do with that is free again. */
      filedBy?: PersonRef
      /** People who changed its definitions since it was filed. */
      choosers?: string[]
    } & NewRun)
  | ({
      type: 'request.edited'
      keptAllDecisions: boolean
      /** Set if an approver of this block took something from it, instead of the requester changing it. */
      reduction?: { blockId: string; note: string }
      /** Set if documents beside the content were removed, and the content is the same. */
      documents?: { id: string; name: string }[]
      added: NewBlock[]
      removedIds: string[]
      skipped: SkippedRule[]
      labels: Labels
    } & NewContent &
      Reopening)
  | ({
      type: 'request.rerouted'
      definitions: WorkflowSnapshot[]
      /** Those that are another version than before, or new. Empty if only people change. */
      newVersions: { label: string; version: number }[]
      /** People who changed these definitions since it was filed. */
      choosers?: string[]
      exchange?: Exchange
      moved: MovedBlock[]
      added: NewBlock[]
      removedIds: string[]
      skipped: SkippedRule[]
      labels: Labels
    } & Reopening)
  | { type: 'blocks.opened'; blockIds: string[] }
  | { type: 'block.decided'; blockId: string; decision: Decision }
  | {
      type: 'block.approved'
      blockId: string
      how: 'DECISIONS' | 'TASK_COMPLETED' | 'TASK_SUCCEEDED' | 'NO_APPROVERS'
      createdService?: CreatedService
    }
  | { type: 'block.rejected'; blockId: string }
  | {
      type: 'decision.undone'
      /** The events that are undone, from the decision to the last one that followed from it. */
      from: number
      to: number
      /** The step with the decision. */
      blockId: string
      decision: Decision['decision']
      /** The blocks as they were before the decision. */
      blocks: Block[]
      status: RequestStatus
      completedAt: number | null
    }
  | {
      type: 'decision.revoked'
      blockId: string
      decision: Decision
      reason: string
      /** The block is asked again. Otherwise other people's decisions still reach its quorum, or it was open. */
      reopened: boolean
      /** Later blocks that wait for their turn again. */
      waitingAgainIds: string[]
    }
  | { type: 'block.bypassed'; blockId: string; note: string }
  | {
      type: 'block.sent-back'
      blockId: string
      message: string
      /** The approver a delegate acted for. */
      onBehalfOf?: PersonRef
      /** The open blocks that wait for the requester from now on. */
      waitingIds: string[]
    }
  | {
      type: 'send-back.ended'
      how: SendBackEnd
      blockIds: string[]
      message: string
      /** The open blocks that no longer wait for the requester. */
      resumedIds: string[]
    }
  | { type: 'block.nudged'; blockId: string; userIds: string[] }
  | { type: 'block.escalated'; blockId: string; people: { userId: string; name: string; manager: PersonRef | null }[] }
  | { type: 'block.reminded'; blockId: string; note: string }
  | { type: 'block.assigned'; blockId: string; assignee: AskedPerson | null }
  | {
      type: 'block.approvers-replaced'
      blockId: string
      approverType: ApproverType
      approvers: Approver[]
      approversNote: string | null
      quorum: Quorum
      /** Set if the change has another cause, such as someone leaving: no one chose the approvers. */
      isConsequence?: true
    }
  | ({
      /** People who decided another step are left out of this one, or back in it. */
      type: 'block.duties-applied'
      blockId: string
      keptOut: KeptOut[]
      planned: BlockPeople
    } & BlockPeople)
  | { type: 'block.work-status-set'; blockId: string; workStatus: WorkStatus }
  | { type: 'blocks.added'; blocks: NewBlock[]; how: 'AD_HOC' | 'SUB_LEVELS' | 'APPEND_LEVELS_TO_END' }
  | ({
      type: 'answers.added'
      blockId: string
      skipped: SkippedRule[]
      labels: Labels
      // Missing if nothing changes that had been answered before.
    } & NewContent &
      Partial<Reopening>)
  | { type: 'task.started'; blockId: string }
  | {
      type: 'task.failed'
      blockId: string
      error: string
      /** Set if it waited for someone outside. */
      workStatus?: WorkStatus
      revision?: number
      result?: unknown
    }
  | {
      /** It waits for someone outside, or has an answer from there. */
      type: 'task.waits'
      blockId: string
      state: OutsideState
      /** Set if it changes. */
      workStatus?: WorkStatus
      /** The state is the same as before, with another result. */
      isSame?: true
      revision: number
      result: unknown
    }
  | { type: 'task.succeeded'; blockId: string; result: unknown }
  | { type: 'task.retried'; blockId: string }
  | { type: 'request.assigned'; assignee: PersonRef | null }
  | {
      type: 'request.watchers-set'
      watchers: PersonRef[]
      /** Ids of new watchers. Missing in older events. */
      added?: string[]
    }
  | { type: 'request.approved' }
  | { type: 'request.rejected'; blockId: string }
  | { type: 'request.withdrawn'; message: string }
  | { type: 'request.archived'; message: string }
  | { type: 'request.unarchived'; message: string }
  | { type: 'request.deleted' }

export interface EventActor extends PersonRef {
  impersonatorUserId: string | null
  /** Missing in a session, and in events from before there were API keys. */
  apiKeyId?: string
  kind: 'USER' | 'SYSTEM'
}
export interface EventEnvelope {
  schemaVersion: number
  sequence: number
  at: number
  actor: EventActor
}
export type ApprovalEvent = EventEnvelope & ApprovalEventBody
export type EventOf<T extends ApprovalEventBody['type']> = Extract<ApprovalEvent, { type: T }>

const storedEvent = z.looseObject({
  schemaVersion: z.number().int().min(1),
  sequence: z.number().int().min(1),
  at: z.number().int(),
  type: z.string(),
  actor: z.object({
    userId: z.string(),
    name: z.string(),
    impersonatorUserId: z.string().nullable(),
    apiKeyId: z.string().optional(),
    kind: z.enum(['USER', 'SYSTEM']),
  }),
})

/** Reads an event of any age in the current format. Throws if a newer version of the code wrote it. */
export const readEvent = (stored: unknown): ApprovalEvent => {
  const event = storedEvent.parse(stored)
  if (event.schemaVersion > EVENT_SCHEMA_VERSION)
    throw new Error(`Event ${event.sequence} has schema version ${event.schemaVersion}, newer than this code`)
  return upcast(event) as unknown as ApprovalEvent
}
