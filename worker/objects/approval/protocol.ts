import type {
  ApprovalActor,
  ApprovalCommandInput,
  PlanningContext,
  Refusal,
} from '../../../schema/approvals/commands.ts'
import type { ApprovalEvent } from '../../../schema/approvals/events.ts'
import type { AnswerChange, ApprovalState, ApprovalView, Pinned, TargetType } from '../../../schema/approvals/model.ts'

/** What is said to an ApprovalObject and what it answers. */

export const TARGET_OF_KIND = {
  intake: 'INTAKE_SUBMISSION',
  spend: 'SPEND_REQUEST',
  bill: 'BILL',
  po: 'PURCHASE_ORDER',
} as const satisfies Record<string, TargetType>
export type ApprovalKind = keyof typeof TARGET_OF_KIND

const KIND_OF_TARGET = Object.fromEntries(
  Object.entries(TARGET_OF_KIND).map(([kind, target]) => [target, kind]),
) as Record<TargetType, ApprovalKind>

export const objectName = (kind: ApprovalKind, id: string): string => `${kind}:${id}`
export const nameOfState = (state: Pick<ApprovalState, 'targetType' | 'targetId'>): string =>
  objectName(KIND_OF_TARGET[state.targetType], state.targetId)

export interface ExecuteInput {
  /** Made by the client (Idempotency-Key): the same id again answers the first result. */
  commandId: string
  actor: ApprovalActor
  command: ApprovalCommandInput
  /** For commands that plan. Not part of what makes two inputs the same. */
  planning?: PlanningContext
  /** Stored with the projection, so that the same command id again answers alike; `version` is added to a result. */
  answer?: { operation: string; inputHash: string; result: Record<string, unknown> | null }
}

export type ExecuteResult =
  | {
      ok: true
      /** What the request is now, also when a repeated command answers; `read` gives the whole state. */
      state: Pick<ApprovalView, 'status' | 'version' | 'run'>
      /** The last event after this command; for a repeated one, after its first run. */
      sequence: number
      /** This command id was carried out before. */
      repeated: boolean
      /** Whether D1 shows it yet. Where not, the alarm sees to it. */
      projected: boolean
      /** D1 holds the `answer` that came with the command. */
      answerKept: boolean
    }
  | { ok: false; refusal: Refusal }

/** What the Worker needs to plan for a request that is under way. */
export interface PlanningBase extends Pinned {
  version: number
  answers: ApprovalState['answers']
  status: ApprovalState['status']
  requestor: ApprovalState['requestor']
  createdBy: ApprovalState['createdBy']
  involved: ApprovalState['involved']
  watchers: ApprovalState['watchers']
}

/** What an edit would do. */
export type Rehearsal =
  | {
      ok: true
      /** Steps that would be asked again, with who has decided on them. */
      restarts: { id: string; label: string; people: string[] }[]
    }
  | { ok: false; refusal: Refusal }

export interface ApprovalCalls {
  execute(input: ExecuteInput): Promise<ExecuteResult>
  /** What a command would do. Writes nothing. */
  rehearse(input: Pick<ExecuteInput, 'actor' | 'command' | 'planning'>): Promise<Rehearsal>
  /** What has changed since that version of the answers. Null where there is no such request in that company. */
  changesSince(companyId: string, version: number): Promise<{ version: number; changes: AnswerChange[] } | null>
  /** Null where there is no such request in that company. */
  read(companyId: string): Promise<ApprovalView | null>
  planningBase(companyId: string): Promise<PlanningBase | null>
  /** Tells those who look at the request that something beside its approvals changed. Writes nothing. */
  announce(): Promise<void>
  log(companyId: string, after?: number): Promise<ApprovalEvent[]>
  /** Replays the whole log and writes all of it to D1 again. False where D1 could not be written. */
  rebuild(): Promise<boolean>
}
