import type { ApprovalEvent } from '../../../schema/approvals/engine/events.ts'
import type { RequestNotification } from '../../core/outbox.ts'
import type { ExecuteInput, ExecuteResult } from './protocol.ts'

/** What a command answered, for command_results. */
export interface CommandAnswer {
  commandId: string
  userId: string
  operation: string
  inputHash: string
  result: string
}

/** A commit not yet confirmed in D1. */
export interface Unconfirmed {
  sequence: number
  events: ApprovalEvent[]
  notification: RequestNotification | null
  answer: CommandAnswer | null
}

/** What committing a command came to. */
export type Outcome =
  | { ok: true; sequence: number; repeated: boolean; hasAnswer: boolean }
  | Extract<ExecuteResult, { ok: false }>

export const answerOf = (
  { commandId, actor, answer }: Pick<ExecuteInput, 'commandId' | 'actor' | 'answer'>,
  version: number,
): CommandAnswer | null =>
  answer
    ? {
        commandId,
        userId: actor.userId,
        operation: answer.operation,
        inputHash: answer.inputHash,
        result: JSON.stringify(answer.result && { ...answer.result, version }),
      }
    : null
