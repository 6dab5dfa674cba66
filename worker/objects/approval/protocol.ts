import type {
  ApprovalActor,
  ApprovalCommandInput,
  PlanningContext,
  Refusal,
} from '../../../schema/approvals/engine/commands.ts'
import type { ApprovalEvent } from '../../../schema/approvals/engine/events.ts'
import type { ApprovalState, ApprovalView, ContentChange, Pinned } from '../../../schema/approvals/engine/model.ts'
import type { PlanDifference } from '../../../schema/approvals/engine/plan-differences.ts'
import type { RequestNotification } from '../../core/outbox.ts'

/** The messages to an ApprovalObject and its answers. */

export interface ExecuteInput {
  /** Created by the client (Idempotency-Key). The same id gets the first result again. */
  commandId: string
  actor: ApprovalActor
  /** The caller's cell, which is the company's. */
  cell?: number
  command: ApprovalCommandInput
  /** For commands that plan. Ignored when comparing two inputs. */
  planning?: PlanningContext
  /** Stored with the projection, so that the same command id gets it again. `version` is added to a result. */
  answer?: { operation: string; inputHash: string; result: Record<string, unknown> | null }
}

export type ExecuteResult =
  | {
      ok: true
      /** The current request, even for a repeated command. `read` returns the whole state. */
      state: Pick<ApprovalView, 'status' | 'version' | 'run'>
      /** The last event after this command, or after its first run if repeated. */
      sequence: number
      /** Whether this command id had already run. */
      repeated: boolean
      /** Whether D1 already shows it. If not, the alarm takes care of it. */
      projected: boolean
      /** Whether D1 has the `answer` that came with the command. */
      answerKept: boolean
    }
  | { ok: false; refusal: Refusal }

/** What the Worker needs to plan for something in progress. */
export interface PlanningBase extends Pinned {
  version: number
  content: ApprovalState['content']
  status: ApprovalState['status']
  requestor: ApprovalState['requestor']
  createdBy: ApprovalState['createdBy']
  createdAt: ApprovalState['createdAt']
  involved: ApprovalState['involved']
  watchers: ApprovalState['watchers']
}

/** What an edit would do. */
export type Rehearsal =
  | {
      ok: true
      /** Whether anything would happen. */
      changes: boolean
      /** Whether any step would change. Otherwise only later edits are planned in another way. */
      changesSteps: boolean
      /** The last event before. */
      sequence: number
      /** Who would be asked, and no longer asked, on open steps. */
      difference: PlanDifference
      /** Steps that would be asked again, with the people who have decided. */
      restarts: { id: string; label: string; people: string[] }[]
    }
  | { ok: false; refusal: Refusal }

export interface ApprovalCalls {
  execute(input: ExecuteInput): Promise<ExecuteResult>
  /** What a command would do. Writes nothing. */
  rehearse(input: Pick<ExecuteInput, 'actor' | 'command' | 'planning'>): Promise<Rehearsal>
  /** What changed since that version of the content. Null if the company has no such request. */
  changesSince(companyId: string, version: number): Promise<{ version: number; changes: ContentChange[] } | null>
  /** What one of its notifications still has to say now. Null if the company has no such request. */
  stillTold(companyId: string, notification: RequestNotification): Promise<RequestNotification | null>
  /** Null if the company has no such request. */
  read(companyId: string): Promise<ApprovalView | null>
  planningBase(companyId: string): Promise<PlanningBase | null>
  /**
   * Tells viewers of the request that something other than its approvals changed, unless `isChanged` is false, and closes the
   * sockets of people who may no longer look. Writes nothing.
   */
  announce(isChanged?: boolean): Promise<void>
  log(companyId: string, after?: number): Promise<ApprovalEvent[]>
  /** Replays the whole log and rewrites D1. Returns false if D1 couldn't be written. */
  rebuild(): Promise<boolean>
}
