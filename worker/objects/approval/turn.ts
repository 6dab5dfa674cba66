import type { ApprovalActor, PlanningContext, Refusal } from '../../../schema/approvals/engine/commands.ts'
import {
  type ApprovalEvent,
  type ApprovalEventBody,
  EVENT_SCHEMA_VERSION,
} from '../../../schema/approvals/engine/events.ts'
import type { ApprovalState } from '../../../schema/approvals/engine/model.ts'
import { apply } from './apply.ts'
import { subjectOf } from './subject.ts'

/** A past command: the state before it, its events, and the events since. */
export interface Past {
  before: ApprovalState
  events: readonly ApprovalEvent[]
  later: readonly ApprovalEvent[]
}

/** A command's refusal. Thrown only inside the machine; `handle` turns it into a value. */
export class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

export const refuse = (
  code: Refusal['code'],
  reason: Refusal['reason'],
  message: string,
  more: Pick<Refusal, 'fields' | 'details'> = {},
): never => {
  throw new Refused({ code, reason, message, ...more })
}

/** One command being handled. It collects events and the state they give, so that each step sees the previous ones. */
export class Turn {
  readonly actor: ApprovalActor
  readonly now: number
  readonly planning: PlanningContext | undefined
  readonly past: Past | undefined
  readonly events: ApprovalEvent[] = []
  #state: ApprovalState | null

  constructor(
    state: ApprovalState | null,
    actor: ApprovalActor,
    now: number,
    { planning, past }: { planning?: PlanningContext | undefined; past?: Past | undefined } = {},
  ) {
    this.#state = state
    this.actor = actor
    this.now = now
    this.planning = planning
    this.past = past
  }

  get current(): ApprovalState | null {
    return this.#state
  }

  get state(): ApprovalState {
    return this.#state ?? refuse('NOT_FOUND', 'NOT_SUBMITTED', 'This request doesn’t exist.')
  }

  /** What messages call it. */
  get noun(): string {
    return this.#state ? subjectOf(this.#state).noun : 'request'
  }

  emit(body: ApprovalEventBody): void {
    const { userId, name, impersonatorUserId, kind, apiKeyId } = this.actor
    const event: ApprovalEvent = {
      ...body,
      schemaVersion: EVENT_SCHEMA_VERSION,
      sequence: (this.#state?.sequence ?? 0) + 1,
      at: this.now,
      actor: { userId, name, impersonatorUserId, kind, ...(apiKeyId && { apiKeyId }) },
    }
    this.#state = apply(this.#state, event)
    this.events.push(event)
  }
}
